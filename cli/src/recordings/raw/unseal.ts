/**
 * Opens what was sealed, piece by piece. Of a file that was cut off, or spoiled further on, all that comes before is given:
 * each piece proves itself, its place included, and only the last one that it is the last.
 */

import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Decrypter } from 'age-encryption'
import { SEALED_PIECE_BYTES } from './seal.js'

const HEAD_BYTES = 1024 * 1024
const NONCE_BYTES = 16
/** Behind it comes the sum of the head, to the end of its line. */
const LAST_LINE = Buffer.from('\n--- ')

/** What opens a file. */
export type OpeningKeys = { readonly identities: readonly string[] } | { readonly passphrase: string }

export interface Unsealing {
  /** What is whole, in order. */
  pieces(): AsyncGenerator<Uint8Array, Missing | undefined>
}

/** What could not be opened: all from there on. */
export interface Missing {
  readonly bytes: number
  /** A piece was changed, or changed places; else the file ends too early. */
  readonly isSpoiled: boolean
}

/** Fails where the keys do not open it, before anything of it is given. */
export async function unseal(path: string, keys: OpeningKeys): Promise<Unsealing> {
  const decrypter = new Decrypter()
  if ('passphrase' in keys) decrypter.addPassphrase(keys.passphrase)
  else for (const identity of keys.identities) decrypter.addIdentity(identity)
  const file = await open(path, 'r')
  try {
    const { head, size } = await readHead(file)
    const key = await decrypter.decryptHeader(head)
    const length = Math.max(0, size - sizeOfHead(head))
    return { pieces: () => openPieces(path, key, length) }
  } finally {
    await file.close()
  }
}

async function readHead(file: FileHandle): Promise<{ readonly head: Uint8Array; readonly size: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return { head: buffer.subarray(0, bytesRead), size: (await file.stat()).size }
}

function sizeOfHead(head: Uint8Array): number {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length)
  return bytes.indexOf('\n', bytes.indexOf(LAST_LINE) + 1) + 1 + NONCE_BYTES
}

/** `length` is what stands behind the head. */
async function* openPieces(
  path: string,
  key: Uint8Array,
  length: number,
): AsyncGenerator<Uint8Array, Missing | undefined> {
  const begun = { path, key, given: 0 }
  if (length > 0 && (yield* givePieces(begun, false))) return undefined
  // Where the file ends with a whole piece that is not the last, one more byte says that it is not.
  if (length > 0 && length % SEALED_PIECE_BYTES === 0) yield* givePieces(begun, true)
  const whole = Math.floor(length / SEALED_PIECE_BYTES)
  const missing = length - begun.given * SEALED_PIECE_BYTES
  return { bytes: missing, isSpoiled: begun.given < whole }
}

interface Begun {
  readonly path: string
  readonly key: Uint8Array
  /** How many pieces were given. */
  given: number
}

/** Those that were not given before; true when the last one was among them. */
async function* givePieces(begun: Begun, hasMore: boolean): AsyncGenerator<Uint8Array, boolean> {
  const decrypter = new Decrypter()
  decrypter.addIdentity({ unwrapFileKey: () => begun.key })
  let place = 0
  try {
    const opened = await decrypter.decrypt(bytesOf(begun.path, hasMore))
    for await (const piece of opened) {
      if (place++ < begun.given) continue
      yield piece
      begun.given++
    }
    return true
  } catch {
    return false
  }
}

function bytesOf(path: string, hasMore: boolean): ReadableStream<Uint8Array> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield* createReadStream(path)
    if (hasMore) yield new Uint8Array(1)
  }
  const source = bytes()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await source.return(undefined)
    },
  })
}
