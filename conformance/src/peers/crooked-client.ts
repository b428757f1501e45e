/** `node crooked-client.js client.cancel.outcome <task> …`: our own client with one fault. */

import { clientFaults } from './client-faults.js'
import { crookedClientChannel } from './crooked-client-channel.js'
import { drive } from './our-client/drive.js'
import { readErrand } from './our-client/errand.js'

const [id = '', ...words] = process.argv.slice(2)
const fault = Object.hasOwn(clientFaults, id) ? clientFaults[id] : undefined
if (fault === undefined) throw new Error(`there is no fault "${id}"`)
await drive(readErrand(words), {
  channel: channel => crookedClientChannel(channel, fault),
  view: fault.view,
  before: fault.before,
  open: fault.open,
})
