import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { closeShowcases, type Look, leave, showcase } from '../../showcase/browser.fixture.js'

// The first page waits for a browser and for everything to be compiled.
vi.setConfig({ testTimeout: 90_000 })

let page: Page

async function open(picture: string, look?: Look): Promise<void> {
  page = await showcase('shell/shell', picture, look)
  await page.locator('.shell, .entrance-page, .blank').first().waitFor()
}

const phone = { width: 390, height: 844 }
const calls = (): Promise<unknown[][]> => page.evaluate(() => window.calls ?? [])
const width = async (selector: string): Promise<number> =>
  Math.round((await page.locator(selector).boundingBox())?.width ?? 0)

afterEach(() => leave(page))
afterAll(closeShowcases)

test('the palette is found by its key, searched by letters and left by Enter', async () => {
  await open('working')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'What do you want to do' })
  await field.fill('plan')
  const chosen = page.locator('.palette-option[aria-selected="true"]')
  expect(await chosen.innerText()).toContain('Show Plan')
  expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'))
  await page.keyboard.press('Enter')
  await page.getByRole('tabpanel', { name: 'Plan' }).waitFor()
  expect(await page.locator('dialog').count()).toBe(0)
})

test('the palette reaches modes, options, commands and other conversations', async () => {
  await open('working')
  for (const query of ['mode ask', 'model large', '/overview', 'why does checkout']) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'What do you want to do' }).fill(query)
    await page.keyboard.press('Enter')
  }
  expect(await calls()).toEqual([
    ['setMode', 'scout/1', 'ask'],
    ['setOption', 'scout/1', 'model', 'large'],
    ['prompt', 'scout/1', { text: '/overview', blocks: [] }],
    ['selectTalk', 'scout/3'],
  ])
})

test('panes and conversations are made wider and narrower by arrows', async () => {
  await open('plan', { width: 1600 })
  const before = [await width('.shell-pane'), await width('.shell-sessions')]
  await page.getByRole('separator', { name: 'Width of the pane' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('separator', { name: 'Width of the conversations' }).focus()
  await page.keyboard.press('ArrowLeft')
  expect([await width('.shell-pane'), await width('.shell-sessions')]).toEqual([
    (before[0] ?? 0) + 16,
    (before[1] ?? 0) - 16,
  ])
})

test('the line beside the conversations can be dragged', async () => {
  await open('working')
  const before = await width('.shell-sessions')
  await page.mouse.move(before, 300)
  await page.mouse.down()
  await page.mouse.move(before + 60, 300, { steps: 4 })
  await page.mouse.up()
  expect(await width('.shell-sessions')).toBe(before + 60)
})

test('Escape closes the pane first, and then stops the turn', async () => {
  await open('plan')
  await page.keyboard.press('Escape')
  expect(await page.locator('.shell-pane').count()).toBe(0)
  expect(await calls()).toEqual([])
  await page.keyboard.press('Escape')
  expect(await calls()).toEqual([['cancel', 'scout/1']])
})

test('keys that write something do nothing else while somebody types', async () => {
  await open('working')
  await page.getByRole('searchbox', { name: 'Search conversations' }).focus()
  await page.keyboard.type('?!')
  expect(await page.locator('dialog').count()).toBe(0)
  expect(await page.getByRole('searchbox').inputValue()).toBe('?!')
})

test('words are looked for in the conversation from wherever somebody is, and from the palette', async () => {
  await open('working')
  const field = page.getByRole('searchbox', { name: 'Search in this conversation' })
  await page.locator('.shell-composer textarea').focus()
  await page.keyboard.press('Control+f')
  await field.and(page.locator(':focus')).waitFor()
  await page.locator('.shell-composer textarea').focus()
  await page.keyboard.press('Control+f')
  await field.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  expect(await calls()).toEqual([])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'What do you want to do' }).fill('find in this')
  await page.keyboard.press('Enter')
  await field.and(page.locator(':focus')).waitFor()
})

test('a recording that was opened, and the filter on it, are there again after a look at another pane', async () => {
  await open('protocol')
  const header = JSON.stringify({ recording: 1, startedAt: 0, by: 'a test' })
  await page
    .getByLabel('Open a recording')
    .setInputFiles({ name: 'kept.ndjson', mimeType: 'text/plain', buffer: Buffer.from(`${header}\n`) })
  await expect.poll(() => page.getByLabel('Connection').inputValue()).toBe('kept.ndjson')
  await page.getByLabel('Filter', { exact: true }).fill('kind:error')
  await page.getByRole('tab', { name: /^Plan/ }).click()
  await page.getByRole('tabpanel', { name: 'Plan' }).waitFor()
  await page.getByRole('tab', { name: /^Protocol/ }).click()
  expect(await page.getByLabel('Connection').inputValue()).toBe('kept.ndjson')
  expect(await page.getByLabel('Filter', { exact: true }).inputValue()).toBe('kind:error')
})

test('a question mark shows every key', async () => {
  await open('working')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await page.locator('dialog').count()).toBe(0)
  expect(await calls()).toEqual([])
})

