/** Every fault of a version, under the requirement that it breaks. */

import { requirementsOf, type Version } from '../requirement.js'
import type { Faults } from './fault.js'
import { handshakeFaults } from './faults/handshake.js'
import { rpcFaults } from './faults/rpc.js'
import { sessionFaults } from './faults/sessions.js'
import { settingFaults } from './faults/settings.js'
import { toolFaults } from './faults/tools.js'
import { turnFaults } from './faults/turns.js'
import { handshakeFaultsOf2 } from './faults/v2-handshake.js'
import { sessionFaultsOf2 } from './faults/v2-sessions.js'
import { toolFaultsOf2 } from './faults/v2-tools.js'
import { turnFaultsOf2 } from './faults/v2-turns.js'
import { wireFaults } from './faults/wire.js'

const faultsOf1: Faults = {
  ...wireFaults,
  ...rpcFaults,
  ...handshakeFaults,
  ...sessionFaults,
  ...turnFaults,
  ...toolFaults,
  ...settingFaults,
}

/** Those of version 2 that are not done in the way of version 1. */
const faultsOf2: Faults = {
  ...handshakeFaultsOf2,
  ...sessionFaultsOf2,
  ...turnFaultsOf2,
  ...toolFaultsOf2,
}

/** What breaks a demand of both versions breaks it in both in the same way, unless told otherwise. */
export function faultsOf(version: Version): Faults {
  if (version === 1) return faultsOf1
  const ids = new Set(requirementsOf(version).map(({ id }) => id))
  return { ...Object.fromEntries(Object.entries(faultsOf1).filter(([id]) => ids.has(id))), ...faultsOf2 }
}
