/** `parley agents doctor`: looks at everything that keeps agents from starting, and says how to cure it. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { EXIT } from '../exit-code.js'
import { toSafeJson } from '../listing/safe-json.js'
import { readDuration } from '../run/duration.js'
import type { Shell } from '../shell.js'
import { findAgents } from './doctor/agents.js'
import type { Finding } from './doctor/finding.js'
import { findFolders } from './doctor/folders.js'
import { findLeftovers } from './doctor/leftovers.js'
import { findNode, findPath } from './doctor/machine.js'
import { findAudit, findPolicy } from './doctor/permissions.js'

export interface DoctorOptions {
  readonly agent?: string | undefined
  readonly timeout: string
  readonly format: 'text' | 'json'
}

export function doctorWork(options: DoctorOptions) {
  return async (shell: Shell): Promise<number> => {
    const deadline = readDuration(options.timeout, '--timeout')
    const findings: Finding[] = []
    for await (const finding of examine(options.agent, deadline, shell)) {
      findings.push(finding)
      if (options.format === 'text') shell.stdout.write(toText(finding))
    }
    const count = (wanted: Finding['state']): number =>
      findings.filter(({ state }) => state === wanted).length
    const [wrong, odd] = [count('wrong'), count('odd')]
    if (options.format === 'json') shell.stdout.write(`${toSafeJson({ isWell: wrong === 0, findings })}\n`)
    else shell.stdout.write(`\n${toVerdict(wrong, odd)}\n`)
    return wrong === 0 ? EXIT.ok : EXIT.error
  }
}

/** It agrees with the signs above it. */
function toVerdict(wrong: number, odd: number): string {
  const things = (number: number): string => (number === 1 ? '1 thing is' : `${number} things are`)
  const strange = odd === 0 ? '' : `, ${things(odd)} odd but harmless (!)`
  return `${wrong === 0 ? 'nothing is wrong' : `${things(wrong)} wrong`}${strange}`
}

async function* examine(agent: string | undefined, deadline: number, shell: Shell): AsyncGenerator<Finding> {
  yield findNode(process.versions.node)
  yield* await findPath(shell)
  if (agent === undefined) {
    yield* await findFolders(shell)
    yield await findPolicy(shell)
    yield await findAudit(shell)
    yield* await findLeftovers(shell)
  }
  yield* findAgents(agent, deadline, shell)
}

const SIGNS: Readonly<Record<Finding['state'], string>> = { well: '✓', odd: '!', wrong: '✗' }

function toText({ state, about, says, cure }: Finding): string {
  const lines = sanitizeForDisplay(says).trimEnd().split('\n')
  const rest = lines
    .slice(1)
    .map(line => `    ${line}\n`)
    .join('')
  const cured = cure === undefined ? '' : `    cure: ${sanitizeForDisplay(cure)}\n`
  return `${SIGNS[state]} ${about}: ${lines[0] ?? ''}\n${rest}${cured}`
}
