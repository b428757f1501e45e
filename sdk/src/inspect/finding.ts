/** What somebody who only watches can hold against a peer: which rule was broken, by whom, and where. */

import type { Side } from '../protocol/index.js'

/** How much a rule weighs: the keyword of the text it comes from; `note` is for what is odd and allowed. */
export type Weight = 'must' | 'should' | 'note'

/** The rules that can be judged by watching. A name, once used, keeps its meaning. */
export type RuleName =
  // Every message by itself.
  | 'text.json'
  | 'text.utf8'
  | 'envelope'
  | 'shape'
  | 'unknown-field'
  | 'meta'
  | 'trace-context'
  | 'path.absolute'
  | 'line.counted'
  // Calls and answers.
  | 'id.duplicate'
  | 'id.form'
  | 'answer.unknown'
  | 'answer.twice'
  | 'answer.missing'
  | 'method.unknown'
  | 'capability.method'
  | 'capability.parameter'
  // The handshake.
  | 'handshake.first'
  | 'handshake.awaited'
  | 'handshake.version'
  | 'handshake.auth-terminal'
  // Sessions and turns.
  | 'session.unknown'
  | 'session.id-unique'
  | 'session.replay-first'
  | 'session.no-replay'
  | 'turn.overlap'
  | 'turn.update-after'
  | 'turn.cancel-answer'
  | 'turn.message-order'
  // Tool calls and permissions.
  | 'tool-call.unknown'
  | 'tool-call.announced-twice'
  | 'tool-call.unfinished'
  | 'tool-call.revived'
  | 'permission.options'
  | 'permission.choice'
  | 'permission.cancel'
  | 'permission.ignored'
  // What the client lends.
  | 'terminal.unknown'
  | 'terminal.after-release'
  | 'terminal.unreleased'
  // What a session shows.
  | 'plan.whole'
  | 'mode.unknown'
  | 'option.value'
  | 'option.whole'
  | 'usage.sane'
  | 'command.names'
  | 'compaction.ends'
  | 'list.cursor'
  // Questions to the user.
  | 'elicitation.scope'
  | 'elicitation.answer'
  | 'elicitation.url-id'
  | 'elicitation.secret'
  // Version 2.
  | 'state.sequence'
  | 'state.prompt-inserted'
  | 'message.id-unique'

/** One rule, broken at one place. */
export interface Finding {
  readonly rule: RuleName
  readonly weight: Weight
  /** Who broke it. */
  readonly by: Side
  /** The row that shows it. */
  readonly row: number
  /** One sentence: what was expected, what was found, where. Holds nothing of the payload but ids and names. */
  readonly text: string
}
