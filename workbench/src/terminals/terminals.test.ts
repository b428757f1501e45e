import { afterAll, expect, test } from 'vitest'
import { closeShowcases, leave, showcase, violationsOf } from '../../showcase/browser.fixture.js'
import { plainOutput } from './terminal-text.js'
import { matchingLines } from './text-search.js'

afterAll(closeShowcases)

test('an output as text is without sequences, and a line that was written over shows what stood there last', () => {
  expect(plainOutput('\u001b[31mred\u001b[0m\r\n 10 %\r 50 %\r100 %\n')).toBe('red\n100 %\n')
  expect(plainOutput('a\u001b]0;title\u0007b\u001b]8;;https://x.example\u001b\\c')).toBe('abc')
  expect(plainOutput('a\u001b]52;never ended\nb')).toBe('a\nb')
  expect(plainOutput('a\u202eb')).toBe('a·b')
  expect(plainOutput('whole\r')).toBe('whole')
})

test('lines are found by what stands in them, whatever the case', () => {
  expect(matchingLines('One\ntwo\nONE more', 'one')).toEqual([
    { number: 1, line: 'One' },
    { number: 3, line: 'ONE more' },
  ])
})

test('a screen shows colours within the policy of the page', { timeout: 60_000 }, async () => {
  const page = await showcase('terminals/terminals', 'two')
  const red = page.locator('.terminals-screen span', { hasText: '(1 failed)' }).last()
  await red.waitFor()
  expect(await red.evaluate(element => getComputedStyle(element).color)).toBe('rgb(160, 70, 0)')
  expect(await page.locator('.xterm-rows').evaluate(element => getComputedStyle(element).fontFamily)).toMatch(
    /mono/i,
  )
  expect(await violationsOf(page)).toEqual([])
  await leave(page)
})

test('a program reaches nothing beyond its characters', { timeout: 60_000 }, async () => {
  const page = await showcase('terminals/terminals', 'tricks')
  await page.locator('.xterm-rows', { hasText: 'before a linkafter' }).waitFor()
  expect(await page.title()).toBe('Showcase')
  expect(await page.locator('.terminals-screen a').count()).toBe(0)
  expect(await page.evaluate(() => window.calls)).toEqual([])
  expect(await violationsOf(page)).toEqual([])
  await leave(page)
})

test('a terminal that runs can be ended, one that is over cannot', { timeout: 60_000 }, async () => {
  const page = await showcase('terminals/terminals', 'two')
  await page.getByRole('button', { name: 'End it' }).click()
  expect(await page.evaluate(() => window.calls)).toEqual([['killTerminal', 'scout/1', 'b']])
  await page.getByRole('button', { name: /npm test/ }).click()
  await page.locator('.terminals-view[data-status="failed"]').waitFor()
  expect(await page.getByRole('button', { name: 'End it' }).count()).toBe(0)
  await leave(page)
})

test('a long command has lines of its own over what can be done about it, and is cut', {
  timeout: 60_000,
}, async () => {
  const page = await showcase('terminals/terminals', 'a long command', { width: 390 })
  const boxOf = async (name: string) => await page.locator(name).first().boundingBox()
  const [head, command] = [await boxOf('.terminals-head'), await boxOf('.terminals-command')]
  expect(command?.width).toBeGreaterThan((head?.width ?? 0) * 0.85)
  expect(command?.height).toBeLessThan(120)
  expect(head?.height).toBeLessThan(200)
  expect(await page.locator('.terminals-command').getAttribute('title')).toMatch(/done; $|done;$/)
  await leave(page)
})
