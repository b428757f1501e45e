/** What `parley chat` costs, through a real terminal: `npm run bench:chat` runs it longer and prints the figures. */

import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeHome, type Person, type Seat, sitDown } from './person.fixture.js'
import { costOf, processesOf, spreadOf, timeUntil, typeUntil } from './speed.fixture.js'

const TORRENT = fileURLToPath(new URL('./fixtures/torrent.mjs', import.meta.url))
const IS_LONG = process.env.PARLEY_BENCH === 'long'
const READY = '│ › Ask something'
const ENTRIES = 10_000
/** Where other tests run at the same time, everything takes longer by no fault of its own. */
const SLACK = IS_LONG ? 1 : 4

function report(title: string, figures: object): void {
  if (!IS_LONG) return
  const words = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  process.stdout.write(`${title.padEnd(28)} ${words.join(', ')}\n`)
}

function aPlace(): { readonly home: string; readonly cwd: string } {
  const home = makeHome()
  const cwd = join(home, 'work')
  mkdirSync(cwd)
  mkdirSync(join(home, '.local/state/parley/conversations'), { recursive: true, mode: 0o700 })
  return { home, cwd: realpathSync(cwd) }
}

async function begin(seat: Seat, args: readonly string[] = []): Promise<Person> {
  const person = sitDown({ ...seat, args: ['chat', '--agent', `${process.execPath} ${TORRENT}`, ...args] })
  await person.see(READY, { within: 30_000 })
  return person
}

async function send(person: Person, text: string): Promise<void> {
  person.type(text)
  await person.see(text)
  await person.press('enter')
  await person.see('Esc stops')
}

async function leave(person: Person): Promise<void> {
  if (!shows(person, READY)) await person.press('ctrl+c')
  await person.see(READY)
  await person.press('ctrl+c')
  await person.see('once more')
  await person.press('ctrl+c')
  expect(await person.exit({ within: 20_000 })).toBe(0)
}

const shows = (person: Person, part: string): boolean => person.screen().some(row => row.includes(part))

/** The title of the window tells it; of a picture that is just being drawn, half may be missing. */
const isWorking = (person: Person): boolean => person.title.startsWith('◐')

test('the first picture is there at once', async () => {
  const times: number[] = []
  for (let start = 0; start < (IS_LONG ? 10 : 3); start++) {
    const { home, cwd } = aPlace()
    const person = sitDown({ args: ['chat'], cwd, home })
    times.push(await timeUntil(person, () => shows(person, '╰──'), 20_000))
    person.dispose()
  }
  const { median } = spreadOf(times)
  report('first picture (ms)', { median, least: Math.round(Math.min(...times)), most: spreadOf(times).most })
  expect(Math.min(...times)).toBeLessThan(500 * SLACK)
}, 60_000)

test('5,000 pieces a second cost less than a core, no key is lost and each is seen at once', async () => {
  const seconds = IS_LONG ? 10 : 3
  const person = await begin(aPlace())
  const { front, worker } = processesOf(person)
  await send(person, `pour ${seconds} 5000`)
  const before = [costOf(front), costOf(worker)]
  const start = performance.now()
  const times = await typeUntil(person, () => performance.now() - start > (seconds - 0.5) * 1_000)
  const after = [costOf(front), costOf(worker)]
  const wall = performance.now() - start
  const cores = (index: number): number =>
    ((after[index]?.milliseconds ?? 0) - (before[index]?.milliseconds ?? 0)) / wall
  await person.see('Everything was said.', { within: 30_000 })
  const echo = spreadOf(times)
  report('5,000 a second (cores)', { front: cores(0).toFixed(2), worker: cores(1).toFixed(2) })
  report('a key meanwhile (ms)', { letters: times.length, ...echo })
  report('memory (MB)', { front: after[0]?.megabytes, worker: after[1]?.megabytes })
  const said = [...person.scrollback(), ...person.screen()].join('\n').match(/word\d+\./g) ?? []
  expect(said.length).toBeGreaterThan(seconds * 20)
  expect(said).toEqual(said.map((_, index) => `word${index}.`))
  expect(cores(0) + cores(1)).toBeLessThan(1)
  expect(echo.median).toBeLessThan(50 * SLACK)
  expect(echo.most95).toBeLessThan(100 * SLACK)
  await leave(person)
}, 90_000)

