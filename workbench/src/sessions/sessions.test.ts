import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { closeShowcases, leave, showcase } from '../../showcase/browser.fixture.js'

// The first page waits for a browser and for everything to be compiled.
vi.setConfig({ testTimeout: 90_000 })

let page: Page

async function open(picture: string): Promise<void> {
  page = await showcase('sessions/sessions', picture)
  await page.locator('.sessions-pane').waitFor()
}

const calls = (): Promise<unknown[][]> => page.evaluate(() => window.calls ?? [])
const focused = (): Promise<string> =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.session ?? '')

afterEach(() => leave(page))
afterAll(closeShowcases)

test('the list is one stop for Tab, and arrows walk through it', async () => {
  await open('filled')
  await page.getByRole('button', { name: 'New', exact: true }).focus()
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('scout/1')
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe('scout/3')
  await page.keyboard.press('Home')
  await expect.poll(focused).toBe('scout/2')
  await page.keyboard.press('Enter')
  expect(await calls()).toEqual([['selectTalk', 'scout/2']])
})

test('the menu of a conversation opens by key, is walked with arrows, and gives the focus back', async () => {
  await open('filled')
  await page.locator('[data-session="scout/3"]').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Fork')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  expect(await focused()).toBe('scout/3')
  expect(await calls()).toEqual([])
})

test('a right click opens the same menu, and a choice is carried out', async () => {
  await open('filled')
  await page.locator('[data-session="scout/4"]').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect.poll(calls).toEqual([['archiveTalk', 'scout/4', true]])
})

test('a conversation is renamed in place by keyboard alone; Escape leaves it as it was', async () => {
  await open('filled')
  await page.locator('[data-session="scout/3"]').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Another title')
  await page.keyboard.press('Escape')
  expect(await calls()).toEqual([])
  await page.locator('[data-session="scout/3"]').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Another title')
  await page.keyboard.press('Enter')
  expect(await calls()).toEqual([['renameTalk', 'scout/3', 'Another title']])
  await expect.poll(focused).toBe('scout/3')
})

test('nothing is deleted before somebody has said so twice', async () => {
  await open('filled')
  await page.locator('[data-session="scout/4"]').focus()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').waitFor()
  expect(await calls()).toEqual([])
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  expect(await calls()).toEqual([['deleteTalk', 'scout/4']])
})

test('a new conversation is begun with an agent, in a folder that is allowed', async () => {
  await open('beginning')
  const folder = page.getByRole('textbox', { name: 'Folder' })
  expect(await folder.evaluate(field => field === document.activeElement)).toBe(true)
  await folder.fill('/etc')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('alert').innerText()).toContain('/home/ada/notes')
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('ranger')
  await page.getByRole('button', { name: '/home/ada/notes' }).click()
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect.poll(calls).toEqual([['newTalk', { agent: 'ranger', cwd: '/home/ada/notes' }]])
})

test('a conversation is taken away as a file', async () => {
  await open('open')
  await page.locator('[data-session="scout/1"]').click({ button: 'right' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as Markdown' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('greetings.md')
  const text = await (await download.createReadStream()).toArray()
  expect(Buffer.concat(text).toString()).toContain('Hello from the page')
})

test('of very many conversations few are drawn, and the keyboard still reaches the last', async () => {
  await open('many')
  await expect.poll(() => page.locator('.session-line').count()).toBeLessThan(100)
  await page.locator('[data-session="scout/700"]').focus()
  await page.keyboard.press('End')
  await expect.poll(focused).toMatch(/^scout\/\d+$/)
  await expect.poll(focused).not.toBe('scout/700')
  expect(await page.locator('.session-line').count()).toBeLessThan(100)
})

test('searching narrows the list at once, and Escape shows all again', async () => {
  await open('filled')
  const field = page.getByRole('searchbox', { name: 'Search conversations' })
  await field.fill('ranger')
  expect(await page.locator('.session-line').count()).toBe(1)
  await page.keyboard.press('Escape')
  expect(await page.locator('.session-line').count()).toBe(7)
})
