/** Serves the built-in agent on stdin and stdout. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { serveScout } from '@parley/scout'
import { EXIT } from './exit-code.js'

/** Ends when its client does. A client that stops reading is no failure. */
export async function serve(): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  try {
    await serveScout()
    return EXIT.ok
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`parley: ${sanitizeForDisplay(message)}\n`)
    return EXIT.error
  }
}
