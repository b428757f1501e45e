/** Tells what was typed by hand, key by key, from text that came at once. */

import type { Input } from '../screen/input.js'

/**
 * Different characters in one piece of what a terminal sends are text: nobody presses keys that fast. The same one again
 * and again is a key that is held down.
 */
export function withText(inputs: readonly Input[]): readonly Input[] {
  const [first, ...others] = inputs.filter(isCharacter)
  if (first === undefined || others.every(({ key }) => key.text === first.key.text)) return inputs
  return inputs.map(input => (isCharacter(input) ? { ...input, isInText: true } : input))
}

const isCharacter = (input: Input): input is Extract<Input, { readonly type: 'key' }> =>
  input.type === 'key' && input.key.name === 'character' && !input.key.isControl && !input.key.isAlt
