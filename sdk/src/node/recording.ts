/** The way to recordings on disk. Its parts are loaded when one is written or read: most programs of this room do neither. */

import type { FileHandle } from 'node:fs/promises'
import type { Recording, RecordingFlaw } from '../inspect/index.js'
import { stateFolder } from './journal/state-folder.js'
import type {
  RecordingStream,
  RecordingWriter,
  RecordingWriterOptions,
  ShelvedRecording,
} from './recordings/options.js'

/**
 * Begins a recording: a file that only its user may read, without the secrets that can be told by look, name or place. In a
 * folder of recordings the oldest make room. With a seal it is encrypted, and nothing is taken out.
 */
export async function recordingWriter(options: RecordingWriterOptions): Promise<RecordingWriter> {
  const { openWriter } = await import('./recordings/writer.js')
  return openWriter(options)
}

/** Opens a file to write to, empty, for its user alone whoever made it, and not through a link. */
export async function openPrivateFile(path: string): Promise<FileHandle> {
  const { openPrivate } = await import('./recordings/private-file.js')
  return openPrivate(path, () => true)
}

/** Opens a recording to read it piece by piece, however large it is; what is wrong with its header where that is none. */
export async function streamRecording(path: string): Promise<RecordingStream | RecordingFlaw> {
  const { openStream } = await import('./recordings/reader.js')
  return openStream(path)
}

/** Reads a recording into memory; what is wrong with its header where that is none. */
export async function readRecordingFile(path: string): Promise<Recording | RecordingFlaw> {
  const { readWhole } = await import('./recordings/reader.js')
  return readWhole(path)
}

/** The recordings in a folder, the latest first; without a name the folder in the user's state. */
export async function listRecordings(
  folder: string = stateFolder('recordings'),
): Promise<readonly ShelvedRecording[]> {
  const { shelved } = await import('./recordings/shelf.js')
  return shelved(folder)
}
