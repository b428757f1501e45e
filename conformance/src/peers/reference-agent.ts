/** `node reference-agent.js`: the reference agent on stdin and stdout. */

import { serveStdio } from '@parley/acp/node'
import { referenceAgent } from './reference/definition.js'

await serveStdio(referenceAgent({ isSignedOut: process.env.PARLEY_REFERENCE_SIGNED_OUT === '1' }))
