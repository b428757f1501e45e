/** Masks of frames: four random bytes in front of what a client says, laid over it, so that nobody on the way takes it for HTTP. */

import { randomFillSync } from 'node:crypto'

/** Bytes of a mask. */
export const MASK_BYTES = 4

// Many at once: to ask for four random bytes costs as much as for a thousand.
const random = Buffer.alloc(1024)
let next = random.length

/** Writes a mask that nobody could know. */
export function takeMask(bytes: Buffer, at: number): void {
  if (next === random.length) {
    randomFillSync(random)
    next = 0
  }
  random.copy(bytes, at, next, next + MASK_BYTES)
  next += MASK_BYTES
}

/** Lays the mask in front of these bytes over them. */
export function applyMask(bytes: Buffer, start: number, end: number): void {
  const mask = start - MASK_BYTES
  for (let at = start; at < end; at++) bytes[at] = (bytes[at] ?? 0) ^ (bytes[mask + ((at - start) & 3)] ?? 0)
}
