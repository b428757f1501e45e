import { expect, test } from 'vitest'
import type { ChatSettings } from '../settings.js'
import { firstModel } from './first-model.js'

const SETTINGS: ChatSettings = {
  ...{ cwd: '/work/notes', directories: [], options: [], env: {}, protocol: 1, theme: 'auto' },
  ...{ lendsFiles: true, lendsTerminals: true },
}
const SURROUNDINGS = { size: { columns: 80, rows: 24 }, now: 0, home: '/home/ada' }

test('what is said on the command line points at files as what is typed does', () => {
  const prompt = 'explain @src/a.ts and @~/b.md, see #0123456789abcdef'
  const { model, effects } = firstModel({ settings: { ...SETTINGS, prompt }, ...SURROUNDINGS })
  expect(model.talks[0]?.queue).toMatchObject([
    { text: prompt, files: ['/work/notes/src/a.ts', '/home/ada/b.md'], talks: ['0123456789abcdef'] },
  ])
  expect(effects).toMatchObject([{ do: 'start', agent: 'scout', cwd: '/work/notes' }])
})

test('who says nothing on the command line sends nothing', () => {
  expect(firstModel({ settings: SETTINGS, ...SURROUNDINGS }).model.talks[0]?.queue).toEqual([])
})
