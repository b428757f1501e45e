/** What would go wrong with permissions, one fault each: who has the last word, how long a yes lasts, what it covers. */
import type { Twin } from '../twin.js'

const DECIDE = 'guard/decide.test.ts'
const GRANT = 'guard/grant.test.ts'

export const GUARD: readonly Twin[] = [
  {
    fault: 'a line that denies is not read',
    file: 'guard/decide.ts',
    find: 'findAny(action, part => findDenial(part, circumstances))',
    replace: 'undefined',
    test: [DECIDE, 'a line that denies wins over whatever allows'],
  },
  {
    fault: 'what the agent calls reading is allowed',
    file: 'guard/decide.ts',
    find: "  if (action.action !== 'fs.read' || !isInside(action.at)) return undefined\n",
    replace: "  if (!('kind' in action && action.kind === 'read')) return undefined\n",
    test: [DECIDE, 'rm -rf / is not allowed because the agent calls it reading'],
  },
  {
    fault: 'a line may allow what is protected',
    file: 'guard/verdicts.ts',
    find: 'if (sensitive !== undefined)',
    replace: "if (sensitive?.why === 'secret-like')",
    test: [DECIDE, 'protected and secret-like paths, whatever allows'],
  },
  {
    fault: 'a policy that cannot be read counts as none',
    file: 'guard/verdicts.ts',
    find: 'find(({ isBroken }) => isBroken)',
    replace: 'find(() => false)',
    test: [DECIDE, 'everything, when a policy cannot be read'],
  },
  {
    fault: 'with nobody there a question is left open',
    file: 'guard/decide.ts',
    find: 'if (canAsk) return question',
    replace: 'if (canAsk || line !== undefined) return question',
    test: [DECIDE, 'a question is a no that names the line that would have allowed it'],
  },
  {
    fault: 'an approved change is leave for any content',
    file: 'guard/edit-pass.ts',
    find: '      pass.sha256 === sha256 &&\n',
    replace: '',
    test: [DECIDE, 'is no leave for another content, path, session or action'],
  },
  {
    fault: 'a grant outlives its time',
    file: 'guard/grant.ts',
    find: ' && circumstances.now < end',
    replace: ' && end > 0',
    test: [GRANT, 'ends with its time, also where a file says otherwise'],
  },
  {
    fault: 'a yes to sudo is remembered',
    file: 'guard/scopes.ts',
    find: '  if (isRiskyProgram(argv)) return ONCE\n',
    replace: '',
    test: [GRANT, 'may be allowed once at most'],
  },
  {
    fault: 'a tool that is described anew keeps its grant',
    file: 'guard/coverage.ts',
    find: '[action.server, action.tool, action.schema]',
    replace: '[action.server, action.tool]',
    test: [GRANT, 'covers exactly that'],
  },
  {
    fault: 'a project may allow',
    file: 'guard/rule-reader.ts',
    find: `  if (source === 'project') return '"ask" or "deny": a project cannot allow'\n`,
    replace: "  if (source === 'project') return undefined\n",
    test: ['guard/policy-reader.test.ts', 'a policy of a project may deny and ask, and nothing else'],
  },
  {
    fault: 'npm and three dots allow another folder',
    file: 'guard/argv-pattern.ts',
    find: '(isRiskyProgram(argv) || isSteered(argv, pattern))',
    replace: 'isRiskyProgram(argv)',
    test: ['guard/argv-pattern.test.ts', 'words that a pattern leaves open do not steer'],
  },
  {
    fault: 'a change is approved for a file that somebody saved since',
    file: 'guard/edit-pass.ts',
    find: '      pass.before === before &&\n',
    replace: '',
    test: ['node/permissions/desk.test.ts', 'is good for the file as it was when the user said yes'],
  },
  {
    fault: 'npm and three dots allow npm install',
    file: 'guard/argv-pattern.ts',
    find: '(isRiskyProgram(argv) || isSteered(argv, pattern))',
    replace: 'isSteered(argv, pattern)',
    test: ['guard/argv-pattern.test.ts', 'an open pattern never allows a program that is never remembered'],
  },
  {
    fault: 'the agent is told always although the policy keeps that here',
    file: 'guard/options.ts',
    find: ' && delegateAlways) return chosen',
    replace: ') return chosen',
    test: ['guard/options.test.ts', 'allow_always is sent only when the user picked it'],
  },
  {
    fault: 'what denies a write does not reach the changes that an agent shows',
    file: 'guard/decide.ts',
    find: "action.action === 'agent.claimed' ? [action, ...(action.writes ?? [])] : [action]",
    replace: '[action]',
    test: [DECIDE, 'are denied where they would be denied as a write'],
  },
  {
    fault: 'what hides characters is remembered',
    file: 'guard/verdicts.ts',
    find: '!describeAction(action).every(isFitForDisplay)',
    replace: 'false',
    test: [DECIDE, 'what people could not be shown as it is'],
  },
  {
    fault: 'what an agent calls itself is as good as what it was started as',
    file: 'guard/bound-agent.ts',
    find: "export const UNCHECKED = 'unchecked:'",
    replace: "export const UNCHECKED = ''",
    test: [GRANT, 'where nobody says what an agent is'],
  },
]
