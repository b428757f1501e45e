import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { GATE_ROWS } from './gates.js'
import type { Change } from './row.js'
import { TWINS } from './twins.js'

const ROOT = resolve(import.meta.dirname, '../..')

/** The files whose text to break does not stand there once; what was changed before counts. */
function misfits(changes: readonly Change[]): string[] {
  const texts = new Map<string, string>()
  const textOf = (file: string): string => {
    const path = resolve(ROOT, file)
    return texts.get(file) ?? (existsSync(path) ? readFileSync(path, 'utf8') : '')
  }
  return changes.flatMap(change => {
    const pieces = 'find' in change ? textOf(change.file).split(change.find) : ['', '']
    texts.set(change.file, 'find' in change ? pieces.join(change.replace) : change.content)
    return pieces.length === 2 ? [] : [change.file]
  })
}

test('the text that a row breaks stands where it says, once: code that moves takes its rows along', () => {
  const stale = [...GATE_ROWS, ...TWINS].filter(({ change }) => misfits(change).length > 0)
  expect(stale.map(({ name }) => name)).toEqual([])
})

test('a row whose text is gone, or stands twice, is told', () => {
  const [file, find] = ['scripts/broken/twins.test.ts', 'no such text as this one'.toUpperCase()]
  expect(misfits([{ file, find, replace: '' }])).toEqual([file])
  expect(misfits([{ file, find: 'misfits', replace: '' }])).toEqual([file])
  expect(
    misfits([
      { file: 'new.ts', content: 'a' },
      { file: 'new.ts', find: 'a', replace: 'b' },
    ]),
  ).toEqual([])
})
