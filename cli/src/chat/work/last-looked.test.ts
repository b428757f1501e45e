import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Conversation } from '../../record/conversation.js'
import { noteLooked, withLooked } from './last-looked.js'

function setUp() {
  const home = mkdtempSync(join(tmpdir(), 'parley-looked-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  return { env: { HOME: home } }
}
const of = (id: string, updated: number): Conversation => ({ id, updated }) as Conversation
const ALL = [of('latest', 30), of('other', 20), of('old', 10)]
const ids = (all: readonly Conversation[]): readonly string[] => all.map(({ id }) => id)

test('the one that was looked at last comes first, unless something was said in another since', async () => {
  const shell = setUp()
  expect(ids(await withLooked(ALL, '/work', shell))).toEqual(['latest', 'other', 'old'])
  await noteLooked('/work', { record: 'old', at: 40 }, shell)
  expect(ids(await withLooked(ALL, '/work', shell))).toEqual(['old', 'latest', 'other'])
  expect(ids(await withLooked(ALL, '/elsewhere', shell))).toEqual(['latest', 'other', 'old'])
  await noteLooked('/work', { record: 'old', at: 25 }, shell)
  expect(ids(await withLooked(ALL, '/work', shell))).toEqual(['latest', 'old', 'other'])
  await noteLooked('/work', { record: 'gone', at: 99 }, shell)
  expect(ids(await withLooked(ALL, '/work', shell))).toEqual(['latest', 'other', 'old'])
})
