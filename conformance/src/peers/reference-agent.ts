/** `node reference-agent.js [version]`: the reference agent on stdin and stdout, in all versions or in one. */

import { serveStdio } from '@parley/acp/node'
import { versions } from '@parley/acp/protocol'
import { referenceAgent } from './reference/definition.js'

const version = versions.find(each => String(each) === process.argv[2])
const isSignedOut = process.env.PARLEY_REFERENCE_SIGNED_OUT === '1'
await serveStdio(referenceAgent({ isSignedOut, versions: version === undefined ? undefined : [version] }))
