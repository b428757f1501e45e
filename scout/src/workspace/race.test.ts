import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { boundary } from '@parley/acp/node'
import { expect, onTestFinished, test } from 'vitest'
import { makeProject } from '../tools/errand.fixture.js'
import { makeParents } from './held-folder.js'
import { Holdings } from './holdings.js'
import { isEmptyOwn, kindAt, moveOwn, readBytesOwn, removeOwn, writeOwn } from './own-files.js'
import { findRipgrep, searchByRipgrep } from './ripgrep.js'
import { searchByHand } from './search-by-hand.js'
import { walk } from './walk.js'

const MILLISECONDS = 2_000

// The name `d` leads in and out by turns, and there is no moment without it.
const SWAPPER = `
  const { renameSync, symlinkSync } = require('node:fs')
  process.chdir(process.argv[1])
  process.stdout.write('on')
  const until = Date.now() + 30000
  for (let turn = 0; Date.now() < until; turn++) {
    symlinkSync(turn % 2 === 0 ? '../outside' : 'inside', 'next')
    renameSync('next', 'd')
  }
`

async function startSwapping(work: string): Promise<ChildProcess> {
  const swapper = spawn(process.execPath, ['-e', SWAPPER, work], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void swapper.kill('SIGKILL'))
  await new Promise(resolve => swapper.stdout.once('data', resolve))
  return swapper
}

test.runIf(boundary() === 'kernel')(
  'a folder that becomes a link out at any moment leads nobody out',
  { timeout: 20_000 },
  async () => {
    const work = makeProject({ 'inside/file.txt': 'inside' })
    const outside = join(dirname(work), 'outside')
    mkdirSync(outside)
    for (const name of ['file.txt', 'outer.txt', 'kept.txt']) writeFileSync(join(outside, name), 'SECRET')
    symlinkSync('inside', join(work, 'd'))
    const holdings = new Holdings([work])
    const survey = { holdings, signal: new AbortController().signal }
    const program = (await findRipgrep()) ?? 'rg'
    const leaks: unknown[] = []
    let count = 0
    const steps: readonly ((at: string) => Promise<unknown>)[] = [
      async at => leaks.push(...found(Buffer.from(await readBytesOwn(holdings, join(at, 'file.txt'))))),
      async at =>
        leaks.push(...((await kindAt(holdings, join(at, 'outer.txt'))) === undefined ? [] : ['kind'])),
      at => makeParents(join(at, `made${count}/x/y`), holdings.project),
      at => writeOwn(holdings, join(at, `written${count}`), ''),
      at => removeOwn(holdings, join(at, 'kept.txt')),
      at => moveOwn(holdings, join(at, `written${count}`), join(at, `moved${count}`)),
      at => isEmptyOwn(holdings, at),
      async at => {
        for await (const { path } of walk(survey, at, { onCut: () => {} }))
          if (path.endsWith('outer.txt')) leaks.push(path)
      },
      async () => leaks.push(...(await searchByHand(survey, { pattern: 'SECRET', path: 'd' })).items),
    ]
    await startSwapping(work)
    const until = performance.now() + MILLISECONDS
    for (; performance.now() < until; count++) {
      for (const step of steps) await step(join(work, 'd')).catch(() => {})
      const search = count % 20 === 0 && searchByRipgrep(program, survey, { pattern: 'SECRET', path: 'd' })
      if (search) leaks.push(...((await search.catch(() => undefined))?.items ?? []))
    }
    expect(leaks).toEqual([])
    expect(readdirSync(outside).sort()).toEqual(['file.txt', 'kept.txt', 'outer.txt'])
    expect(readdirSync(join(work, 'inside')).length).toBeGreaterThan(20)
  },
)

const found = (bytes: Buffer): readonly string[] => (bytes.includes('SECRET') ? ['bytes'] : [])
