import type { Page } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { seriousFindings } from '../../showcase/axe.fixture.js'
import { closeShowcases, type Look, leave, showcase } from '../../showcase/browser.fixture.js'

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 })
afterAll(closeShowcases)

const NAME = 'changes/changes'
const HUNK = '[data-hunk]'
const FILE = '/home/ada/shop/a.txt'

async function open(picture: string, look?: Look): Promise<Page> {
  const page = await showcase(NAME, picture, look)
  await page.waitForSelector(`${HUNK}, [data-status="empty"], .diff-note[data-status]`)
  return page
}

const onDisk = (page: Page, path = FILE) => page.evaluate(name => window.disk?.get(name), path)
const callsOf = (page: Page, name: string) =>
  page.evaluate(wanted => window.calls?.filter(([action]) => action === wanted), name)

/** Presses the button of this hunk, from 0. */
const press = (page: Page, hunk: number, label: string) =>
  page.locator(HUNK).nth(hunk).getByRole('button', { name: label }).click()

const hunksLeft = (page: Page, count: number) =>
  page.waitForFunction(([hunks, wanted]) => document.querySelectorAll(hunks).length === wanted, [
    HUNK,
    count,
  ] as const)

test('rejecting a hunk writes the file without it and with its neighbours, and nothing else', async () => {
  const page = await open('neighbours')
  await press(page, 0, 'Reject')
  await hunksLeft(page, 2)
  expect(await onDisk(page)).toBe('one\ntwo\nTHREE\nfour\nfive\nsix')
  await press(page, 0, 'Reject')
  await hunksLeft(page, 1)
  expect(await onDisk(page)).toBe('one\ntwo\nthree\nfour\nfive\nsix')
  await press(page, 0, 'Reject')
  await page.getByText('As before').first().waitFor()
  expect(await onDisk(page)).toBe('one\ntwo\nthree\nfour\nfive')
  await page.getByText('nothing left to decide').waitFor()
  expect(await page.getByRole('button', { name: /^(Keep|Reject)/ }).count()).toBe(0)
  expect(await page.getByText('Also changed since by other means').count()).toBe(0)
  await leave(page)
})

test('what was rejected last is undone, one after the other', async () => {
  const page = await open('neighbours')
  const first = await onDisk(page)
  await press(page, 1, 'Reject')
  await hunksLeft(page, 2)
  const second = await onDisk(page)
  await press(page, 0, 'Reject')
  await hunksLeft(page, 1)
  await page.getByRole('button', { name: 'Undo reject' }).click()
  await hunksLeft(page, 2)
  expect(await onDisk(page)).toBe(second)
  await page.getByRole('button', { name: 'Undo reject' }).click()
  await hunksLeft(page, 3)
  expect(await onDisk(page)).toBe(first)
  expect(await page.getByRole('button', { name: 'Undo reject' }).count()).toBe(0)
  await leave(page)
})

test('line breaks of Windows and a missing one at the end stay as they are', async () => {
  const page = await open('windows')
  await press(page, 0, 'Reject')
  await hunksLeft(page, 1)
  expect(await onDisk(page)).toBe('one\r\ntwo\r\nthree\r\nfour')
  await press(page, 0, 'Reject')
  await page.getByText('As before').first().waitFor()
  expect(await onDisk(page)).toBe('one\r\ntwo\r\nthree\r\n')
  await leave(page)
})

test('a new file goes when it is rejected, a deleted one comes back, and undoing turns both round', async () => {
  const created = await open('created')
  const path = '/home/ada/shop/src/cents.ts'
  const text = await onDisk(created, path)
  await created.getByRole('button', { name: 'Reject file' }).click()
  await created.getByRole('button', { name: 'Undo reject' }).click()
  await hunksLeft(created, 1)
  expect(await onDisk(created, path)).toBe(text)
  const writes = await callsOf(created, 'writeFile')
  expect(writes).toMatchObject([
    ['writeFile', 'scout/1', { path, text: null }],
    ['writeFile', 'scout/1', { path, text, digest: null }],
  ])
  await leave(created)
  const deleted = await open('deleted')
  await press(deleted, 0, 'Reject')
  await deleted.getByText('As before').first().waitFor()
  expect(await onDisk(deleted, '/home/ada/shop/docs/notes.md')).toBe('# Notes\n\nPrices are in euros.\n')
  await leave(deleted)
})

test('a file that somebody changes meanwhile is not written, and can be reloaded', async () => {
  const page = await open('neighbours')
  await page.evaluate(path => window.disk?.set(path, 'somebody else\n'), FILE)
  await press(page, 0, 'Reject')
  await page.locator('[data-status="conflict"]').waitFor()
  expect(await onDisk(page)).toBe('somebody else\n')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByText('Also changed since by other means').waitFor()
  expect(await page.locator('[data-status="conflict"]').count()).toBe(0)
  await leave(page)
})

