/** Every fault of a client, under the requirement that it breaks. */

import type { ClientFaults } from './client-fault.js'
import { handshakeFaults } from './client-faults/handshake.js'
import { lendingFaults } from './client-faults/lending.js'
import { sessionFaults } from './client-faults/sessions.js'
import { turnFaults } from './client-faults/turns.js'

export const clientFaults: ClientFaults = {
  ...handshakeFaults,
  ...sessionFaults,
  ...turnFaults,
  ...lendingFaults,
}
