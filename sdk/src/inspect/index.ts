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
export { type RedactEntryOptions, redactEntry, redactHeader } from './entry-redaction.js'
export { createEntryRedactor, type EntryRedactor } from './entry-redactor.js'
export type { Finding, RuleName, Weight } from './finding.js'
export {
  addItem,
  asFields,
  asRaw,
  chooseVariant,
  type Filled,
  type Form,
  fieldsOf,
  formOf,
  fromParams,
  setField,
  setText,
  toParams,
} from './form.js'
export type { Field, FieldKind } from './form-field.js'
export { formOfQuestion } from './form-question.js'
export { type LearningRedactionOptions, learningRedaction } from './learning-redaction.js'
export { createOnlooker, type Onlooker, type OnlookerOptions } from './onlooker.js'
export { type PageOptions, toPage } from './page.js'
export { type Query, type QueryFlaw, queryFields, readQuery } from './query.js'
export { type Recording, type RecordingFlaw, readRecording, toRecordingLine } from './recording.js'
export { createRecordingReader, type RecordingReader } from './recording-reader.js'
export { type Cue, createReplay, type Replay, type ReplayOptions } from './replay.js'
export type { Row, RowKind } from './row.js'
export type { Fault, Report, Rule, Sighting, Tally, Watcher } from './rule.js'
export { rules } from './rules.js'
export { type StreamedText, streamedTexts } from './streamed-text.js'
export type { Span, TurnTiming } from './turn-timing.js'
export { findMethod, type Part, unknownFields } from './unknown-fields.js'
