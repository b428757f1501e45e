/** Recordings as files: what passed is written without secrets, and read again piece by piece. */

import {
  createEntryRedactor,
  createRecordingReader,
  type Entry,
  type Header,
  learningRedaction,
  redactHeader,
  toRecordingLine,
} from '@parley/acp/inspect'

export interface Opened {
  readonly entries: readonly Entry[]
  /** Lines that were none. */
  readonly flaws: number
  /** Why it is no recording. */
  readonly failure?: string | undefined
}

const BREATH_BYTES = 1 << 20

/** Secrets are taken out; which texts were said stays. */
export function toRecording(header: Omit<Header, 'redaction'>, entries: readonly Entry[]): Blob {
  const means = learningRedaction({ known: [] })
  const redactor = createEntryRedactor(means)
  const parts: string[] = [toRecordingLine(redactHeader({ ...header, redaction: 'secrets' }, means))]
  const add = (ready: readonly Entry[]): void => void parts.push(...ready.map(toRecordingLine))
  for (const entry of entries) add(redactor.push(entry))
  add(redactor.end())
  return new Blob([parts.join('')], { type: 'application/x-ndjson' })
}

/** Reads a file without keeping the page from its work. */
export async function openRecording(file: Blob): Promise<Opened> {
  const reader = createRecordingReader()
  const entries: Entry[] = []
  const decoder = new TextDecoder()
  for (let from = 0; from < file.size; from += BREATH_BYTES) {
    const piece = await file.slice(from, from + BREATH_BYTES).arrayBuffer()
    for (const entry of reader.push(decoder.decode(piece, { stream: true }))) entries.push(entry)
  }
  for (const entry of reader.push(decoder.decode())) entries.push(entry)
  for (const entry of reader.end()) entries.push(entry)
  const { header, flaws } = reader
  if (!('recording' in header))
    return {
      entries: [],
      flaws: flaws.length,
      failure: `Line ${header.line}: expected ${header.expected}, found ${header.found}.`,
    }
  return { entries, flaws: flaws.length }
}

/** Hands a file to the browser, as if it had been downloaded. */
export function handOver(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
