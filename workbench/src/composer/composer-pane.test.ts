/** The composer in a real browser, by keyboard as people use it. */

import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { closeShowcases, type Look, leave, showcase } from '../../showcase/browser.fixture.js'

const MINUTE = 60_000
let page: Page

async function open(picture: string, look?: Look): Promise<void> {
  page = await showcase('composer/composer', picture, look)
  await page.getByLabel('Prompt', { exact: true }).or(page.getByText('You are looking on')).waitFor()
}

const input = () => page.getByLabel('Prompt', { exact: true })
const calls = () => page.evaluate(() => window.calls ?? [])
const callsOf = async (name: string) => (await calls()).filter(([called]) => called === name)

afterEach(() => leave(page))
afterAll(closeShowcases, MINUTE)

test(
  'Enter sends, Shift+Enter makes a line, and what was sent is gone from the text',
  async () => {
    await open('idle')
    await input().focus()
    await page.keyboard.type('one')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('two')
    expect(await calls()).toEqual([])
    await page.keyboard.press('Enter')
    expect(await calls()).toEqual([['prompt', 'scout/1', { text: 'one\ntwo', blocks: [] }]])
    expect(await input().inputValue()).toBe('')
  },
  MINUTE,
)

test(
  'Enter that belongs to an input method sends nothing',
  async () => {
    await open('idle', { isAlone: true })
    await input().focus()
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
    await page.keyboard.press('Enter')
    expect(await calls()).toEqual([])
    await session.send('Input.insertText', { text: '日本' })
    expect(await input().inputValue()).toContain('日本')
    await page.keyboard.press('Enter')
    expect(await callsOf('prompt')).toHaveLength(1)
  },
  MINUTE,
)

test(
  'on a touch screen Enter makes a line, and the button sends',
  async () => {
    await open('idle', { width: 390, isAlone: true })
    const session = await page.context().newCDPSession(page)
    const metrics = { width: 390, height: 800, deviceScaleFactor: 1, mobile: true }
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await session.send('Emulation.setDeviceMetricsOverride', metrics)
    await page.waitForFunction(() => matchMedia('(pointer: coarse)').matches)
    await input().focus()
    await page.keyboard.type('one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('two')
    expect(await calls()).toEqual([])
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await calls()).toEqual([['prompt', 'scout/1', { text: 'one\ntwo', blocks: [] }]])
  },
  MINUTE,
)

test(
  'a file is mentioned by a few letters, and its text goes along',
  async () => {
    await open('idle')
    await input().focus()
    await page.keyboard.type('look at @car')
    await page.getByRole('option', { name: 'cart.test.ts' }).waitFor()
    expect(await input().getAttribute('role')).toBe('combobox')
    await page.keyboard.press('ArrowDown')
    const marked = await input().getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${marked}"]`).textContent()).toContain('cart.test.ts')
    await page.keyboard.press('Enter')
    expect(await input().inputValue()).toBe('look at @src/cart.test.ts ')
    await page.keyboard.type('please')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => window.calls?.some(([name]) => name === 'prompt'))
    const path = '/home/ada/shop/src/cart.test.ts'
    const resource = { uri: `file://${path}`, text: `text of ${path}` }
    expect(await callsOf('prompt')).toEqual([
      [
        'prompt',
        'scout/1',
        { text: 'look at @src/cart.test.ts please', blocks: [{ type: 'resource', resource }] },
      ],
    ])
  },
  MINUTE,
)

test(
  'a command is completed at the beginning, and Escape closes the list alone',
  async () => {
    await open('working')
    await input().focus()
    await page.keyboard.type('/te')
    const list = page.getByRole('listbox', { name: 'Commands' })
    expect(await list.getByRole('option').first().textContent()).toContain('/test')
    await page.keyboard.press('Escape')
    expect(await list.count()).toBe(0)
    expect(await callsOf('cancel')).toEqual([])
    await page.keyboard.type('s')
    await page.keyboard.press('Tab')
    expect(await input().inputValue()).toBe('/test ')
  },
  MINUTE,
)

test(
  'Escape calls off the turn and gives back a prompt that nobody has answered',
  async () => {
    await open('working')
    await input().focus()
    await page.keyboard.press('Escape')
    expect(await callsOf('cancel')).toEqual([['cancel', 'scout/1']])
    expect(await input().inputValue()).toBe('Add a discount')
  },
  MINUTE,
)

