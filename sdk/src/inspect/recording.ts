/** A recording as text: lines of JSON, the header first. Reads what it can, and says where it cannot. */

import type { Entry, Header } from './entry.js'
import { createRecordingReader } from './recording-reader.js'

/** A line that is none of a recording. */
export interface RecordingFlaw {
  /** From 1. */
  readonly line: number
  readonly expected: string
  readonly found: string
}

/** A recording, read. */
export interface Recording {
  readonly header: Header
  readonly entries: readonly Entry[]
  readonly flaws: readonly RecordingFlaw[]
}

/** Text that a terminal would not show as it is; JSON has an escape for all of it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const EVERY_UNSEEN = new RegExp(UNSEEN, 'gu')

/** Reads a whole recording; with a header that cannot be read nothing else is. */
export function readRecording(text: string): Recording | RecordingFlaw {
  const reader = createRecordingReader()
  const entries = [...reader.push(text), ...reader.end()]
  const { header, flaws } = reader
  return 'line' in header ? header : { header, entries, flaws }
}

/** The header or one entry as a line, its newline included. What it holds has been through `redactEntry`. */
export function toRecordingLine(part: Header | Entry): string {
  const line = JSON.stringify(part)
  if (!UNSEEN.test(line)) return `${line}\n`
  return `${line.replace(EVERY_UNSEEN, each => Array.from({ length: each.length }, (_, at) => toEscape(each, at)).join(''))}\n`
}

function toEscape(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`
}