test('recent conversations are switched between while Alt is held', async () => {
  await open('working')
  await page.evaluate(() => {
    const { store } = window.means as NonNullable<typeof window.means>
    store.setState({ current: 'scout/3' })
    store.setState({ current: 'ranger/5' })
    store.setState({ current: 'scout/1' })
  })
  await page.keyboard.down('Alt')
  await page.keyboard.press('Backquote')
  await page.getByRole('listbox', { name: 'Recent conversations' }).waitFor()
  await page.keyboard.press('Backquote')
  await page.keyboard.up('Alt')
  await expect.poll(calls).toEqual([['selectTalk', 'scout/3']])
})

test('the tabs of panes are walked with arrows, and opened with Enter', async () => {
  await open('working')
  await page.getByRole('tab', { name: 'Changes' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const plan = page.getByRole('tab', { name: 'Plan, 1 of 3 done' })
  expect(await plan.getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  expect(await plan.getAttribute('aria-selected')).toBe('false')
})

test('on a phone conversations are a sheet, and going back closes it', async () => {
  await open('working', phone)
  await page.getByRole('button', { name: 'Sessions' }).click()
  await page.locator('.shell-sessions').waitFor()
  expect(await page.locator('.shell-middle').getAttribute('inert')).not.toBeNull()
  await page.goBack()
  await page.locator('.shell-sessions').waitFor({ state: 'detached' })
  expect(await page.locator('.shell-middle').getAttribute('inert')).toBeNull()
})

test('on a phone a pane is a sheet, and closing it leaves no step in the history', async () => {
  await open('working', phone)
  const steps = await page.evaluate(() => history.length)
  await page.getByRole('tab', { name: /^Plan/ }).click()
  await page.getByRole('tabpanel', { name: /^Plan/ }).waitFor()
  await page.getByRole('button', { name: 'Close Plan' }).click()
  await page.locator('.shell-pane').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => Object(history.state).isSheet === true)).toBe(false)
  expect(await page.evaluate(() => history.length)).toBe(steps + 1)
})

test('choosing a conversation in the sheet shows it', async () => {
  await open('sheet', phone)
  await page.getByRole('link', { name: /^Why does checkout/ }).click()
  expect(await calls()).toEqual([['selectTalk', 'scout/3']])
  await page.locator('.shell-sessions').waitFor({ state: 'detached' })
})

test('what happens is said aloud, and stands on the tab', async () => {
  await open('working')
  await expect.poll(() => page.title()).toBe('◐ working · shop')
  await page.evaluate(() => {
    const { store } = window.means as NonNullable<typeof window.means>
    const talk = store.getState().talks.get('scout/1')
    if (talk) store.setState({ talks: new Map([['scout/1', { ...talk, turn: { state: 'idle' } }]]) })
  })
  await expect.poll(() => page.locator('[data-region="status"]').innerText()).toBe('finished')
  expect(await page.title()).toBe('shop · Parley')
})

test('an example of the first run begins a conversation with it', async () => {
  await open('first run')
  await page.getByRole('button', { name: '/run ls' }).click()
  await expect.poll(calls).toEqual([
    ['newTalk', { agent: 'scout', cwd: '/home/ada/shop' }],
    ['selectTalk', 'scout/new'],
    ['prompt', 'scout/new', { text: '/run ls', blocks: [] }],
  ])
})

test('where no conversation is open, one begins with what is written there', async () => {
  await open('nothing open')
  const field = page.getByRole('textbox', { name: 'Prompt' })
  await field.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  expect(await calls()).toEqual([])
  await page.keyboard.type('Round the prices')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('all of them')
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('ranger')
  await field.press('Enter')
  await expect.poll(calls).toEqual([
    ['newTalk', { agent: 'ranger', cwd: '/home/ada/shop' }],
    ['selectTalk', 'scout/new'],
    ['prompt', 'scout/new', { text: 'Round the prices\nall of them', blocks: [] }],
  ])
})

test('the theme goes from the system to light to dark, and the page with it', async () => {
  await open('working')
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('button', { name: 'Theme: system' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor()
  expect(await ground()).not.toBe(light)
})

test('the title is written where it stands', async () => {
  await open('working')
  await page.getByRole('button', { name: 'Fix the rounding in prices' }).first().click()
  const field = page.getByRole('textbox', { name: 'Title of the conversation' })
  await field.fill('Cents')
  await page.keyboard.press('Enter')
  expect(await calls()).toEqual([['renameTalk', 'scout/1', 'Cents']])
})

test('a pane that breaks says so, leaves the rest alone, and is drawn again', async () => {
  await open('broken pane')
  expect(await page.locator('.blank').innerText()).toContain('a piece was missing')
  await page.getByRole('button', { name: 'Draw it again' }).click()
  await page.getByText('Drawn after all').waitFor()
})

test('a command that wants an argument is put into the composer, where nothing is written yet', async () => {
  await open('working')
  const composer = page.locator('.shell-composer textarea')
  for (const query of ['/read', '/read']) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'What do you want to do' }).fill(query)
    await page.keyboard.press('Enter')
    await expect.poll(() => composer.inputValue()).toBe('/read ')
  }
  expect(await composer.evaluate(field => field === document.activeElement)).toBe(true)
  expect(await calls()).toEqual([])
})
