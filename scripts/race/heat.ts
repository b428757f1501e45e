/** One heat: a contestant tries to read and write so many times while a process of its own swaps what it uses. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Arena, isBreached, random, restore, SECRET } from './arena.js'
import type { Contestant } from './contestant.js'

export interface Score {
  readonly reads: number
  readonly writes: number
  /** Reads and writes that were done. */
  readonly done: number
  /** Secrets that were read. */
  readonly leaks: number
  /** Changes outside. */
  readonly breaches: number
}

export interface Heat {
  readonly arena: Arena
  readonly tries: number
  readonly seed: number
  /** How many of the tries are writes, from 0 to 1. */
  readonly writing: number
  /** It is over when so many of both kinds came through. */
  readonly enough?: number
}

const SWAPPER = fileURLToPath(new URL('swapper.js', import.meta.url))
const AT_ONCE = 8
const READ = ['link', 'dir/secret', 'target']
const WRITTEN = ['target', 'dir/secret', 'dir/new', 'made/file', 'made/deep/file']

export async function run(contestant: Contestant, heat: Heat): Promise<Score> {
  const { arena, seed } = heat
  const swapper = spawn(process.execPath, [SWAPPER, arena.root, arena.outside, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(swapper.stdout, 'data')
  try {
    return await race(contestant, heat)
  } finally {
    swapper.kill('SIGKILL')
    await once(swapper, 'close')
    restore(arena)
  }
}

async function race(
  contestant: Contestant,
  { arena, tries, seed, writing, enough = tries }: Heat,
): Promise<Score> {
  const next = random(seed + 1)
  const score = { reads: 0, writes: 0, done: 0, leaks: 0, breaches: 0 }
  const pick = (names: readonly string[]): string =>
    join(arena.root, names[Math.floor(next() * names.length)] ?? '')
  const read = async (): Promise<void> => {
    score.reads++
    const content = await contestant.read(pick(READ))
    score.done++
    if (content === SECRET) score.leaks++
  }
  const write = async (): Promise<void> => {
    score.writes++
    await contestant.write(pick(WRITTEN), 'written').then(
      () => score.done++,
      () => {},
    )
    if (!isBreached(arena)) return
    score.breaches++
    restore(arena)
  }
  const runner = async (): Promise<void> => {
    while (score.reads + score.writes < tries && Math.min(score.leaks, score.breaches) < enough)
      await (next() < writing ? write() : read().catch(() => {}))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runner))
  return score
}
