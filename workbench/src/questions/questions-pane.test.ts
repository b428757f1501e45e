/** Questions in a real browser: nobody answers by accident, and everything can be answered by keyboard. */

import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { seriousFindings } from '../../showcase/axe.fixture.js'
import { closeShowcases, type Look, leave, showcase } from '../../showcase/browser.fixture.js'

const MINUTE = 60_000
let page: Page

async function open(picture: string, look?: Look): Promise<void> {
  page = await showcase('questions/questions', picture, look)
  await page.locator('.composer').waitFor()
}

const calls = () => page.evaluate(() => window.calls ?? [])
const answers = async () => (await calls()).filter(([name]) => String(name).startsWith('answer'))
const card = (name: string) => page.getByRole('region', { name })

/** Longer than a question is deaf after it appeared. */
const read = () => page.waitForTimeout(350)

/** Asks once more what was asked before, under another name. */
const ask = (id: string) =>
  page.evaluate(given => {
    const { store } = window.means ?? {}
    const talk = store?.getState().talks.get('scout/1')
    const asked = window.asked ?? talk?.questions[0]
    if (talk === undefined || asked === undefined) return
    window.asked = asked
    store?.setState({ talks: new Map([[talk.key, { ...talk, questions: [{ ...asked, id: given }] }]]) })
  }, id)

declare global {
  interface Window {
    early?: readonly Event[]
    asked?: NonNullable<
      ReturnType<NonNullable<Window['means']>['store']['getState']>['talks'] extends ReadonlyMap<
        string,
        infer Talk
      >
        ? Talk
        : never
    >['questions'][number]
  }
}

afterEach(() => leave(page))
afterAll(closeShowcases, MINUTE)

test(
  'a key that was on its way when the question appeared answers nothing',
  async () => {
    await open('command', { isAlone: true })
    // Time stands still, so that the machine's own pace decides nothing.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await ask('fresh')
    await page.locator('.question:focus').waitFor()
    for (const key of ['a', 'A', 'r', 'w', '1', 'Escape', 'Shift+Alt+A']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    expect(await answers()).toEqual([])
    await page.clock.runFor(301)
    await page.keyboard.press('a')
    expect(await answers()).toEqual([['answerPermission', 'scout/1', 'fresh', 'once']])
  },
  MINUTE,
)

/** Whatever opens, sends, accepts or puts aside, by mouse and by keyboard. */
const PRESSES: Readonly<Record<string, readonly string[]>> = {
  command: ['Allow', 'Reject', 'Reject with a reason', 'Dismiss'],
  form: ['Submit', 'Decline', 'Cancel'],
  url: ['Open in a new tab', 'Done', 'Decline', 'Cancel'],
  'sign-in': ['Sign in', 'I have signed in', 'Not now'],
}

/** A card that is gone is not waited for. */
const SOON = 5_000

/** Everything on the card is pressed once, in whatever way there is. */
async function pressAll(picture: string): Promise<void> {
  for (const name of PRESSES[picture] ?? []) {
    const pressed = page
      .locator('.question')
      .locator('a, button')
      .filter({ hasText: new RegExp(`^${name}`) })
      .first()
    await pressed.click({ timeout: SOON })
    await pressed.focus({ timeout: SOON })
    await page.keyboard.press('Enter')
    if ((await pressed.evaluate(({ tagName }) => tagName)) === 'BUTTON') await page.keyboard.press('Space')
  }
  await page.locator('.question').evaluate(card => {
    card.querySelector('form')?.requestSubmit()
    const link = card.querySelector('a')
    link?.dispatchEvent(new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }))
  })
  await page.keyboard.press('Escape')
}

