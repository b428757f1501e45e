import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { closeShowcases, showcase } from '../showcase/browser.fixture.js'
import { toRecording } from '../src/protocol/recording-file.js'
import { entriesOf } from '../src/protocol/wire.fixture.js'

afterAll(closeShowcases)

// On a machine that has other things to do nothing is promised but that it comes to an end; figures are for a quiet one.
const isMeasured = process.env.PARLEY_BENCH === 'long'
const PAGE = fileURLToPath(new URL('../dist/page/', import.meta.url))

test('what is loaded at once is small', () => {
  const html = readFileSync(join(PAGE, 'index.html'), 'utf8')
  const first = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, name = '']) => name,
  )
  const bytes = first.map(name => gzipSync(readFileSync(join(PAGE, name))).length)
  expect(first.length).toBeGreaterThan(0)
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(200_000)
  expect(readdirSync(join(PAGE, 'assets')).some(name => name.startsWith('terminal-screen'))).toBe(true)
})

/**
 * Processor time of the page's main thread so far, in milliseconds: unlike what passes on the clock, it is the same
 * whatever else the machine does.
 */
async function watchProcessor(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
  await session.send('Performance.enable')
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  }
}

// Showcases, built as the page is: no agent can say ten thousand things, or two thousand a second, without being measured
// along with the page.

test('a conversation of ten thousand entries opens soon', { timeout: 120_000 }, async () => {
  const page = await showcase('conversation/speed', 'empty')
  await page.getByRole('log').waitFor()
  const processor = await watchProcessor(page)
  const before = await processor()
  const opened = await page.evaluate(() => window.fill?.(10_000))
  const worked = (await processor()) - before
  console.log(`ten thousand entries: drawn after ${opened?.toFixed(0)} ms, ${worked.toFixed(0)} ms of work`)
  if (isMeasured) expect(opened).toBeLessThan(2_000)
})

test('a conversation of ten thousand entries scrolls', { timeout: 120_000 }, async () => {
  const page = await showcase('conversation/speed', 'ten thousand')
  const log = page.getByRole('log')
  await log
    .getByText(/Answer 9\d\d\d/)
    .first()
    .waitFor()
  const processor = await watchProcessor(page)
  const before = await processor()
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
  const work = ((await processor()) - before) / frames.length
  console.log(
    `ten thousand entries: p95 of frames ${p95.toFixed(1)} ms, ${work.toFixed(1)} ms of work in each`,
  )
  expect(await log.locator('article, section, li, [data-index]').count()).toBeLessThan(600)
  if (isMeasured) expect(p95).toBeLessThan(33)
})

test.each(['empty', 'ten thousand'])(
  'two thousand pieces a second come without a stumble: %s',
  { timeout: 120_000 },
  async picture => {
    const page = await showcase('conversation/speed', picture)
    await page.getByRole('log').waitFor()
    const processor = await watchProcessor(page)
    const before = await processor()
    const streamed = await page.evaluate(seconds => window.stream?.(2_000, seconds), isMeasured ? 10 : 3)
    const { longest, frames } = streamed ?? { longest: Number.POSITIVE_INFINITY, frames: 1 }
    const work = ((await processor()) - before) / frames
    console.log(
      `two thousand pieces a second (${picture}): longest frame ${longest.toFixed(0)} ms, ${work.toFixed(1)} ms of work in each of ${frames}`,
    )
    expect(await page.getByRole('log').innerText()).toMatch(/word \d/)
    if (isMeasured) expect(longest).toBeLessThan(100)
  },
)

/** How long from an event on the page until the inspector says this many. */
async function timed(page: Page, [event, count]: readonly [string, RegExp], act: () => Promise<unknown>) {
  const measured = page.evaluate(
    ({ name, words }) =>
      new Promise<number>(resolve => {
        let begun = Number.POSITIVE_INFINITY
        document.addEventListener(
          name,
          () => {
            begun = performance.now()
          },
          { capture: true, once: true },
        )
        const look = (): void => {
          const said = document.querySelector('.protocol-count')?.textContent ?? ''
          const isSaid = performance.now() >= begun && new RegExp(words).test(said)
          // What is said is drawn with the next picture.
          if (isSaid) requestAnimationFrame(() => resolve(performance.now() - begun))
          else requestAnimationFrame(look)
        }
        look()
      }),
    { name: event, words: count.source },
  )
  await act()
  return await measured
}

test('a recording of a hundred thousand messages opens soon, and is filtered at once', {
  timeout: 180_000,
}, async () => {
  const header = { recording: 1, startedAt: 0, by: 'a test', carrier: 'websocket' } as const
  const recording = toRecording(header, entriesOf(100_000))
  const folder = mkdtempSync(join(tmpdir(), 'parley-speed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'large.ndjson')
  writeFileSync(file, Buffer.from(await recording.arrayBuffer()))
  const page = await showcase('protocol/protocol', 'none')
  await page.locator('.protocol-count').waitFor()
  const processor = await watchProcessor(page)
  const before = await processor()
  const opened = await timed(page, ['change', /^100\d{3} of 100\d{3}$/], () =>
    page.getByLabel('Open a recording').setInputFiles(file),
  )
  const worked = (await processor()) - before
  const filter = page.getByLabel('Filter', { exact: true })
  const filtered = [
    await timed(page, ['input', /^[1-9]\d{2,3} of 100/], () => filter.fill('session/request_permission')),
    await timed(page, ['input', /^0 of 100/], () => filter.fill('kind:error')),
    await timed(page, ['input', /^[1-9]\d* of 100/], () => filter.fill('latency:>10')),
    await timed(page, ['input', /^100\d{3} of 100/], () => filter.fill('')),
  ]
  console.log(
    `a hundred thousand messages: opened after ${opened.toFixed(0)} ms, ${worked.toFixed(0)} ms of work; filtered in ${filtered.map(each => each.toFixed(0)).join(', ')} ms`,
  )
  if (!isMeasured) return
  expect(opened).toBeLessThan(2_000)
  expect(Math.max(...filtered)).toBeLessThan(100)
})
