import type { Page } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { seriousFindings } from '../../showcase/axe.fixture.js'
import { closeShowcases, type Look, showcase, turnTo, violationsOf } from '../../showcase/browser.fixture.js'
import { untilStill } from '../../showcase/stillness.fixture.js'

vi.setConfig({ testTimeout: 90_000 })

const SHELL = [
  ...['working', 'changes', 'plan', 'terminals', 'files', 'protocol', 'question', 'offline', 'failed', 'out'],
  ...[
    'entering',
    'no agents',
    'first run',
    'nothing open',
    'many sessions',
    'palette',
    'keys',
    'switcher',
    'notices',
    'broken pane',
  ],
]
const SESSIONS = ['searching', 'not found', 'archive', 'many', 'beginning', 'renaming']

const PICTURES = [
  ...SHELL.map(picture => ['shell/shell', picture, {}] as const),
  ...['working', 'plan', 'sheet'].map(
    picture => ['shell/shell', picture, { width: 390, height: 844, isDark: true }] as const,
  ),
  ...['working', 'offline', 'first run', 'palette'].map(
    picture => ['shell/shell', picture, { isDark: true }] as const,
  ),
  ...SESSIONS.map(picture => ['sessions/sessions', picture, {}] as const),
]

afterAll(closeShowcases)

// One page for all pictures that are looked at in the same way: what was loaded once need not be loaded again.
const pages = new Map<string, Promise<Page>>()

async function pageOn(name: string, picture: string, look: Look): Promise<Page> {
  const key = JSON.stringify(look)
  const known = pages.get(key)
  if (known === undefined) pages.set(key, showcase(name, picture, look))
  else await turnTo(await known, name, picture)
  return (await pages.get(key)) as Page
}

test.each(PICTURES)(
  'axe finds nothing serious and the policy forbids nothing on %s "%s" %j',
  async (name, picture, look) => {
    const page = await pageOn(name, picture, look)
    await untilStill(page)
    expect(await seriousFindings(page)).toEqual([])
    expect(await violationsOf(page)).toEqual([])
  },
)

test('who has not asked for less motion sees what works turn, and the page is as sound', async () => {
  const turning = (page: Page): Promise<number> =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  const moving = await pageOn('shell/shell', 'working', { isMoving: true })
  await untilStill(moving)
  expect(await turning(moving)).toBeGreaterThan(0)
  expect(await seriousFindings(moving)).toEqual([])
  expect(await violationsOf(moving)).toEqual([])
  const calm = await pageOn('shell/shell', 'working', {})
  await untilStill(calm)
  expect(await turning(calm)).toBe(0)
})
