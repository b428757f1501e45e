/** `node crooked-agent.js --version 1 --fault agent.cancel.idle`: the reference agent with one fault. */

import { crookedChannel } from './crooked-channel.js'
import { faultsOf } from './faults.js'
import { referenceAgent } from './reference/definition.js'

const argument = (option: string): string => process.argv[process.argv.indexOf(option) + 1] ?? ''

const id = argument('--fault')
const faults = faultsOf(argument('--version') === '2' ? 2 : 1)
const fault = Object.hasOwn(faults, id) ? faults[id] : undefined
if (fault === undefined) throw new Error(`there is no fault "${id}"`)
const isSignedOut = process.env.PARLEY_REFERENCE_SIGNED_OUT === '1'
await referenceAgent({ isSignedOut }).serve(crookedChannel(fault)).closed
