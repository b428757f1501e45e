import { expect, test } from 'vitest'
import { aPermission } from '../model/model.fixture.js'
import { lineOf, textOfLine } from '../screen/line.js'
import { modelOf, talkOf } from './page.fixture.js'
import { framePage, keyLine } from './page-view.js'

const body = Array.from({ length: 50 }, (_, index) => lineOf(`line ${index}`))
const KEYS = ['Enter take', 'x remove', 'Esc back']

test('what has no room is left out, and the keys are always at the bottom', () => {
  const model = modelOf({ size: { columns: 40, rows: 5 } })
  const lines = framePage({ title: 'Page', body, keys: KEYS }, model)
    .map(textOfLine)
    .map(text => text.trimEnd())
  expect(lines).toEqual(['▌ Page', 'line 0', 'line 1', 'line 2', 'Enter take · x remove · Esc back'])
  const short = framePage({ title: 'Page', body: body.slice(0, 1), keys: KEYS }, model).map(textOfLine)
  expect(short).toHaveLength(5)
  expect(short.at(-1)).toBe('Enter take · x remove · Esc back')
})

test('of the keys as many are named as fit, and how to get out is always one of them', () => {
  expect(textOfLine(keyLine(KEYS, 40))).toBe('Enter take · x remove · Esc back')
  expect(textOfLine(keyLine(KEYS, 25))).toBe('Enter take · Esc back')
  expect(textOfLine(keyLine(KEYS, 10))).toBe('Esc back')
  expect(textOfLine(keyLine(KEYS, 4))).toBe('Esc…')
})

test('that somebody waits is seen on every page, before what else stands there', () => {
  const talks = [talkOf('talk-1'), talkOf('talk-2', { questions: [aPermission(), aPermission()] })]
  const model = modelOf({ size: { columns: 40, rows: 5 }, talks })
  const head = (aside: string): string | undefined =>
    framePage({ title: 'Page', aside: lineOf(aside), body, keys: KEYS }, model).map(textOfLine)[0]
  expect(head('')).toMatch(/^▌ Page +\? 2 waiting$/)
  expect(head('3 of 4')).toMatch(/^▌ Page +3 of 4 {2}\? 2 waiting$/)
  expect(head('x'.repeat(30))).toMatch(/^▌ Page +\? 2 waiting$/)
})

test('what is said for a moment stands in the place of the keys, unless something is written there', () => {
  const remark = { text: 'Look here', kind: 'info', until: 0 } as const
  const model = modelOf({ size: { columns: 40, rows: 5 }, remark })
  const last = (foot?: string): string | undefined =>
    framePage({ title: 'Page', body, keys: KEYS, foot: foot === undefined ? undefined : lineOf(foot) }, model)
      .map(textOfLine)
      .at(-1)
  expect(last()).toBe('Look here')
  expect(last('/query')).toBe('/query')
})
