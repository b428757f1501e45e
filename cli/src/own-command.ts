/** How this command is called by whoever started it: what is printed to be typed has to work there. */

import type { Shell } from './shell.js'

const USUAL = 'parley'
const MOST_CHARACTERS = 100

/** `parley`, or what a program around this one says (`npm start --`). */
export function ownCommand({ env }: Pick<Shell, 'env'>): string {
  const said = env.PARLEY_COMMAND ?? ''
  // It is printed as it is.
  return said !== '' && said.length <= MOST_CHARACTERS && /^[\x20-\x7e]+$/.test(said) ? said : USUAL
}
