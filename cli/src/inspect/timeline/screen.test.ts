import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome, type Person, sitDown } from '../../chat/person.fixture.js'
import { fixture, MAIN, startWire } from '../wire.fixture.js'
import { talk, toText, wrongs } from './talk.fixture.js'

const HOME = makeHome()
const FILE = join(HOME, 'talk.ndjson')
writeFileSync(FILE, toText([...talk(3), ...wrongs()]))

interface Sitting {
  readonly columns?: number
  readonly rows?: number
  readonly env?: NodeJS.ProcessEnv
}

const look = (seat: Sitting = {}, ...words: string[]): Person =>
  sitDown({ args: ['inspect', FILE, ...words], home: HOME, columns: 120, rows: 30, ...seat })

const onScreen = (person: Person): string => person.screen().join('\n')

async function leave(person: Person): Promise<void> {
  await person.press('q')
  expect(await person.exit()).toBe(0)
  expect(person.isOnOtherScreen).toBe(false)
}

/** Escape codes of the peers; ours are others. */
const RAW = ['\x1b[31mred', '\x1b]0;owned', 'owned\x07', '\u202e', '\u009b', '\0']
const rawIn = (text: string): readonly string[] => RAW.filter(raw => text.includes(raw))

test('a recording is shown from its beginning; keys go through it, open messages, pairs, the turn, what is wrong, and leave no trace', async () => {
  const person = look()
  await person.see('299 rows')
  await person.see(/>.*started: pid 1/)
  await person.press('G')
  await person.see(/> .*evil\/·red·evil·/)
  await person.press('g')
  await person.see(/>.*started: pid 1/)
  await person.press('down', 'p')
  await person.see(/>.*←= initialize/)
  await person.press('p', 'enter')
  await person.see('protocolVersion: 1')
  await person.press('right')
  await person.see('#2 ')
  await person.press('escape', 'w')
  await person.see(/turn \d of 3/)
  await person.see('tool Read')
  await person.press('left', 'left', 'left')
  await person.see('turn 1 of 3')
  await person.see('Read ·red·evil·')
  await person.press('escape', 'F')
  await person.see(/>✗ shape/)
  await person.press('enter')
  await person.see('sessionId: 7  ✗ expected string, found number')
  await person.press('escape', '?')
  await person.see('from a request to its answer, and back')
  await person.press('escape', 'G', 'enter')
  await person.see('method: "evil/')
  await person.press('escape')
  await leave(person)
  expect(rawIn(person.bytes)).toEqual([])
  expect(person.title).not.toContain('owned')
})

test('a filter is typed, mended where it is wrong, and taken away; words are looked for', async () => {
  const person = look()
  await person.see('299 rows')
  await person.press('/')
  person.type('kind:nothing')
  await person.see(/✗ expected/)
  await person.press('ctrl+u')
  person.type('kind:stderr')
  await person.gone(/✗ expected/)
  await person.press('enter')
  await person.see('3 of 299')
  await person.see('warning ·red·evil·')
  await person.press('escape')
  await person.see('299 rows')
  await person.press('g', 's')
  person.type('question')
  await person.press('enter')
  await person.see(/>.*question 0/)
  await person.press('n')
  await person.see(/>.*question 1/)
  await person.press('N')
  await person.see(/>.*question 0/)
  await person.press('f')
  await person.see(/session sion-one/)
  await person.press('f', 'down', 't')
  await person.see(/call call-0 {2}2 of 299/)
  await person.press('t', 'e')
  await person.see('── stderr')
  await leave(person)
})

test('sixty columns are enough, no colours as well, and nothing is wider than the screen', async () => {
  const person = look({ columns: 60, rows: 16, env: { NO_COLOR: '1' } })
  await person.see('rows')
  await person.press('G')
  await person.see(/[✗▲]$/m)
  await person.press('g', 'enter')
  await person.see('started')
  await person.press('escape', '?')
  await person.see('one row up or down')
  await person.press('escape')
  person.resize(100, 20)
  await person.see('q leave')
  await leave(person)
  const colours = person.bytes.split('\x1b[').filter(code => /^[\d;]*3[0-7]m/.test(code))
  expect(colours).toEqual([])
})

test('a wire that runs is found, watched from another terminal, and follows its end unless one looks back', async () => {
  const runtime = join(HOME, 'run')
  const env = { ...process.env, HOME, XDG_RUNTIME_DIR: runtime, XDG_STATE_HOME: join(HOME, '.local/state') }
  const person0 = look()
  await person0.see('299 rows')
  await leave(person0)
  const wire = startWire(['--', process.execPath, fixture('mirror.mjs')], env)
  wire.child.stdin.write('{"jsonrpc":"2.0","method":"first"}\n')
  await wire.hears('first')
  const person = sitDown({ args: ['inspect'], home: HOME, columns: 120, rows: 20 })
  await person.see(/> live .*mirror\.mjs/)
  await person.press('enter')
  await person.see(/→\. first/)
  await person.see(' live')
  wire.child.stdin.write('{"jsonrpc":"2.0","method":"second"}\n')
  await person.see(/>.*←\. second/)
  await person.press('g')
  await person.see('live, not at its end')
  wire.child.stdin.end('{"jsonrpc":"2.0","method":"third"}\n')
  await person.see('The wire is over.')
  expect(onScreen(person)).toMatch(/>.*started/)
  await person.press('G')
  await person.see(/>.*exited: exit code 7/)
  await leave(person)
  expect(await wire.exited).toEqual([7, null])
})

test('without a terminal rows are lines, those of the filter alone, and no escape code is among them', async () => {
  const run = async (...words: string[]) => {
    const { execFile } = await import('node:child_process')
    return new Promise<{ code: number; out: string; err: string }>(resolve =>
      execFile(
        process.execPath,
        [MAIN, 'inspect', ...words],
        { env: { ...process.env, HOME } },
        (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
      ),
    )
  }
  const all = await run(FILE)
  expect(all.out.split('\n')).toHaveLength(300)
  expect(rawIn(all.out)).toEqual([])
  expect(all.out).toContain('BROKEN shape: /sessionId: expected string, found number')
  const some = await run(FILE, '--filter', 'kind:stderr')
  expect(some.out.trimEnd().split('\n')).toHaveLength(3)
  expect(await run(FILE, '--filter', 'kind:nothing')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--filter: expected'),
  })
  expect(await run(FILE, '--', 'x')).toMatchObject({ code: 2, err: expect.stringContaining('after --') })
  expect(await run(join(HOME, 'none'))).toMatchObject({ code: 2, out: '' })
  const foreign = join(HOME, 'foreign.txt')
  writeFileSync(foreign, 'hello\n')
  expect(await run(foreign)).toMatchObject({ code: 1, err: expect.stringContaining('no recording') })
})
