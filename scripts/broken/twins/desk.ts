/** What would go wrong between a verdict and its effect, one fault each: the record, the question, the memory, the end. */
import type { Twin } from '../twin.js'

const DESK = 'node/permissions/desk.test.ts'
const AUDIT = 'node/permissions/audit.test.ts'
const LINE = 'node/permissions/question-line.test.ts'
const HOST = 'node/host.test.ts'

const RECORD: readonly Twin[] = [
  {
    fault: 'what cannot be written down is done all the same',
    file: 'node/permissions/records.ts',
    find: "if (effect !== 'allow') return undefined",
    replace: 'if (effect) return undefined',
    test: [DESK, 'an action whose line cannot be written does not happen'],
  },
  {
    fault: 'a line that was changed goes unnoticed',
    file: 'node/permissions/audit-line.ts',
    find: 'last !== undefined && fields.prevHash !== last.hash',
    replace: 'last === undefined',
    test: [AUDIT, 'a changed line is noticed'],
  },
  {
    fault: 'the end of the log can be cut off unnoticed',
    file: 'node/permissions/audit-check.ts',
    find: 'if (isSeen) return',
    replace: 'if (seq >= 0) return',
    test: [AUDIT, 'the last line taken away is noticed'],
  },
  {
    fault: 'the next line is written behind half of one',
    file: 'node/permissions/audit-chain.ts',
    find: 'if (torn > 0) this.#cutOff(end)',
    replace: '',
    test: [AUDIT, 'what a crash left unfinished is taken away'],
  },
  {
    fault: 'the chain forks when a crash falls between the first line of a day and its mark',
    file: 'node/permissions/audit-folder.ts',
    find: 'days.filter(day => day > marked.file)',
    replace: 'days.filter(day => day < marked.file && day > marked.file)',
    test: [AUDIT, 'the first lines of a new day that were not marked'],
  },
  {
    fault: 'the audit log takes the folder of the project for a secret',
    file: 'guard/secret-names.ts',
    find: 'HINT.test(name) && !WHEREABOUTS.test(name)',
    replace: 'HINT.test(name) && WHEREABOUTS !== undefined',
    test: [AUDIT, 'what is written by default names the project'],
  },
]

const QUESTIONS: readonly Twin[] = [
  {
    fault: 'the text of a write is written into the log',
    file: 'node/permissions/desk.ts',
    find: "  if (action.action === 'fs.write') return { ...action, text: undefined }\n",
    replace: '',
    test: [DESK, 'the text of a write is in no record'],
  },
  {
    fault: 'people approve what the agent says stands in a file',
    file: 'node/permissions/claimed-changes.ts',
    find: 'return { shown: [{ path, oldText: current, newText: text }], write }',
    replace: 'return { shown: [{ path, newText: text }], write }',
    test: [
      'node/permissions/claimed-changes.test.ts',
      'a file that is said to be new and is there is shown with what stands in it',
    ],
  },
  {
    fault: 'a question with two answers of one id leaves no trace',
    file: 'node/host.ts',
    find: '{ canJudge: true }',
    replace: '{ canJudge: false }',
    test: [DESK, 'a question with two answers of one id is put to nobody'],
  },
  {
    fault: 'the owner of a host is told what a command was given in confidence',
    file: 'node/permissions/telling.ts',
    find: 'toTitle(redactor.value(about))',
    replace: 'toTitle(about)',
    test: ['node/permissions/telling.test.ts', 'what a command was given in confidence'],
  },
  {
    fault: 'an approved change is good for any number of writes',
    file: 'node/permissions/docket.ts',
    find: 'this.#passes = usePass(this.#passes, action, at)',
    replace: '',
    test: [DESK, 'is good for exactly one write of that path and content'],
  },
  {
    fault: 'a change that was rejected is good for a write',
    file: 'node/permissions/desk.ts',
    find: "if (ruling.effect === 'allow' && ruling.by === BY_USER && !signal.aborted)",
    replace: 'if (ruling.by === BY_USER)',
    test: [DESK, 'is worth nothing when it was rejected'],
  },
  {
    fault: 'people are asked as fast as an agent can',
    file: 'node/permissions/question-line.ts',
    find: 'await this.#keepPace(pending)',
    replace: '',
    test: [LINE, 'five questions are asked within a minute'],
  },
  {
    fault: 'what is decided meanwhile is asked all the same',
    file: 'node/permissions/question-line.ts',
    find: 'if (ruling !== undefined) pending.settle(ruling)\n      }',
    replace: '}',
    test: [LINE, 'what is decided meanwhile is not asked'],
  },
  {
    fault: 'an agent asks while nobody asked it anything',
    file: 'node/permissions/desk.ts',
    find: 'if (docket.session.turns.length === 0)',
    replace: 'if (docket.session.turns.length < 0)',
    test: [HOST, 'a write that must be asked about is put to nobody while no turn runs'],
  },
  {
    fault: 'a policy that somebody named and that is not there is taken for an empty one',
    file: 'node/permissions/policy-files.ts',
    find: "source === 'project' || this.#options.mayBeAbsent === true",
    replace: "source === 'project' || this.#options.mayBeAbsent !== undefined",
    test: ['node/permissions/policy-files.test.ts', 'a file that somebody named and that is not there'],
  },
  {
    fault: 'a policy that others can write counts',
    file: 'node/permissions/policy-files.ts',
    find: 'const WRITABLE_BY_OTHERS = 0o022',
    replace: 'const WRITABLE_BY_OTHERS = 0',
    test: [DESK, 'that could have been written by others means that everything asks'],
  },
]

const COMMANDS: readonly Twin[] = [
  {
    fault: 'an approved command may be run again and again',
    file: 'node/permissions/docket.ts',
    find: 'this.#commandPasses = useCommandPass(this.#commandPasses, action, at)',
    replace: '',
    test: [DESK, 'is good for exactly one run of those words'],
  },
  {
    fault: 'an approved command runs with variables that nobody was shown',
    file: 'guard/command-pass.ts',
    find: 'Object.keys(env).length === 0 &&',
    replace: '',
    test: [DESK, 'is good for no other words, no other directory, no variables'],
  },
  {
    fault: 'a command that hides something is approved like any other',
    file: 'node/permissions/claimed-question.ts',
    find: ', ...words].every',
    replace: '].every',
    test: [DESK, 'is worth nothing when it was rejected, cancelled, or held'],
  },
  {
    fault: 'what was approved outlives its turn',
    file: 'node/permissions/docket.ts',
    find: 'if (!this.#approvedIn.some(turn => !turn.isOver)) this.#dropAll()',
    replace: '',
    test: [DESK, 'is good for the turn in which it was asked for'],
  },
]

export const DESKS: readonly Twin[] = [
  ...RECORD,
  ...QUESTIONS,
  ...COMMANDS,
  {
    fault: 'the name of a process that is just beginning is swept away',
    file: 'node/permissions/private-folder.ts',
    find: 'age < WRITING_MILLISECONDS || ',
    replace: '',
    test: ['node/permissions/private-folder.test.ts', 'names of the dead are swept away'],
  },
  {
    fault: 'a host does not learn that a session is over',
    file: 'client/sessions.ts',
    find: 'this.shared.attendance?.closed(id)',
    replace: '',
    test: ['client/attendance.test.ts', 'version 1: sessions are closed before a connection'],
  },
]
