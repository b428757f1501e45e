import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { entriesOf, makeFolder, makeSession, openJournal, update } from './place.fixture.js'

const ENTRIES = 5

test('a session file is lines of JSON that people can read: a header, then an entry each', async () => {
  const file = await makeSession(makeFolder(), 2)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const [header, first, second] = lines.map(line => JSON.parse(line))
  expect(header).toMatchObject({ parley: 1, id: 's1', cwd: '/w', createdAt: expect.any(Number) })
  expect(first).toMatchObject({
    seq: 1,
    at: expect.any(Number),
    ...update('text 1'),
    sum: expect.any(String),
  })
  expect(second).toMatchObject({ seq: 2 })
  expect(lines).toHaveLength(3)
})

/** Damages the last line, or what follows it. */
const tails: Readonly<Record<string, (text: string) => string>> = {
  'a line cut short': text => text.slice(0, -9),
  'a line without its end': text => text.slice(0, -1),
  'zeros behind the last line': text => `${text}${'\0'.repeat(500)}`,
  'a last line that is zeroed in the middle': text => text.slice(0, -60) + '\0'.repeat(20) + text.slice(-40),
  'a last line in which one letter is another': text => text.replace(`text ${ENTRIES}`, 'text X'),
  'the last line twice': text => `${text}${text.trimEnd().split('\n').at(-1)}\n`,
}

test.each(Object.entries(tails))(
  'a torn tail is dropped and the session goes on: %s',
  async (_name, damage) => {
    const directory = makeFolder()
    const file = await makeSession(directory, ENTRIES)
    const whole = readFileSync(file, 'utf8')
    writeFileSync(file, damage(whole))
    const journal = openJournal({ directory })
    const before = await entriesOf(journal, 's1')
    expect(before.length).toBeGreaterThanOrEqual(ENTRIES - 1)
    const log = await journal.acquire('s1')
    await log.append(update('after'))
    await log.release()
    const kept = await entriesOf(journal, 's1')
    expect(kept.map(({ seq }) => seq)).toEqual(kept.map((_, index) => index + 1))
    expect(kept.slice(0, -1)).toEqual(before)
    expect(kept.at(-1)).toMatchObject(update('after'))
    for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) JSON.parse(line)
  },
)

const damages: Readonly<Record<string, (lines: string[], other: string[]) => string[]>> = {
  'one letter is another': lines =>
    lines.map((line, index) => (index === 3 ? line.replace('text', 'test') : line)),
  'a line is missing': lines => lines.filter((_, index) => index !== 3),
  'a line is zeroed': lines => lines.map((line, index) => (index === 3 ? '\0'.repeat(line.length) : line)),
  'two lines changed places': ([header, one, two, ...rest]) => [header!, two!, one!, ...rest],
  'a line is of another session': (lines, other) =>
    lines.map((line, index) => (index === 3 ? other[3]! : line)),
  'the header is another': ([header, ...rest]) => [header!.replace('/w', '/v'), ...rest],
}

test.each(Object.entries(damages))(
  'a session that is damaged in the middle is corrupted: %s',
  async (_name, damage) => {
    const directory = makeFolder()
    const file = await makeSession(directory, ENTRIES)
    const other = readFileSync(await makeSession(directory, ENTRIES, 's2'), 'utf8').split('\n')
    const damaged = damage(readFileSync(file, 'utf8').split('\n'), other).join('\n')
    writeFileSync(file, damaged)
    const journal = openJournal({ directory })
    await expect(journal.acquire('s1')).rejects.toMatchObject({ reason: 'session_corrupted' })
    await expect(entriesOf(journal, 's1')).rejects.toMatchObject({ reason: 'session_corrupted' })
    expect(readFileSync(file, 'utf8')).toBe(damaged)
    expect(await entriesOf(journal, 's2')).toHaveLength(ENTRIES)
  },
)

test('an entry of megabytes is read whole', async () => {
  const directory = makeFolder()
  const journal = openJournal({ directory })
  const log = await journal.create({ id: 's1', cwd: '/w' })
  const text = 'line\n\u20ac'.repeat(500_000)
  for (const said of ['short', text, 'short again']) void log.append(update(said))
  await log.release()
  expect(await entriesOf(journal, 's1')).toMatchObject([update('short'), update(text), update('short again')])
})