test.each(Object.keys(PRESSES))(
  'nothing on the card of a %s does anything in its first moment, nor when it is another, nor when its window gets the focus',
  async picture => {
    await open(picture, { isAlone: true })
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await ask('fresh')
    await page.locator('.question').waitFor()
    const opened: string[] = []
    page.context().on('page', other => opened.push(other.url()))
    const settled = () => page.evaluate(() => document.querySelectorAll('[aria-invalid=true]').length)
    const before = await calls()
    await pressAll(picture)
    expect([await calls(), await settled(), opened]).toEqual([before, 0, []])
    await page.clock.runFor(301)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await pressAll(picture)
    expect([await calls(), await settled(), opened]).toEqual([before, 0, []])
    await page.clock.runFor(301)
    await ask(picture === 'sign-in' ? 'another' : 'fresh')
    if (picture !== 'sign-in') {
      await pressAll(picture)
      expect([await calls(), await settled(), opened]).toEqual([before, 0, []])
    }
    await page.clock.runFor(301)
    await page.locator('.question').focus()
    await page.keyboard.press('Escape')
    expect((await calls()).length).toBe(before.length + 1)
  },
  MINUTE,
)

test(
  'a key that was pressed early answers nothing, also where a busy page hears it late',
  async () => {
    await open('command')
    // Pressed in the moment in which the card is drawn, however long this test takes to hear of that.
    await page.evaluate(() => {
      const observer = new MutationObserver(() => {
        observer.disconnect()
        window.early = [
          new KeyboardEvent('keydown', { key: 'a', code: 'KeyA', bubbles: true }),
          new MouseEvent('click', { bubbles: true }),
        ]
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
    await ask('fresh')
    await page.locator('.question:focus').waitFor()
    await read()
    await page.evaluate(() => {
      const [stroke, click] = window.early ?? []
      if (stroke) document.querySelector('.question')?.dispatchEvent(stroke)
      if (click) document.querySelector('.choice-button')?.dispatchEvent(click)
    })
    expect(await answers()).toEqual([])
    await page.keyboard.press('a')
    expect(await answers()).toEqual([['answerPermission', 'scout/1', 'fresh', 'once']])
  },
  MINUTE,
)

test(
  'Enter answers nothing that could destroy something; letters and numbers do',
  async () => {
    await open('several')
    await card('Run a command').waitFor()
    await read()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    expect(await answers()).toEqual([])
    await page.keyboard.press('A')
    await card('Edit cart.ts and one more').waitFor()
    await read()
    await page.keyboard.press('Enter')
    expect(await answers()).toHaveLength(1)
    await page.keyboard.press('2')
    await card('Look at a page').waitFor()
    await read()
    await page.keyboard.press('Enter')
    expect(await answers()).toHaveLength(2)
    await page.keyboard.press('a')
    expect(await answers()).toEqual([
      ['answerPermission', 'scout/1', 'q1', 'session'],
      ['answerPermission', 'scout/1', 'q2', 'no'],
      ['answerPermission', 'scout/1', 'q3', 'once'],
    ])
    expect(await page.locator('.question').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Questions')
  },
  MINUTE,
)

test(
  'whoever is typing goes on typing; keys with Shift and Alt answer from there',
  async () => {
    await open('command')
    await page.getByLabel('Prompt', { exact: true }).focus()
    await ask('later')
    await page.locator('.question:not(:focus-within)').waitFor()
    await read()
    await page.keyboard.type('already 1')
    expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('already 1')
    expect(await answers()).toEqual([])
    await page.keyboard.press('Shift+Alt+X')
    expect(await answers()).toEqual([['answerPermission', 'scout/1', 'later', 'no']])
    await page.keyboard.type('!')
    expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('already 1!')
  },
  MINUTE,
)

const reasonField = () => page.getByRole('textbox', { name: 'Reject, and say why' })

test(
  'a no is given with a reason: Enter sends it, Escape folds it back, and what was written stays',
  async () => {
    await open('command')
    await page.locator('.question:focus').waitFor()
    await read()
    const opener = page.getByRole('button', { name: 'Reject with a reason…' })
    expect(await opener.textContent()).toContain('w')
    await page.keyboard.press('w')
    await reasonField().and(page.locator(':focus')).waitFor()
    expect(await reasonField().getAttribute('placeholder')).toBe('What should it do instead?')
    await page.keyboard.press('Enter')
    await page.keyboard.type('use a1')
    await page.keyboard.press('Escape')
    await page.locator('.question:focus').waitFor()
    expect([await calls(), await reasonField().count()]).toEqual([[], 0])
    await opener.click()
    await reasonField().and(page.locator(':focus')).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.type(' instead')
    await page.keyboard.press('Enter')
    expect(await calls()).toEqual([
      ['rejectWithReason', 'scout/1', 'q1', { optionId: 'no', reason: 'use a1 instead' }],
    ])
    expect(await page.locator('.question').count()).toBe(0)
  },
  MINUTE,
)

test(
  'whoever writes a reason when another question takes its place does not answer that one',
  async () => {
    await open('command')
    await page.locator('.question:focus').waitFor()
    await read()
    await page.keyboard.press('w')
    await reasonField().fill('use')
    await ask('another')
    await reasonField().waitFor({ state: 'detached' })
    await read()
    await page.keyboard.type('a r1')
    await page.keyboard.press('Enter')
    expect(await calls()).toEqual([])
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    expect(await answers()).toEqual([['answerPermission', 'scout/1', 'another', 'once']])
  },
  MINUTE,
)

test.each([
  ['on a desk', {}],
  ['on a phone', { width: 390, height: 800, isDark: true }],
] as const)(
  'the place for a reason can be read and hit %s',
  async (_, look) => {
    await open('command', look)
    await read()
    await page.getByRole('button', { name: 'Reject with a reason…' }).click()
    await reasonField().fill('Keep the coverage. '.repeat(20))
    expect(await seriousFindings(page, '.questions')).toEqual([])
    const sheet = await page.locator('.question').boundingBox()
    const { x = 0, width = 0 } = sheet ?? {}
    for (const part of await page.locator('.reason-field :is(textarea, button)').all()) {
      const box = await part.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(x)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(x + width)
      if ('width' in look) expect(box?.height).toBeGreaterThanOrEqual(44)
    }
  },
  MINUTE,
)

test(
  'one can look at the other questions first, and dismiss one',
  async () => {
    await open('several')
    await card('Run a command').waitFor()
    await page.keyboard.press('n')
    await card('Edit cart.ts and one more').waitFor()
    expect(await page.getByText('2 of 3').isVisible()).toBe(true)
    await page.keyboard.press('p')
    await page.keyboard.press('p')
    await card('Look at a page').waitFor()
    await read()
    await page.keyboard.press('Escape')
    expect(await answers()).toEqual([['answerPermission', 'scout/1', 'q3', undefined]])
  },
  MINUTE,
)

test(
  'every line of every file is shown before a change is allowed',
  async () => {
    await open('edit')
    await page.getByText('item.discount').first().waitFor()
    await page.getByText('export const DISCOUNT = 0.1').waitFor()
    expect(await page.locator('.change-view-path').allTextContents()).toEqual([
      '/home/ada/shop/src/cart.ts',
      '/home/ada/shop/src/discount.ts',
    ])
  },
  MINUTE,
)

test(
  'a question elsewhere is announced, with the way there',
  async () => {
    await open('elsewhere')
    await page.getByText('scout in blog asks: Delete drafts/').waitFor()
    await page.getByRole('button', { name: 'Go there' }).first().click()
    expect(await calls()).toEqual([['selectTalk', 'scout/2']])
  },
  MINUTE,
)

test(
  'whoever only looks on sees the question and cannot answer it',
  async () => {
    await open('viewer')
    await card('Run a command').waitFor()
    await read()
    await page.keyboard.press('a')
    await page.keyboard.press('Shift+Alt+A')
    expect(await page.getByRole('button', { name: 'Allow', exact: true }).count()).toBe(0)
    expect(await answers()).toEqual([])
  },
  MINUTE,
)

const FILLED: readonly (readonly [keys: string, ...presses: string[]])[] = [
  ['Spring'],
  ['two\nlines'],
  ['ada@example.org'],
  ['https://example.org/a'],
  ['03012026'],
]

test(
  'a form with every kind of field is filled in by keyboard alone',
  async () => {
    await open('form')
    const { keyboard } = page
    await page.getByLabel('Name').and(page.locator(':focus')).waitFor()
    await read()
    await keyboard.press('Enter')
    expect(await answers()).toEqual([])
    expect(await page.getByText('This is needed.').count()).toBe(2)
    expect(await page.locator(':focus').getAttribute('aria-invalid')).toBe('true')
    for (const [keys] of FILLED) {
      await keyboard.type(keys)
      await keyboard.press('Tab')
    }
    // A day has three parts, and a button that opens the calendar.
    await tabTo('Moment')
    await keyboard.type('03012026')
    await keyboard.press('ArrowRight')
    await keyboard.type('100000AM')
    await tabTo('Share')
    await keyboard.type('0.5')
    await tabTo('Count')
    await keyboard.press('ArrowUp')
    await tabTo('Sign it')
    await keyboard.press('Space')
    await tabTo('Stable')
    await keyboard.press('Space')
    await keyboard.press('ArrowDown')
    await tabTo('Region')
    await keyboard.type('c')
    await tabTo('linux')
    await keyboard.press('Space')
    await tabTo('windows')
    await keyboard.press('Space')
    await tabTo('Submit')
    await keyboard.press('Enter')
    const moment = await page.evaluate(() => new Date('2026-03-01T10:00:00').toISOString())
    const content = {
      ...{ name: 'Spring', notes: 'two\nlines', mail: 'ada@example.org', page: 'https://example.org/a' },
      ...{ day: '2026-03-01', moment, share: 0.5, count: 4, signed: true, channel: 'next', region: 'c' },
      targets: ['linux', 'windows'],
    }
    expect(await answers()).toEqual([['answerForm', 'scout/1', 'f1', { action: 'accept', content }]])
  },
  MINUTE,
)

/** Goes on with the Tab key until the thing of this name has the focus. */
async function tabTo(name: string): Promise<void> {
  for (let presses = 0; presses < 12; presses++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      const labels = element instanceof HTMLInputElement ? element.labels : undefined
      return `${labels?.[0]?.textContent ?? ''} ${element?.getAttribute('aria-label') ?? element?.textContent ?? ''}`
    })
    if (focused.trim().startsWith(name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not lead to ${name}`)
}

test(
  'what was written into a form is still there after a look at another conversation',
  async () => {
    await open('form')
    await page.getByLabel('Name').fill('Half of it')
    const show = (current: string | undefined): Promise<void> =>
      page.evaluate(key => window.means?.store.setState({ current: key }), current)
    await show(undefined)
    await page.getByLabel('Name').waitFor({ state: 'detached' })
    await show('scout/1')
    expect(await page.getByLabel('Name').inputValue()).toBe('Half of it')
  },
  MINUTE,
)

test(
  'a form is declined or put aside',
  async () => {
    await open('form')
    await ask('one')
    await read()
    await page.getByRole('button', { name: 'Decline' }).click()
    await ask('two')
    await page.getByLabel('Name').and(page.locator(':focus')).waitFor()
    await read()
    await page.keyboard.press('Escape')
    expect(await answers()).toEqual([
      ['answerForm', 'scout/1', 'one', { action: 'decline' }],
      ['answerForm', 'scout/1', 'two', { action: 'cancel' }],
    ])
  },
  MINUTE,
)

test(
  'an address is opened by the user alone, and tells the other side nothing of this page',
  async () => {
    await open('url')
    const link = page.getByRole('link', { name: 'Open in a new tab' })
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await page.locator('.address-host').textContent()).toBe('xn--shp-tna.example.org:8443')
    await read()
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await answers()).toEqual([['answerForm', 'scout/1', 'u1', { action: 'accept' }]])
  },
  MINUTE,
)

test(
  'one signs in by a way that the agent offers',
  async () => {
    await open('sign-in')
    expect(await page.getByText('SCOUT_LOGIN=1 … --login').isVisible()).toBe(true)
    await read()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    expect(await calls()).toEqual([['signIn', 'scout', 'browser']])
  },
  MINUTE,
)

test(
  'on a phone the question is a sheet at the bottom, with answers that can be hit',
  async () => {
    await open('command', { width: 390, height: 800 })
    const sheet = await page.locator('.question').boundingBox()
    expect(sheet).toMatchObject({ x: 0, width: 390 })
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(800)
    for (const button of await page.locator('.choice-button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  },
  MINUTE,
)
