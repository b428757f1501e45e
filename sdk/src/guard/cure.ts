/** What would have spared a refusal where nobody can be asked: the line to write, or why one that stands there does not hold. */

import type { Action } from './action.js'
import type { AgentIdentity, Circumstances } from './circumstances.js'
import type { Rule } from './policy.js'
import { toPolicyLine } from './policy-line.js'
import { matchesRule } from './rule-match.js'

/** Where a line stands, in the spelling of flaws, with its file where that is known. */
export function whereIs(line: Rule, { policies }: Pick<Circumstances, 'policies'>): string {
  const policy = policies.find(({ rules }) => rules.includes(line))
  const place = `$.rules[${line.id.split(':').at(-1)}]`
  return policy?.file === undefined ? place : `${place} of ${policy.file}`
}

/** What to do about an action that nothing allows yet. */
export function cureOf(action: Action, circumstances: Circumstances): string {
  const text = toPolicyLine(action, circumstances)
  const cure =
    text === undefined
      ? 'No policy line can allow this.'
      : `This line in the user policy would allow it: ${text}`
  const line = findForOthers(action, circumstances)
  if (line === undefined) return cure
  return `${whereIs(line, circumstances)} allows it for ${(line.agents ?? []).join(', ')} alone, and ${whoActs(circumstances.agent)}. ${cure}`
}

function whoActs(agent: AgentIdentity | undefined): string {
  if (agent === undefined) return 'nobody told the host which agent this is (its option `agent`)'
  return agent.version === undefined
    ? `this is ${agent.name} of no known version`
    : `this is ${agent.name}@${agent.version}`
}

/** A line of the user's that would allow it if it were not for the agents that it names. */
function findForOthers(action: Action, circumstances: Circumstances): Rule | undefined {
  const lines = circumstances.policies.flatMap(({ source, rules }) => (source === 'user' ? rules : []))
  return lines.find(
    ({ effect, agents, ...rest }) =>
      effect === 'allow' && agents !== undefined && matchesRule({ effect, ...rest }, action, circumstances),
  )
}
