/**
 * `node swapper.js root outside seed`: swaps links and directories under the eyes of whoever reads and writes there, as
 * fast as it can, until it is killed. What fails because the other side was faster is tried again in the next turn.
 */
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { random } from './arena.js'

const [root = '', outside = '', seed = '0'] = process.argv.slice(2)
const next = random(Number(seed))
const at = (name: string): string => join(root, name)

function attempt(act: () => void): void {
  try {
    act()
  } catch {
    // The other side was there first.
  }
}

/** A moment of a random length, so that no step of the other side is always missed. */
function idle(): void {
  for (let left = Math.floor(next() * 4_000); left > 0; left--);
}

/** Puts a link in the place of a name in one step. */
function pointTo(target: string, name: string): void {
  attempt(() => symlinkSync(target, at('.link')))
  attempt(() => renameSync(at('.link'), at(name)))
}

function swapLink(): void {
  pointTo(join(outside, 'secret'), 'link')
  idle()
  pointTo('good', 'link')
}

/** A file, and a link in its place. */
function swapFile(): void {
  pointTo(join(outside, 'secret'), 'target')
  idle()
  attempt(() => writeFileSync(at('.file'), 'harmless'))
  attempt(() => renameSync(at('.file'), at('target')))
}

function swapFolder(): void {
  attempt(() => renameSync(at('dir'), at('.dir')))
  attempt(() => symlinkSync(outside, at('dir')))
  idle()
  attempt(() => unlinkSync(at('dir')))
  attempt(() => renameSync(at('.dir'), at('dir')))
}

/** Nothing, and a link where a directory is about to be made. */
function swapMissing(): void {
  attempt(() => rmSync(at('made'), { recursive: true, force: true }))
  idle()
  attempt(() => symlinkSync(outside, at('made')))
  idle()
  attempt(() => unlinkSync(at('made')))
}

/** Whoever tries may have made what stood in the way of the next turn. */
function tidy(): void {
  attempt(() => unlinkSync(at('.link')))
  attempt(() => mkdirSync(at('dir')))
}

const SWAPS = [swapLink, swapFile, swapFolder, swapMissing]
process.stdout.write('ready\n')
for (let turn = 0; ; turn++) {
  SWAPS[Math.floor(next() * SWAPS.length)]?.()
  idle()
  if (turn % 64 === 0) tidy()
}
