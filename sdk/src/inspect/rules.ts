/** The table of rules: what each demands, of whom, and how much it weighs. */

import type { RuleName, Weight } from './finding.js'
import type { Rule } from './rule.js'

type Row = Omit<Rule, 'name'>

const rule =
  (weight: Weight, versions: Rule['versions']) =>
  (by: Rule['by'], text: string): Row => ({ weight, by, versions, text })

const must = rule('must', [1, 2])
const should = rule('should', [1, 2])
const note = rule('note', [1, 2])
const must1 = rule('must', [1])
const should1 = rule('should', [1])
const note1 = rule('note', [1])
const must2 = rule('must', [2])

const table = {
  'text.json': must('both', 'Nothing passes but JSON, one value to a line.'),
  'text.utf8': must('both', 'Every message is encoded in UTF-8.'),
  envelope: must('both', 'Every message is a request, a notification, a result or an error of JSON-RPC 2.0.'),
  shape: must('both', 'Params and results have the shape that the schema of the version gives them.'),
  'unknown-field': must(
    'both',
    'Nothing is added to a type of the protocol; what is one’s own goes into `_meta`.',
  ),
  meta: must('both', '`_meta` is an object or null.'),
  'trace-context': should(
    'both',
    '`traceparent`, `tracestate` and `baggage` in `_meta` are W3C trace context.',
  ),
  'path.absolute': must('both', 'Every path is absolute.'),
  'line.counted': must('both', 'Lines are counted from one.'),
  'id.duplicate': must('both', 'The id of a request is not used again while its answer is awaited.'),
  'id.form': must('both', 'An id is a string or an integer; version 1 allows null.'),
  'answer.unknown': must('both', 'An answer carries the id of a request, of the same type.'),
  'answer.twice': must('both', 'A request is answered once.'),
  'answer.missing': must('both', 'Every request is answered, unless the client leaves.'),
  'method.unknown': should('both', 'A method is one of the version, or its name begins with an underscore.'),
  'capability.method': must('both', 'An optional method is used only if what opens it was advertised.'),
  'capability.parameter': must(
    'both',
    'An optional parameter or update is used only if what opens it was advertised.',
  ),
  'handshake.first': must('client', 'The first message is `initialize`.'),
  'handshake.awaited': must('client', 'Nothing follows `initialize` until it is answered.'),
  'handshake.version': must(
    'both',
    'The answer names a version that both can speak, and the client goes on only with such.',
  ),
  'handshake.auth-terminal': must(
    'both',
    'Signing in by terminal is offered only to a client that can, and never asked for by a request.',
  ),
  'session.unknown': must('both', 'Whatever names a session names one that was opened.'),
  'session.id-unique': must('agent', 'Every new session gets an id of its own.'),
  'session.replay-first': must1('agent', 'All history is told before `session/load` is answered.'),
  'session.no-replay': must(
    'agent',
    'No history is told before `session/resume` is answered, unless it was asked for.',
  ),
  'turn.overlap': note1('client', 'A prompt is sent when the turn before it is over.'),
  'turn.update-after': must1(
    'agent',
    'Messages, tool calls and plans of a turn are told before its prompt is answered.',
  ),
  'turn.cancel-answer': must(
    'agent',
    'A turn that was cancelled ends with the stop reason `cancelled`, and with no error.',
  ),
  'turn.message-order': note1(
    'agent',
    'The pieces of one message are told together: another id begins another message.',
  ),
  'tool-call.unknown': must1('agent', 'An update of a tool call follows its announcement.'),
  'tool-call.announced-twice': must1('agent', 'The id of a tool call is unique in its session.'),
  'tool-call.unfinished': should1('agent', 'When a turn comes to its end, its tool calls have ended.'),
  'tool-call.revived': note('agent', 'A tool call that has ended does not begin again.'),
  'permission.options': must(
    'agent',
    'A permission request offers at least one option, each with an id of its own.',
  ),
  'permission.choice': must('client', 'The answer to a permission request is one of its options.'),
  'permission.cancel': must1(
    'client',
    'After `session/cancel` open permission requests are answered with `cancelled`.',
  ),
  'permission.ignored': should('agent', 'What was refused is not done.'),
  'terminal.unknown': must1('agent', 'A terminal is used only if the client created it.'),
  'terminal.after-release': must1('agent', 'A terminal is not used after it was released.'),
  'terminal.unreleased': must1('agent', 'A terminal is released when it is no longer needed.'),
  'plan.whole': note('agent', 'Every update of a plan carries all of its entries.'),
  'mode.unknown': must1('both', 'A mode is one of those that the session offers.'),
  'option.value': must('both', 'The value of an option is one of those that it offers.'),
  'option.whole': must('agent', 'The answer to a change of an option carries all options.'),
  'usage.sane': note(
    'agent',
    'No more tokens are in use than there is room for, and nothing costs less than nothing.',
  ),
  'command.names': must2('agent', 'The name of a command has no spaces and stands once in the list.'),
  'compaction.ends': must('agent', 'A compaction is in progress, and then ends once.'),
  'list.cursor': must('client', 'A cursor is sent back as it was given.'),
  'elicitation.scope': must(
    'agent',
    'A question to the user belongs to a session or to a request, not to both.',
  ),
  'elicitation.answer': should('client', 'What is answered to a form fits the form.'),
  'elicitation.url-id': must(
    'agent',
    'The id of a question by address is unique while it is open, and completed only if it was asked.',
  ),
  'elicitation.secret': must('agent', 'No form asks for secrets, and no address carries them.'),
  'state.sequence': must2(
    'agent',
    'A session tells its states: running before idle, when it is resumed, and with all background work.',
  ),
  'state.prompt-inserted': must2(
    'agent',
    'A prompt that was taken in is told as a message of the user, under the id of the answer.',
  ),
  'message.id-unique': must2('agent', 'Every message of the user has an id of its own.'),
} as const satisfies Record<RuleName, Row>

/** Every rule that can be judged by watching. */
export const rules: readonly Rule[] = Object.entries(table).map(([name, row]) => ({
  name: name as RuleName,
  ...row,
}))

/** What can only be said by somebody who has seen all: of a wire with a gap it is not said. */
export const rulesOfMemory: ReadonlySet<RuleName> = new Set<RuleName>([
  'handshake.first',
  'handshake.awaited',
  'id.duplicate',
  'answer.unknown',
  'answer.twice',
  'answer.missing',
  'session.unknown',
  'session.replay-first',
  'turn.overlap',
  'turn.update-after',
  'turn.cancel-answer',
  'tool-call.unknown',
  'tool-call.unfinished',
  'permission.cancel',
  'permission.ignored',
  'terminal.unknown',
  'terminal.unreleased',
  'mode.unknown',
  'option.value',
  'compaction.ends',
  'list.cursor',
  'elicitation.url-id',
  'state.sequence',
  'state.prompt-inserted',
])