test('a conversation of 10,000 entries is gone through without a wait', async () => {
  const place = aPlace()
  const first = await begin(place)
  await send(first, `entries ${ENTRIES}`)
  await first.see(READY, { within: 60_000 })
  await leave(first)
  const start = performance.now()
  const person = await begin(place, ['--resume'])
  await person.see(`Step ${ENTRIES / 2 - 1}.`, { within: 30_000 })
  const shown = Math.round(performance.now() - start)
  report('10,000 entries, taken up (ms)', { shown })
  expect(shown).toBeLessThan(2_000 * SLACK)
  const { front, worker } = processesOf(person)
  const measured: Record<string, number> = {}
  const measure = async (name: string, act: () => void, part: string): Promise<void> => {
    const seen = timeUntil(person, () => shows(person, part))
    act()
    measured[name] = Math.round(await seen)
    // Whatever is drawn behind it is drawn before the next one.
    await new Promise(resolve => setTimeout(resolve, 150))
  }
  const key = (bytes: string) => (): void => person.type(bytes)
  // With the prompt and the end, of which nothing is to be seen.
  const total = ENTRIES + 2
  await measure('resize', () => person.resize(100, 30), '─'.repeat(96))
  await measure('page-up', key('\x1b[5~'), ' of ')
  await measure('next page-up', key('\x1b[5~'), ' of ')
  await measure('alt+up', key('\x1b[1;3A'), ' of ')
  await measure('home', key('\x1b[H'), `1 of ${total}`)
  await measure('end', key('\x1b[F'), `${total - 1} of ${total}`)
  await measure('resize page', () => person.resize(90, 28), `${total - 1} of ${total}`)
  await measure('search', key('/Step 7.\r'), 'Step 7.')
  await measure('search nothing', key('/Step x.\r'), 'not found')
  await measure('back', key('\x1b'), '╰──')
  report('a key there (ms)', measured)
  const cost = [costOf(front), costOf(worker)]
  report('memory (MB)', {
    front: cost[0]?.megabytes,
    worker: cost[1]?.megabytes,
    peak: cost[1]?.peakMegabytes,
  })
  for (const [name, time] of Object.entries(measured)) expect(time, name).toBeLessThan(250 * SLACK)
  expect((cost[0]?.megabytes ?? 0) + (cost[1]?.megabytes ?? 0)).toBeLessThan(250)
  await leave(person)
}, 120_000)

/** What is spent in the quietest of three spells: the engine tidies up its memory once, some seconds after work. */
async function spentAtRest(pids: readonly number[]): Promise<number> {
  const spells: number[] = []
  for (let spell = 0; spell < 3 && spells.at(-1) !== 0; spell++) {
    const spent = (): number => pids.reduce((sum, pid) => sum + costOf(pid).milliseconds, 0)
    const before = spent()
    await new Promise(resolve => setTimeout(resolve, IS_LONG ? 5_000 : 2_000))
    spells.push(spent() - before)
  }
  return Math.min(...spells)
}

test('who rests costs nothing, with a terminal and without', async () => {
  const person = await begin(aPlace())
  const { front, worker } = processesOf(person)
  await new Promise(resolve => setTimeout(resolve, 1_000))
  const attached = await spentAtRest([front, worker])
  person.type('/detach')
  await person.press('enter')
  expect(await person.exit()).toBe(0)
  const left = await spentAtRest([worker])
  report('at rest (ms)', { attached, left })
  expect(attached).toBeLessThan(10)
  expect(left).toBeLessThan(10)
  person.dispose()
}, 60_000)

test.each([
  ['burst', IS_LONG ? 200_000 : 30_000],
  ['letters', IS_LONG ? 1_000_000 : 50_000],
  ['calls', IS_LONG ? 50_000 : 5_000],
  ['whole', IS_LONG ? 20 : 2],
])(
  'who says far too much (%s %i) is heard to the end, and does not keep a key from being seen',
  async (deed, count) => {
    const person = await begin(aPlace())
    const { worker } = processesOf(person)
    await send(person, `${deed} ${count}`)
    const start = performance.now()
    // Printing may go on when the turn is over.
    const isOver = (): boolean => !isWorking(person) && performance.now() - start > 1_500
    const times = await typeUntil(person, isOver)
    while (isWorking(person)) await new Promise(resolve => setTimeout(resolve, 10))
    const took = performance.now() - start
    const echo = spreadOf(times)
    const { peakMegabytes, megabytes } = costOf(worker)
    report(`${deed} ${count}`, { seconds: (took / 1_000).toFixed(1), ...echo, megabytes, peakMegabytes })
    expect(echo.most95).toBeLessThan(200 * SLACK)
    expect(peakMegabytes).toBeLessThan(400)
    await leave(person)
  },
  400_000,
)
