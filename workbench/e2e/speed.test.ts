import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { closeShowcases, showcase } from '../showcase/browser.fixture.js'

afterAll(closeShowcases)

// On a machine that has other things to do nothing is promised but that it comes to an end; figures are for a quiet one.
const isMeasured = process.env.PARLEY_BENCH === 'long'
const PAGE = fileURLToPath(new URL('../dist/page/', import.meta.url))

test('what is loaded at once is small', () => {
  const html = readFileSync(join(PAGE, 'index.html'), 'utf8')
  const first = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, name = '']) => name)
  const bytes = first.map(name => gzipSync(readFileSync(join(PAGE, name))).length)
  expect(first.length).toBeGreaterThan(0)
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(195_000)
  expect(readdirSync(join(PAGE, 'assets')).some(name => name.startsWith('terminal-screen'))).toBe(true)
})

test('a conversation of ten thousand entries opens soon, and scrolls', { timeout: 120_000 }, async () => {
  const page = await showcase('conversation/speed', 'ten thousand')
  const log = page.getByRole('log')
  await log
    .getByText(/Answer 9\d\d\d/)
    .first()
    .waitFor()
  const opened = await page.evaluate(
    () => performance.getEntriesByName('drawn').at(0)?.startTime ?? performance.now(),
  )
  const frames = await log.evaluate(async element => {
    const box =
      [element, ...element.querySelectorAll('*')].find(each => each.scrollHeight > each.clientHeight * 2) ??
      element
    const times: number[] = []
    let last = await new Promise<number>(requestAnimationFrame)
    for (let step = 0; step < 120; step++) {
      box.scrollTop -= 400
      const now = await new Promise<number>(requestAnimationFrame)
      times.push(now - last)
      last = now
    }
    return times.sort((a, b) => a - b)
  })
  const p95 = frames[Math.floor(frames.length * 0.95)] ?? Number.POSITIVE_INFINITY
  console.log(
    `ten thousand entries: p95 of frames ${p95.toFixed(1)} ms, drawn after ${opened.toFixed(0)} ms with the sources loaded one by one`,
  )
  expect(await log.locator('article, section, li, [data-index]').count()).toBeLessThan(600)
  if (isMeasured) expect(p95).toBeLessThan(33)
})

test('two thousand pieces a second come without a stumble', { timeout: 120_000 }, async () => {
  const page = await showcase('conversation/speed', 'stream')
  await page.getByRole('log').waitFor()
  const longest = await page.evaluate(seconds => window.stream?.(2_000, seconds), isMeasured ? 10 : 3)
  console.log(`two thousand pieces a second: longest frame ${longest?.toFixed(0)} ms`)
  expect(await page.getByRole('log').innerText()).toContain('word 1')
  if (isMeasured) expect(longest).toBeLessThan(100)
})