test(
  'Up brings earlier prompts back, Down comes back from them, and Shift+Tab is the next mode',
  async () => {
    await open('idle')
    await input().focus()
    await page.keyboard.press('ArrowUp')
    expect(await input().inputValue()).toBe('Add a discount')
    await page.keyboard.press('ArrowUp')
    expect(await input().inputValue()).toBe('Fix the cart')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await input().inputValue()).toBe('')
    await page.keyboard.press('Shift+Tab')
    expect(await callsOf('setMode')).toEqual([['setMode', 'scout/1', 'code']])
  },
  MINUTE,
)

test(
  'a draft is there again when the page is loaded anew',
  async () => {
    await open('idle')
    await input().focus()
    await page.keyboard.type('half a thou')
    await page.reload()
    await input().waitFor()
    expect(await input().inputValue()).toBe('half a thou')
  },
  MINUTE,
)

const paste = (name: string, type: string) =>
  input().evaluate(
    (element, file) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array([137, 80, 78, 71])], file.name, { type: file.type }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { name, type },
  )

test(
  'a pasted picture is shown, can be left out, and goes along as it is',
  async () => {
    await open('idle')
    await paste('one.png', 'image/png')
    await page.getByText('one.png').waitFor()
    await paste('two.png', 'image/png')
    await page.getByText('two.png').waitFor()
    await page.getByRole('button', { name: 'Remove one.png' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    const image = { type: 'image', data: 'iVBORw==', mimeType: 'image/png' }
    expect(await callsOf('prompt')).toEqual([['prompt', 'scout/1', { text: '', blocks: [image] }]])
    expect(await page.getByText('two.png').count()).toBe(0)
  },
  MINUTE,
)

test(
  'what the agent does not take is said',
  async () => {
    await open('poor')
    await paste('one.png', 'image/png')
    await page.getByText('one.png was left out: Scout takes no pictures.').waitFor()
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  },
  MINUTE,
)

test(
  'what waits is reworded, moved, left out and sent at once',
  async () => {
    await open('queue')
    const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    await row('changelog').getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Queued prompt').fill('Write two entries')
    await page.keyboard.press('Enter')
    await row('changelog').getByRole('button', { name: 'Move up' }).click()
    await row('Commit it').getByRole('button', { name: 'Remove' }).click()
    await row('Commit it').getByRole('button', { name: 'Send now' }).click()
    await row('Commit it').dragTo(row('Then run'))
    expect(await calls()).toEqual([
      ['editQueued', 'scout/1', 'b', { text: 'Write two entries', blocks: [{ type: 'text', text: '' }] }],
      ['moveQueued', 'scout/1', 'b', 0],
      ['removeQueued', 'scout/1', 'c'],
      ['sendNow', 'scout/1', 'c'],
      ['moveQueued', 'scout/1', 'c', 0],
    ])
  },
  MINUTE,
)

test(
  'a queue that is held goes on or is cleared',
  async () => {
    await open('held')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Clear' }).click()
    expect((await calls()).map(([name, , id]) => [name, id ?? ''])).toEqual([
      ['releaseQueue', ''],
      ['removeQueued', 'a'],
      ['removeQueued', 'b'],
      ['removeQueued', 'c'],
    ])
  },
  MINUTE,
)

test(
  'many choices are searched, few are a list, yes and no is a switch',
  async () => {
    await open('idle')
    await page.getByRole('button', { name: 'Model: Model 4' }).click()
    await page.getByRole('combobox', { name: 'Search Model' }).waitFor()
    await page.keyboard.type('model 18')
    await page.keyboard.press('Enter')
    await page.getByLabel('Effort').selectOption('high')
    await page.getByRole('switch', { name: 'Web search' }).click()
    expect(await calls()).toEqual([
      ['setOption', 'scout/1', 'model', 'model-17'],
      ['setOption', 'scout/1', 'effort', 'high'],
      ['setOption', 'scout/1', 'web', false],
    ])
  },
  MINUTE,
)

test(
  'whoever only looks on is told so, and has no place to write',
  async () => {
    await open('viewer')
    expect(await page.getByRole('textbox').count()).toBe(0)
    expect(await page.getByText('You are looking on').isVisible()).toBe(true)
  },
  MINUTE,
)
