/** What the proxy costs, and how fast large recordings open. `PARLEY_BENCH=long` measures at full length and prints it. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createOnlooker } from '@parley/acp/inspect'
import { expect, test } from 'vitest'
import { sitDown } from '../chat/person.fixture.js'
import { draw, rowsWithin } from './timeline/draw.js'
import { openFileSource } from './timeline/file-source.js'
import { newTimeline, shownCount, type Timeline, type TimelineEvent } from './timeline/model.js'
import { select } from './timeline/selection.js'
import { talk, toText, wrongs } from './timeline/talk.fixture.js'
import { update } from './timeline/update.js'
import { fixture, hugeMessage, MAIN, makeHome, manyMessages, mirrorThrough } from './wire.fixture.js'

const isLong = process.env.PARLEY_BENCH === 'long'
const report = (text: string): void => void (isLong && process.stdout.write(`${text}\n`))
const MIRROR = [process.execPath, fixture('mirror.mjs')] as const
const PROXY = [process.execPath, MAIN, 'inspect', '--'] as const
const MEBIBYTE = 1024 * 1024

/** Somebody who speaks line by line and waits for each to come back. */
class Caller {
  readonly #child
  #heard = 0
  #wanted = Number.POSITIVE_INFINITY
  #resolve: () => void = () => {}

  constructor([program, ...words]: readonly [string, ...string[]], env: NodeJS.ProcessEnv) {
    this.#child = spawn(program, words, { env, stdio: ['pipe', 'pipe', 'ignore'] })
    this.#child.stdout.on('data', (chunk: Uint8Array) => {
      this.#heard += chunk.length
      if (this.#heard >= this.#wanted) this.#resolve()
    })
  }

  /** Milliseconds until all of it has come back. */
  async call(text: string | Uint8Array): Promise<number> {
    const started = performance.now()
    this.#wanted = this.#heard + Buffer.byteLength(text)
    const done = new Promise<void>(resolve => {
      this.#resolve = resolve
    })
    this.#child.stdin.write(text)
    await done
    return performance.now() - started
  }

  async end(): Promise<void> {
    this.#child.stdin.end()
    await once(this.#child, 'close')
  }
}

const middle = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0
const ping = (number: number): string =>
  `{"jsonrpc":"2.0","id":${number},"method":"session/prompt","params":{"sessionId":"s","n":${number}}}\n`

test('a message through the proxy takes less than a millisecond more than without, also right after a large one', {
  timeout: isLong ? 600_000 : 120_000,
}, async () => {
  const { env } = makeHome()
  const direct = new Caller([...MIRROR], env)
  const through = new Caller([...PROXY, ...MIRROR], env)
  for (let number = 0; number < 100; number++)
    await Promise.all([direct.call(ping(number)), through.call(ping(number))])
  const [plain, added, busy]: [number[], number[], number[]] = [[], [], []]
  // Side by side, and in windows: whatever else the machine does hits both alike, and not all of the windows.
  for (let window = 0; window < (isLong ? 40 : 8); window++) {
    const [without, within]: [number[], number[]] = [[], []]
    for (let number = 0; number < (isLong ? 500 : 150); number++) {
      without.push(await direct.call(ping(number)))
      within.push(await through.call(ping(number)))
    }
    plain.push(middle(without))
    added.push(middle(within) - middle(without))
  }
  // The other thread is still reading this one, twice, when the next are sent.
  const large = Buffer.concat([...hugeMessage(30 * MEBIBYTE)])
  for (let round = 0; round < (isLong ? 10 : 2); round++) {
    await through.call(large)
    const calls: number[] = []
    for (let number = 0; number < 50; number++) calls.push(await through.call(ping(number)))
    busy.push(middle(calls) - middle(plain))
  }
  const figures = { direct: middle(plain), added: middle(added), 'added right after 30 MiB': middle(busy) }
  report(
    Object.entries(figures)
      .map(([name, figure]) => `${name} ${figure.toFixed(3)} ms`)
      .join(', '),
  )
  expect(isLong ? middle(added) : Math.min(...added)).toBeLessThan(1)
  expect(isLong ? middle(busy) : Math.min(...busy)).toBeLessThan(isLong ? 1 : 5)
  await Promise.all([direct.end(), through.end()])
})

