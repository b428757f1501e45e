/** Where a race is run: a directory that is lent, one beside it that is not, and whether anything came through. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const SECRET = 'the secret'

export interface Arena {
  readonly root: string
  readonly outside: string
}

// In memory nothing waits for a disk, so many more tries meet many more swaps.
const IN_MEMORY = '/dev/shm'

export function openArena(folder: string = existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir()): Arena {
  const base = realpathSync(mkdtempSync(join(folder, 'parley-race-')))
  const arena = { root: join(base, 'root'), outside: join(base, 'outside') }
  mkdirSync(join(arena.root, 'dir'), { recursive: true })
  mkdirSync(arena.outside)
  for (const name of ['good', 'target', 'dir/secret']) writeFileSync(join(arena.root, name), 'harmless')
  writeFileSync(join(arena.root, 'link'), 'harmless')
  restore(arena)
  return arena
}

export const closeArena = ({ root }: Arena): void =>
  rmSync(join(root, '..'), { recursive: true, force: true })

/** Whether something outside is not as it was. */
export function isBreached({ outside }: Arena): boolean {
  const names = readdirSync(outside)
  return names.length !== 1 || readFileSync(join(outside, 'secret'), 'utf8') !== SECRET
}

/** Outside is as it was again. */
export function restore({ outside }: Arena): void {
  for (const name of readdirSync(outside))
    if (name !== 'secret') rmSync(join(outside, name), { recursive: true, force: true })
  writeFileSync(join(outside, 'secret'), SECRET)
}

/** Numbers below one that are the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
