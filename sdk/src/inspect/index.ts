/** The door of the room that watches: a wire as a timeline, judged by schema and rules, and as a recording. */

export {
  type ChoiceFact,
  type Fact,
  type Facts,
  type ListFact,
  type LiteralsFact,
  loadFacts,
  type MethodFact,
  type NamedFact,
  type NumberFact,
  type OptionsFact,
  type PropertyFact,
  type StructFact,
  type TableFact,
  type TextFact,
  type VariantFact,
} from '../schema/facts.js'
export { compareRecordings, type Difference } from './difference.js'
export type {
  Carrier,
  Entry,
  EventEntry,
  Header,
  Heading,
  MessageEntry,
  NoiseEntry,
  StderrEntry,
} from './entry.js'
export type { Finding, RuleName, Weight } from './finding.js'
export { createOnlooker, type Onlooker } from './onlooker.js'
export { type PageOptions, toPage } from './page.js'
export { type Query, type QueryFlaw, queryFields, readQuery } from './query.js'
export {
  type Recording,
  type RecordingFlaw,
  type RedactEntryOptions,
  readRecording,
  redactEntry,
  toRecordingLine,
} from './recording.js'
export type { Row, RowKind } from './row.js'
export type { Fault, Report, Rule, Sighting, Tally, Watcher } from './rule.js'
export { rules } from './rules.js'
export type { Span, TurnTiming } from './turn-timing.js'
export { findMethod, type Part, unknownFields } from './unknown-fields.js'
