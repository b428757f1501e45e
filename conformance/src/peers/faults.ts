/** Every fault, under the requirement that it breaks. */

import type { Faults } from './fault.js'
import { handshakeFaults } from './faults/handshake.js'
import { rpcFaults } from './faults/rpc.js'
import { sessionFaults } from './faults/sessions.js'
import { settingFaults } from './faults/settings.js'
import { toolFaults } from './faults/tools.js'
import { turnFaults } from './faults/turns.js'
import { wireFaults } from './faults/wire.js'

export const faults: Faults = {
  ...wireFaults,
  ...rpcFaults,
  ...handshakeFaults,
  ...sessionFaults,
  ...turnFaults,
  ...toolFaults,
  ...settingFaults,
}
