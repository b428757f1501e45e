/** The door for those who want a conversation as a value, or as text. */

export { type ChangedFile, changedFiles } from './changed-files.js'
export type {
  Compaction,
  ContentBlock,
  Entry,
  Message,
  Meta,
  Plan,
  PlanContent,
  Raw,
  Role,
  SessionMessage,
  Stop,
  Subagent,
  ToolCall,
  ToolCallContent,
  ToolCallLocation,
} from './entry.js'
export { toMarkdown } from './markdown.js'
export { metaOf } from './meta.js'
export type { RenderOptions } from './outline.js'
export type { LineCount } from './patch.js'
export { reduce, type ThreadEvent, type ThreadUpdate } from './reduce.js'
export { RETELLING, type Retelling } from './retelling.js'
export {
  entriesOf,
  isWaiting,
  isWorking,
  lastMessage,
  modeOf,
  openToolCalls,
  plansOf,
  terminalOf,
  terminalsOf,
  textOf,
  toolCallOf,
} from './selectors.js'
export { itemAt, itemsOf, type Sequence } from './sequence.js'
export { outputOf, TERMINAL_CHUNK, TERMINAL_UPDATE, type Terminal, type TerminalNews } from './terminals.js'
export { toText } from './text.js'
export { type AgentState, type ContextUsage, emptyThread, type Thread, type ThreadVersion } from './thread.js'
export { equalThreads, type ThreadHistory, type ThreadValue, toHistory, toValue } from './value.js'
