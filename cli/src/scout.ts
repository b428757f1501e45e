/** Serves the built-in agent on stdin and stdout. */

import { serveScout } from '@parley/scout'
import { EXIT } from './exit-code.js'

/** Ends when its client does. */
export async function serve(): Promise<number> {
  await serveScout()
  return EXIT.ok
}
