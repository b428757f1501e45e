import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive, pidIn } from '../terminals/terminals.fixture.js'
import { fromPs, membersOf } from './census.js'
import { Family } from './family.js'
import { markName, newMark, ownMark } from './mark.js'
import { processGuard } from './reaper.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-family-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const stay = (name: string) => `sh -c 'echo $$ > ${join(folder, name)}; exec sleep 60'`

/** A family of real processes, and when its leader is gone. */
const begin = (script: string) => {
  const family = new Family()
  const child = spawn('sh', ['-c', script], {
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, ...family.variables },
  })
  family.begin(child.pid)
  const exited = once(child, 'exit')
  void exited.then(() => family.noteExit())
  const mark = Object.values(family.variables)[0] ?? ''
  return { family, exited, mark, leader: child.pid ?? 0 }
}

const pidsIn = (...names: string[]) => Promise.all(names.map(name => pidIn(join(folder, name))))

test('whoever carries the mark belongs to the family, however it left', async () => {
  const { family, exited, mark } = begin(`setsid ${stay('a')} & (setsid ${stay('b')} &); exec ${stay('c')}`)
  const pids = await pidsIn('a', 'b', 'c')
  const members = await membersOf({ leader: undefined, mark })
  expect(members.map(({ pid }) => pid)).toEqual(expect.arrayContaining(pids))
  expect(mark.startsWith(ownMark())).toBe(true)
  await family.kill({ exited, patience: 500 })
  expect(pids.map(isAlive)).toEqual([false, false, false])
})

test('no mark is a part of another', () => {
  const marks = Array.from({ length: 120 }, newMark)
  expect(marks.filter(mark => marks.some(other => other !== mark && other.includes(mark)))).toEqual([])
})

test('who marked us finds what we start, too', async () => {
  process.env[markName] = 'somebody.7;'
  const { family, exited } = begin(`exec ${stay('a')}`)
  delete process.env[markName]
  const pids = await pidsIn('a')
  const members = await membersOf({ leader: undefined, mark: 'somebody.7;' })
  expect(members.map(({ pid }) => pid)).toEqual(pids)
  await family.kill({ exited, patience: 500 })
})

test('who has neither mark nor group nor session any more is found by its parent', async () => {
  const { family, exited } = begin(`env -i /usr/bin/setsid ${stay('a')} & trap '' TERM; ${stay('b')}`)
  const pids = await pidsIn('a', 'b')
  await family.kill({ exited, patience: 100 })
  expect(pids.map(isAlive)).toEqual([false, false])
})

test('the neighbours of a family are left alone', async () => {
  const neighbour = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  const { family, exited } = begin(`exec ${stay('a')}`)
  await pidsIn('a')
  await family.kill({ exited, patience: 500 })
  expect(isAlive(neighbour.pid ?? 0)).toBe(true)
  neighbour.kill('SIGKILL')
})

test('a list of processes from ps tells the same as /proc', async () => {
  const { family, exited, mark, leader } = begin(`setsid ${stay('a')} & exec ${stay('b')}`)
  const pids = await pidsIn('a', 'b')
  const isMember = async (kinship: Parameters<typeof fromPs>[0]) =>
    (await fromPs(kinship)).filter(person => person.isMember).map(({ pid }) => pid)
  expect((await isMember({ leader: undefined, mark })).sort()).toEqual([...pids].sort())
  expect(await isMember({ leader })).toEqual([leader])
  await family.kill({ exited, patience: 500 })
})

test('here a reaper waits for our end, and it is one process, however many children there are', async () => {
  expect(processGuard()).toBe('reaper')
  const families = [begin('exec sleep 60'), begin('exec sleep 60')]
  const listed = execFileSync('ps', ['-o', 'args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
  expect(listed.match(/acp-reaper$/gm)).toHaveLength(1)
  for (const { family, exited } of families) await family.kill({ exited, patience: 500 })
})