test.runIf(isLong)(
  '1,000,000 messages and several of 64 MB pass both ways, byte for byte',
  { timeout: 1_200_000 },
  async () => {
    const { env } = makeHome()
    const pieces = function* (): Generator<Uint8Array> {
      for (let part = 0; part < 4; part++) {
        yield* manyMessages(250_000)
        yield* hugeMessage(64 * MEBIBYTE)
      }
    }
    const started = performance.now()
    const direct = await mirrorThrough([...MIRROR], pieces(), env)
    const between = performance.now()
    const through = await mirrorThrough([...PROXY, ...MIRROR], pieces(), env)
    report(
      `${(through.bytes / MEBIBYTE).toFixed(0)} MiB each way: direct ${((between - started) / 1_000).toFixed(1)} s, proxy ${((performance.now() - between) / 1_000).toFixed(1)} s`,
    )
    expect(through.heard).toBe(through.sent)
    expect(through.heard).toBe(direct.heard)
  },
)

const OPEN_MILLISECONDS = 2_000

/** From the command to the last row, on a real screen. */
async function timeToOpen(file: string, home: string): Promise<number> {
  const person = sitDown({ args: ['inspect', file], home, columns: 120, rows: 40 })
  await person.see(/100888 rows(?! {2}✗ \d+ {2}reading)/, { within: 30_000 })
  const opened = performance.now() - person.begun
  await person.press('q')
  expect(await person.exit()).toBe(0)
  return opened
}

const step = (timeline: Timeline, event: TimelineEvent): Timeline => update(timeline, event).timeline

test('a recording of 100,000 messages opens on a screen within 2 s, is filtered within 100 ms and scrolled at once', {
  timeout: 120_000,
}, async () => {
  const { home } = makeHome()
  const file = join(home, 'large.ndjson')
  writeFileSync(file, toText([...talk(1_040), ...wrongs()]))
  let opened = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3 && opened > OPEN_MILLISECONDS; attempt++)
    opened = Math.min(opened, await timeToOpen(file, home))

  const onlooker = await createOnlooker()
  const source = await openFileSource(file)
  await new Promise<void>(resolve => {
    source.start({
      header: () => {},
      entries: entries => entries.forEach(entry => void onlooker.see(entry)),
      ended: () => resolve(),
    })
  })
  const size = { columns: 120, rows: 40 }
  let timeline = step(newTimeline('large', onlooker), { is: 'rows', count: onlooker.rows.length })
  timeline = step(timeline, { is: 'height', rows: rowsWithin(size, timeline) })
  const time = (work: () => void): number => {
    const started = performance.now()
    work()
    return performance.now() - started
  }
  const filters = [
    'session/update',
    'is:broken',
    '-kind:notification "question 7"',
    'latency:>500',
    'session:nobody',
  ]
  const filtered = filters.map(text =>
    Math.min(...[1, 2, 3].map(() => time(() => shownCount(select(timeline, { text }))))),
  )
  const scrolled = Array.from({ length: 100 }, (_, page) =>
    time(() => {
      timeline = step(
        { ...timeline, cursor: page * 1_000, isTail: false },
        { is: 'rows', count: timeline.count },
      )
      expect(draw(timeline, size).lines).toHaveLength(40)
    }),
  )
  source.close()
  report(
    `100,888 rows: open ${opened.toFixed(0)} ms, filter ${filtered.map(each => each.toFixed(0)).join(', ')} ms, a page ${middle(scrolled).toFixed(1)} ms`,
  )
  expect(opened).toBeLessThan(isLong ? OPEN_MILLISECONDS : 3 * OPEN_MILLISECONDS)
  expect(middle(filtered)).toBeLessThan(100)
  expect(middle(scrolled)).toBeLessThan(16)
})
