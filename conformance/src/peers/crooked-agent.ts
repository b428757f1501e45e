/** `node crooked-agent.js --fault agent.cancel.idle`: the reference agent with one fault. */

import { crookedChannel } from './crooked-channel.js'
import { faults } from './faults.js'
import { referenceAgent } from './reference/definition.js'

const id = process.argv[process.argv.indexOf('--fault') + 1] ?? ''
const fault = Object.hasOwn(faults, id) ? faults[id] : undefined
if (fault === undefined) throw new Error(`there is no fault "${id}"`)
const isSignedOut = process.env.PARLEY_REFERENCE_SIGNED_OUT === '1'
await referenceAgent({ isSignedOut }).serve(crookedChannel(fault)).closed