test('comments become one prompt with what was rejected, and the next round begins after it', async () => {
  const page = await open('neighbours')
  await page.locator('.diff-plus').first().focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Why shout?')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Why shout?').waitFor()
  await press(page, 1, 'Reject')
  await page.getByText('1 comment and 1 rejection not sent yet').waitFor()
  await page.getByRole('button', { name: 'Send review' }).click()
  const [sent] = (await callsOf(page, 'prompt')) ?? []
  const text = [
    'Review of your changes:',
    '',
    'a.txt, line 1 (a line that you removed):',
    '```',
    'one',
    '```',
    'Why shout?',
    '',
    'I rejected these changes and took them back in the files:',
    '',
    'a.txt, line 3:',
    '```diff',
    '-three',
    '+THREE',
    '```',
  ].join('\n')
  expect(sent).toEqual([
    'prompt',
    'scout/1',
    {
      text,
      blocks: [{ type: 'resource_link', uri: 'file:///home/ada/shop/a.txt', name: 'a.txt' }],
    },
  ])
  await page.getByText('The agent has changed nothing since your last review.').waitFor()
  expect(await page.getByRole('radio', { name: 'Since the last review' }).isChecked()).toBe(true)
  expect(await page.getByRole('button', { name: 'Send review' }).count()).toBe(0)
  await leave(page)
})

test('keys keep and reject the hunk that has the focus, and go on to the next', async () => {
  const page = await open('neighbours')
  await page.locator(HUNK).first().focus()
  await page.keyboard.press('Alt+y')
  await page.locator(`${HUNK}[data-status="kept"]`).waitFor()
  expect(await page.locator('.diff-code', { hasText: 'ONE' }).count()).toBe(0)
  await page.keyboard.press('Control+Alt+z')
  await hunksLeft(page, 2)
  expect(await onDisk(page)).toBe('ONE\ntwo\nthree\nfour\nfive\nsix')
  await page.waitForFunction(() => document.activeElement?.matches('[data-hunk]'))
  await page.keyboard.press('Shift+Alt+Z')
  await hunksLeft(page, 0)
  expect(await onDisk(page)).toBe('ONE\ntwo\nthree\nfour\nfive')
  await leave(page)
})

test('letters go from hunk to hunk, and c opens a comment on the line', async () => {
  const page = await open('neighbours')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.locator(HUNK).first().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  expect(await focused()).toBe('Hunk: 1 line replaced by 2')
  await page.keyboard.press('k')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('c')
  await page.getByLabel('Comment on line 3', { exact: true }).first().waitFor()
  await page.keyboard.type('jk')
  await page.keyboard.press('Control+Enter')
  await page.getByText('jk').waitFor()
  await leave(page)
})

test('a comment turns stale when its line goes, and is still there after a reload of the page', async () => {
  const page = await open('neighbours')
  await page.locator('.diff-plus').nth(1).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Louder.')
  await page.getByRole('button', { name: 'Add to review' }).click()
  await press(page, 0, 'Reject')
  await page.getByText('Stale: the code has changed').waitFor()
  await page.reload()
  await page.getByText('Louder.').waitFor()
  await page.getByRole('button', { name: 'Delete comment' }).click()
  expect(await page.getByText('Louder.').count()).toBe(0)
  await leave(page)
})

test('gaps open, and long files are cut until all is asked for', async () => {
  const apart = await open('apart')
  expect(await apart.locator('.diff-line').count()).toBe(14)
  await apart.getByRole('button', { name: 'Show 33 lines' }).click()
  expect(await apart.locator('.diff-line').count()).toBe(47)
  await leave(apart)
  const huge = await open('huge')
  await huge.getByRole('button', { name: 'words.txt' }).first().click()
  await huge.getByRole('button', { name: 'Show 4000 of 17600 more lines' }).waitFor()
  await leave(huge)
})

test('two columns stand where there is room for them', async () => {
  const wide = await open('one', { width: 1_280 })
  await wide.waitForSelector('.diff-table[data-layout="split"]')
  await leave(wide)
  const narrow = await open('one', { width: 600 })
  await narrow.waitForSelector('.diff-table[data-layout="unified"]')
  await leave(narrow)
})

test('whoever only looks on can reject and send nothing', async () => {
  const page = await open('viewer')
  expect(await page.getByRole('button', { name: 'Reject' }).count()).toBe(0)
  await page.locator(HUNK).first().focus()
  await page.keyboard.press('Shift+Alt+Z')
  await page.keyboard.press('Control+Alt+z')
  expect(await callsOf(page, 'writeFile')).toEqual([])
  await leave(page)
})

test.each(['several', 'commented', 'hidden', 'view'])(
  'axe finds nothing serious in "%s", light or dark',
  async picture => {
    for (const isDark of [false, true]) {
      const page = await showcase(NAME, picture, { isDark, width: 1_000 })
      await page.waitForSelector('.diff-table')
      await page.waitForSelector(picture === 'commented' ? '.code-keyword' : '.diff-line')
      expect(await seriousFindings(page, '#workbench')).toEqual([])
      await leave(page)
    }
  },
)
