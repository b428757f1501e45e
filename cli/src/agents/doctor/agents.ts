/** Each agent: whether it is found, is what was installed, starts and answers; with what it said where it does not. */

import { Failure } from '../../failure.js'
import type { Shell } from '../../shell.js'
import { findAgent } from '../catalogue.js'
import { probeAgent } from '../probe.js'
import { keepProbe } from '../probe-memory.js'
import { callRoll, type RollRow } from '../roll.js'
import type { Finding } from './finding.js'

/** The one that is named, or all that could be started. */
export async function* findAgents(
  wanted: string | undefined,
  deadline: number,
  shell: Shell,
): AsyncGenerator<Finding> {
  if (wanted !== undefined) {
    yield await examine(wanted, deadline, shell)
    return
  }
  let rows: readonly RollRow[]
  try {
    rows = await callRoll({ isAll: true, isThorough: true }, shell)
  } catch (error) {
    yield toFinding('agents', error)
    return
  }
  const known = rows.filter(({ state }) => state !== 'not installed')
  for (const { id } of known) yield await examine(id, deadline, shell)
  const others = rows.filter(({ state, source }) => state === 'not installed' && source !== 'registry')
  const says = `not installed, and not missed: ${others.map(({ id }) => id).join(', ')}`
  if (others.length > 0) yield { state: 'well', about: 'others', says }
}

async function examine(wanted: string, deadline: number, shell: Shell): Promise<Finding> {
  const about = `agent ${wanted}`
  try {
    const entry = await findAgent(wanted, shell)
    const report = await probeAgent(entry, { deadline, hasSession: false }, shell)
    await keepProbe(entry, report, shell)
    const { info, milliseconds, protocolVersion } = report
    const who = info === undefined ? 'an agent without a name' : `${info.title ?? info.name} ${info.version}`
    return {
      state: 'well',
      about,
      says: `${who} answers in ${milliseconds} ms, version ${protocolVersion} of the protocol`,
    }
  } catch (error) {
    return toFinding(about, error)
  }
}

function toFinding(about: string, error: unknown): Finding {
  if (!(error instanceof Failure)) throw error
  const [says, told] = error.message.split('\nWhat to do: ')
  return {
    state: 'wrong',
    about,
    says: says ?? '',
    cure: error.cure ?? told ?? 'start it in a terminal, and mend what it says',
  }
}
