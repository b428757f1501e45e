/** Reads recordings from disk by chunks: what was read is let go before more is, so a file may be larger than memory. */

import { type FileHandle, open } from 'node:fs/promises'
import { createRecordingReader, type Entry, type Recording, type RecordingFlaw } from '../../inspect/index.js'
import type { RecordingStream } from './options.js'

const CHUNK_BYTES = 1024 * 1024

export async function openStream(path: string): Promise<RecordingStream | RecordingFlaw> {
  const file = await open(path, 'r')
  try {
    if ((await file.stat()).isDirectory()) throw new Error('it is a folder')
    const reader = createRecordingReader()
    const texts = textsOf(file)
    let first: readonly Entry[] = []
    // The header is one line, and a line may be longer than a chunk.
    while (isMissing(reader.header)) {
      const { value, done } = await texts.next()
      first = done === true ? reader.end() : reader.push(value)
      if (done === true) break
    }
    const { header, flaws } = reader
    if ('line' in header) {
      await file.close()
      return header
    }
    return { header, flaws, batches: batchesOf({ file, texts, reader, first }) }
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }
}

export async function readWhole(path: string): Promise<Recording | RecordingFlaw> {
  const stream = await openStream(path)
  if ('line' in stream) return stream
  const entries: Entry[] = []
  for await (const batch of stream.batches) for (const entry of batch) entries.push(entry)
  return { header: stream.header, entries, flaws: stream.flaws }
}

function isMissing(header: RecordingStream['header'] | RecordingFlaw): boolean {
  return 'line' in header && header.found === 'nothing'
}

interface Reading {
  readonly file: FileHandle
  readonly texts: AsyncGenerator<string, void>
  readonly reader: ReturnType<typeof createRecordingReader>
  readonly first: readonly Entry[]
}

async function* batchesOf({ file, texts, reader, first }: Reading): AsyncGenerator<readonly Entry[]> {
  try {
    yield first
    for await (const text of texts) yield reader.push(text)
    yield reader.end()
  } finally {
    await file.close()
  }
}

async function* textsOf(file: FileHandle): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES)
    if (bytesRead === 0) break
    yield decoder.decode(buffer.subarray(0, bytesRead), { stream: true })
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
