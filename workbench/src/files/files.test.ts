import { emptyThread, reduce, type Thread } from '@parley/acp/thread'
import type { Page } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { seriousFindings } from '../../showcase/axe.fixture.js'
import { closeShowcases, type Look, leave, showcase } from '../../showcase/browser.fixture.js'
import { locationsIn } from './locations.js'
import { toSize } from './sizes.js'
import { foldersAbove, moveFor, rowsOf, type Tree } from './tree.js'

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 })
afterAll(closeShowcases)

const entries = [
  { name: 'b10.ts', kind: 'file' },
  { name: 'b2.ts', kind: 'file' },
  { name: 'src', kind: 'folder' },
] as const
const tree: Tree = {
  root: '/shop',
  folders: new Map([
    ['/shop', { is: 'read', entries, isCut: false }],
    ['/shop/src', { is: 'read', entries: [{ name: 'a.ts', kind: 'file' }], isCut: true }],
  ]),
  open: new Set(['/shop/src']),
}

test('folders stand first, names are in the order people count, and what is cut is said', () => {
  expect(rowsOf(tree).map(({ level, name, position, size }) => [level, name, position, size])).toEqual([
    [1, 'src', 1, 3],
    [2, 'a.ts', 1, 1],
    [2, 'There is more than is shown here.', 1, 1],
    [1, 'b2.ts', 2, 3],
    [1, 'b10.ts', 3, 3],
  ])
})

test('folders that are empty, unread or forbidden say so', () => {
  const names = (folders: Tree['folders']) => rowsOf({ ...tree, folders }).map(({ name }) => name)
  expect(names(new Map())).toEqual(['Reading …'])
  expect(names(new Map([['/shop', { is: 'failed', message: 'No leave.' }]]))).toEqual(['No leave.'])
  expect(names(new Map([['/shop', { is: 'read', entries: [], isCut: false }]]))).toEqual(['Empty'])
})

test('keys lead through a tree as people know it', () => {
  const rows = rowsOf(tree)
  const move = (key: string, from: string | undefined) => moveFor(key, rows, from)
  expect(move('ArrowDown', undefined)).toEqual({ is: 'go', path: '/shop/src' })
  expect(move('ArrowDown', '/shop/src/a.ts')).toEqual({ is: 'go', path: '/shop/b2.ts' })
  expect(move('ArrowRight', '/shop/src')).toEqual({ is: 'go', path: '/shop/src/a.ts' })
  expect(move('ArrowLeft', '/shop/src/a.ts')).toEqual({ is: 'go', path: '/shop/src' })
  expect(move('ArrowLeft', '/shop/src')).toEqual({ is: 'close', path: '/shop/src' })
  expect(move('ArrowUp', '/shop/b10.ts')).toEqual({ is: 'go', path: '/shop/b2.ts' })
  expect(move('Enter', '/shop/b2.ts')).toEqual({ is: 'choose', path: '/shop/b2.ts' })
  expect(move('End', undefined)).toEqual({ is: 'go', path: '/shop/b10.ts' })
  expect(move('b', '/shop/b2.ts')).toEqual({ is: 'go', path: '/shop/b10.ts' })
  expect(move('ArrowRight', '/shop/b2.ts')).toBeUndefined()
  expect(move('Tab', '/shop/b2.ts')).toBeUndefined()
})

test('the folders above a file are those under the root', () => {
  expect(foldersAbove('/shop', '/shop/src/pages/a.ts')).toEqual(['/shop/src', '/shop/src/pages'])
  expect(foldersAbove('/shop', '/elsewhere/a.ts')).toEqual([])
})

test('the latest location of the agent comes first, and each only once', () => {
  const call = (toolCallId: string, locations: readonly object[]) => ({
    ...{
      sessionUpdate: 'tool_call',
      toolCallId,
      title: `Call ${toolCallId}`,
      status: 'completed',
      locations,
    },
  })
  const updates = [
    call('1', [{ path: '/a' }, { path: '/b', line: 3 }]),
    call('2', [{ path: '/a' }, { path: '/c', line: 0 }]),
  ]
  const thread = updates.reduce<Thread>((made, update) => reduce(made, update as never), emptyThread(1))
  expect(locationsIn(thread, 9)).toEqual([
    { path: '/c', title: 'Call 2', isOpen: false },
    { path: '/a', title: 'Call 2', isOpen: false },
    { path: '/b', line: 3, title: 'Call 1', isOpen: false },
  ])
  expect(locationsIn(thread, 1)).toHaveLength(1)
})

test('sizes are read by people', () => {
  expect([0, 999, 1_000, 48_213, 1_500_000, 5e12].map(toSize)).toEqual([
    ...['0 bytes', '999 bytes', '1.0 kB', '48.2 kB', '1.5 MB', '5000 GB'],
  ])
})

async function open(picture: string, look?: Look): Promise<Page> {
  const page = await showcase('files/files', picture, look)
  await page.waitForSelector('[role="treeitem"], .shown-file, [data-status="empty"]')
  return page
}

test('a file is found in the tree by keys alone, and shown', async () => {
  const page = await open('tree')
  await page.getByRole('tree').focus()
  await page.keyboard.press('s')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('treeitem', { name: 'cart.ts' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('.shown-file[data-status="file"]', { hasText: 'export function total' }).waitFor()
  expect(await page.getByRole('treeitem', { name: 'cart.ts' }).getAttribute('aria-selected')).toBe('true')
  await leave(page)
})

test('who follows the agent sees its line, why it was there, and stays when a file is chosen', {
  timeout: 60_000,
}, async () => {
  const page = await open('following')
  const line = page.locator('.viewer-line[data-current]')
  await line.filter({ hasText: 'item.cents' }).filter({ hasText: 'Count in cents' }).waitFor()
  await page.getByText('Where the agent was (3)').click()
  await page.getByRole('button', { name: 'words.txt:30000' }).click()
  await line.filter({ hasText: 'word 30000' }).waitFor()
  expect(await page.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed')).toBe('false')
  expect(await page.locator('.viewer-line').count()).toBeLessThan(200)
  await leave(page)
})

test('a few letters find a file, and a changed one leads to its changes', async () => {
  const page = await open('tree')
  await page.getByRole('combobox', { name: 'Find a file' }).fill('cart')
  await page.getByRole('option', { name: 'cart.ts' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Open in Changes' }).click()
  const { pane, file } = await page.evaluate(() => window.means!.view.getState())
  expect([pane, file?.path]).toEqual(['changes', '/home/ada/shop/src/cart.ts'])
  await leave(page)
})

test('files that are no text, gone or cut say so', async () => {
  for (const [picture, words] of [
    ['binary', 'The file has 48.2 kB and is not text.'],
    ['missing', 'There is no such file'],
    ['long', 'Only the beginning is shown'],
  ] as const) {
    const page = await open(picture)
    await page.getByText(words).waitFor()
    await leave(page)
  }
})

test.each(['tree', 'following'])('axe finds nothing serious in "%s"', async picture => {
  const page = await open(picture)
  expect(await seriousFindings(page, '#workbench')).toEqual([])
  await leave(page)
})
