import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { readRecording } from '@parley/acp/inspect'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { describe, expect, test } from 'vitest'
import { type Person, sitDown } from '../../chat/person.fixture.js'
import { MAIN, makePlace, parley } from '../../run/command.fixture.js'

const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
const LINE = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"token":"${TOKEN}"}}\n`
const CONSENT = 'record secrets\r'
const WITHIN = { within: 20_000 }
const PATIENCE = 90_000

/** A home, keys, and an agent that says what it hears and leaves a mark where it runs. */
async function setUp() {
  const place = makePlace()
  const file = (name: string) => join(place.cwd, name)
  const identity = await generateIdentity()
  writeFileSync(file('key.txt'), `# mine\n${identity}\n`, { mode: 0o600 })
  writeFileSync(file('wire'), LINE)
  writeFileSync(file('agent.sh'), `touch ${file('started')}\nexec cat\n`)
  const folder = join(place.home, '.local/state/parley/recordings')
  const sealed = () =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter(name => /^[^.].*\.age$/.test(name))
      .map(name => join(folder, name))
  /** At a terminal, while stdin and stdout are the wire. */
  const sit = (words: string, input = 'wire'): Person =>
    sitDown({
      argv: ['sh', '-c', `exec "$0" "$1" ${words} < ${input} > out`, process.execPath, MAIN],
      ...{ home: place.home, cwd: place.cwd, columns: 160 },
    })
  const ask = (...words: readonly string[]) => parley(place, words)
  return { ...place, file, folder, sealed, sit, ask, recipient: await identityToRecipient(identity) }
}

/** Records once; resolves with the file. */
async function recordOne(place: Awaited<ReturnType<typeof setUp>>): Promise<string> {
  const person = place.sit(`record --raw --recipient ${place.recipient} -- sh agent.sh`)
  await person.see('Type "record secrets" to go on:', WITHIN)
  person.type(CONSENT)
  expect(await person.exit(WITHIN)).toBe(0)
  return place.sealed()[0] ?? ''
}

const entriesOf = (path: string) => {
  const read = readRecording(readFileSync(path, 'utf8'))
  if (!('entries' in read)) throw new Error(`no recording: ${JSON.stringify(read)}`)
  return read
}

test.concurrent(
  'what is recorded raw was agreed to at the terminal, is encrypted, and is opened by its recipient alone',
  async () => {
    const place = await setUp()
    const path = await recordOne(place)
    expect(readFileSync(place.file('out'), 'utf8')).toBe(LINE)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(place.folder).mode & 0o777).toBe(0o700)
    expect(readFileSync(path, 'latin1')).not.toContain('ghp_')

    writeFileSync(place.file('other.txt'), await generateIdentity())
    const stranger = await place.ask(
      'recordings',
      'decrypt',
      'last',
      '--identity',
      'other.txt',
      '--output',
      'plain',
    )
    expect(stranger).toMatchObject({ code: 1, stderr: expect.stringContaining('no identity matched') })
    expect(existsSync(place.file('plain'))).toBe(false)

    const opened = await place.ask(
      'recordings',
      'decrypt',
      'last',
      '--identity',
      'key.txt',
      '--output',
      'plain',
    )
    expect(opened).toMatchObject({ code: 0, stdout: '' })
    expect(opened.stderr).not.toContain('ghp_')
    expect(statSync(place.file('plain')).mode & 0o777).toBe(0o600)
    const { header, entries, flaws } = entriesOf(place.file('plain'))
    expect(header.redaction).toBe('none')
    expect(flaws).toEqual([])
    expect(entries.at(-1)).toMatchObject({ event: 'exited' })
    expect(JSON.stringify(entries).split(TOKEN)).toHaveLength(3)
    // From there on it is a recording like others: what is given to others is redacted.
    const exported = await place.ask('recordings', 'export', './plain')
    expect(exported).toMatchObject({ code: 0, stdout: expect.not.stringContaining(TOKEN) })
    expect(JSON.parse(exported.stdout.split('\n')[0] ?? '')).toMatchObject({ redaction: 'contents' })
  },
  PATIENCE,
)

test.concurrent(
  'an encrypted recording is named and removed, and neither shown, exported, replayed nor served',
  async ({ onTestFinished }) => {
    const place = await setUp()
    const path = await recordOne(place)
    const name = path.replace(/.*\/(.*)\.ndjson\.age/, '$1')
    const listed = await place.ask('recordings')
    expect(listed.stdout).toContain(`${name}\t`)
    expect(listed.stdout).toContain('\t(encrypted)\t')
    const refused = [
      ['recordings', 'show', 'last'],
      ['recordings', 'export', name, '--html', 'page.html'],
      ['recordings', 'diff', path, path],
      ['validate', 'last'],
      ['replay', 'last', '--as', 'agent'],
      ['inspect', path, '--plain'],
    ]
    for (const ran of await Promise.all(refused.map(words => place.ask(...words))))
      expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('is encrypted') })
    expect(existsSync(place.file('page.html'))).toBe(false)
    expect((await place.ask('inspect')).stdout).not.toContain(name)

    const client = new Client({ name: 'test', version: '1' })
    onTestFinished(() => client.close())
    const env = { PATH: process.env.PATH ?? '', HOME: place.home }
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [MAIN, 'recordings', 'mcp'], env }),
    )
    const all = await client.callTool({ name: 'list_recordings', arguments: {} })
    expect(JSON.stringify(all.content)).not.toContain(name)
    const one = await client.callTool({ name: 'read_timeline', arguments: { recording: name } })
    expect(one.isError).toBe(true)

    expect(await place.ask('recordings', 'remove', name, '--yes')).toMatchObject({ code: 0 })
    expect(place.sealed()).toEqual([])
  },
  PATIENCE,
)

test.concurrent(
  'without a terminal it is refused, and nothing is started',
  async () => {
    const place = await setUp()
    const words = ['record', '--raw', '--recipient', place.recipient, '--', 'sh', 'agent.sh']
    const child = spawn(process.execPath, [MAIN, ...words], {
      // A session of its own: it has no terminal, whoever runs the tests.
      ...{ cwd: place.cwd, env: place.env(), detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
    })
    let told = ''
    child.stderr.on('data', text => (told += text))
    const code = await new Promise(resolve => child.once('close', resolve))
    expect({ code, told }).toEqual({
      code: 10,
      told: expect.stringContaining(
        'has to be agreed to at a terminal, and there is none here. Nothing was started',
      ),
    })
    expect(existsSync(place.file('started'))).toBe(false)
    expect(place.sealed()).toEqual([])
  },
  PATIENCE,
)

test.concurrent(
  'it is refused as well where another program has the terminal: whoever reads from it then is stopped',
  async () => {
    const place = await setUp()
    const words = `record --raw --recipient ${place.recipient} -- sh agent.sh`
    const person = sitDown({
      argv: ['sh', '-c', `set -m; "$0" "$1" ${words} < wire > out & wait $!`, process.execPath, MAIN],
      ...{ home: place.home, cwd: place.cwd, columns: 160 },
    })
    expect(await person.exit(WITHIN)).toBe(10)
    await person.see('has to be agreed to at a terminal')
    expect(existsSync(place.file('started'))).toBe(false)
  },
  PATIENCE,
)

test.concurrent(
  'the console records raw as well, and asks before its screen is there',
  async () => {
    const place = await setUp()
    const person = sitDown({
      args: [
        'inspect',
        '--record',
        '--raw',
        '--recipient',
        place.recipient,
        '--',
        process.execPath,
        MAIN,
        'agent',
      ],
      ...{ home: place.home, cwd: place.cwd, columns: 160 },
    })
    await person.see('to go on:', WITHIN)
    expect(person.isOnOtherScreen).toBe(false)
    person.type(CONSENT)
    await person.see('initialize', WITHIN)
    await person.press('q')
    expect(await person.exit(WITHIN)).toBe(0)
    const ran = await place.ask('recordings', 'decrypt', 'last', '--identity', 'key.txt', '--output', 'plain')
    expect(ran).toMatchObject({ code: 0 })
    expect(entriesOf(place.file('plain')).entries.at(-1)).toMatchObject({ event: 'exited' })
  },
  PATIENCE,
)

test.concurrent.each([
  { what: 'another word', keys: 'yes\r', code: 5, told: 'this was not agreed to' },
  { what: 'nothing', keys: '\r', code: 5, told: 'this was not agreed to' },
  { what: 'Ctrl-C', keys: 'record sec\x03', code: 130, told: 'nothing was done' },
])(
  'whoever types $what has not agreed, and nothing is started',
  async ({ keys, code, told }) => {
    const place = await setUp()
    const person = place.sit(`record --raw --recipient ${place.recipient} -- sh agent.sh`)
    await person.see('to go on:', WITHIN)
    person.type(keys)
    expect(await person.exit(WITHIN)).toBe(code)
    await person.see(told)
    expect(existsSync(place.file('started'))).toBe(false)
    expect(place.sealed()).toEqual([])
  },
  PATIENCE,
)

test.concurrent(
  'a passphrase is typed twice and shown never, and opens the recording again',
  async () => {
    const place = await setUp()
    const mistaken = place.sit('inspect --record --raw -- sh agent.sh')
    await mistaken.see('to go on:', WITHIN)
    mistaken.type(`${CONSENT}correct horse\rcorrect house\r`)
    expect(await mistaken.exit(WITHIN)).toBe(2)
    await mistaken.see('the two passphrases are not the same')
    expect(existsSync(place.file('started'))).toBe(false)

    const person = place.sit('inspect --record kept.ndjson.age --raw -- sh agent.sh')
    await person.see('to go on:', WITHIN)
    // What is mended is not part of it, and neither is an arrow.
    person.type(`recird\x7f\x7f\x7ford secrets\r`)
    await person.see('Passphrase:')
    person.type('correct\x1b[A hox\x7frse\r')
    await person.see('Once more:')
    person.type('correct horse\r')
    expect(await person.exit(WITHIN)).toBe(0)
    await person.see('secrets included, encrypted, in')
    expect(person.bytes).not.toMatch(/correct|horse/)

    const wrong = place.sit('recordings decrypt kept.ndjson.age --output plain')
    await wrong.see('Passphrase:', WITHIN)
    wrong.type('correct house\r')
    expect(await wrong.exit(WITHIN)).toBe(1)
    expect(existsSync(place.file('plain'))).toBe(false)
    const right = place.sit('recordings decrypt kept.ndjson.age --output plain')
    await right.see('Passphrase:', WITHIN)
    right.type('correct horse\r')
    expect(await right.exit(WITHIN)).toBe(0)
    expect(readFileSync(place.file('plain'), 'utf8')).toContain(TOKEN)
    expect(readFileSync(place.file('out'), 'utf8')).toBe('')
  },
  PATIENCE,
)

test.concurrent(
  'of a recording whose process was killed all that was whole is kept, and it is said that the end is missing',
  async ({ onTestFinished }) => {
    const place = await setUp()
    execFileSync('mkfifo', [place.file('pipe')])
    const person = place.sit(`record --raw --recipient ${place.recipient} -- cat`, 'pipe')
    const wire = openSync(place.file('pipe'), 'r+')
    onTestFinished(() => closeSync(wire))
    await person.see('to go on:', WITHIN)
    person.type(CONSENT)
    await person.see('secrets included', WITHIN)
    writeSync(wire, LINE)
    const [path = ''] = place.sealed()
    while (statSync(path).size < 65_000) await new Promise(resolve => setTimeout(resolve, 50))
    writeSync(wire, LINE)
    person.kill('SIGKILL')
    await person.exit(WITHIN)
    const ran = await place.ask('recordings', 'decrypt', 'last', '--identity', 'key.txt', '--output', 'plain')
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('the end is missing') })
    const { entries, flaws } = entriesOf(place.file('plain'))
    expect(flaws).toEqual([])
    expect(JSON.stringify(entries)).toContain(TOKEN)
    expect(entries.at(-1)).toMatchObject({
      event: 'omitted',
      detail: expect.stringContaining('the end is missing'),
    })
  },
  PATIENCE,
)

test.concurrent(
  'what cannot be meant is refused before anybody is asked, and no secret is repeated',
  async () => {
    const place = await setUp()
    const identity = await generateIdentity()
    writeFileSync(place.file('friends'), `# friends\n${place.recipient}\n\nage1nobody\n`)
    writeFileSync(place.file('plain.ndjson'), '{"recording":1}\n')
    const record = (...words: readonly string[]) => ['record', ...words, '--', 'sh', 'agent.sh']
    const decrypt = (...words: readonly string[]) => ['recordings', 'decrypt', ...words]
    const cases: readonly (readonly [readonly string[], string])[] = [
      [record('--recipient', place.recipient), '--recipient is for --raw'],
      [record('--raw', '--drop-contents'), 'cannot be used with'],
      [record('--raw', '--recipient', 'age1nobody'), 'expected a recipient, age1…; found "age1nobody"'],
      [record('--raw', '--recipient', identity), 'this is an identity, which is secret'],
      [record('--raw', '--recipients-file', 'friends'), 'friends: line 4: expected a recipient'],
      [record('--raw', '--recipients-file', 'absent'), 'absent cannot be read (ENOENT)'],
      [record('--raw', '--output', 'talk.ndjson'), 'ends in .ndjson.age'],
      [['inspect', '--raw', '--', 'sh', 'agent.sh'], '--raw is for what is recorded'],
      [['inspect', 'plain.ndjson', '--recipient', place.recipient], '--recipient is for --raw'],
      [decrypt('plain.ndjson', '--output', 'x'), 'is not encrypted'],
      [decrypt('plain.ndjson'), "required option '--output <file>'"],
    ]
    for (const [words, told] of cases) {
      const ran = await place.ask(...words)
      expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(told) })
      expect(ran.stderr).not.toContain(identity)
    }
    expect(existsSync(place.file('started'))).toBe(false)
    const path = await recordOne(place)
    const keys = ['--identity', 'key.txt']
    const places: readonly (readonly [string, string])[] = [
      ['-', 'is not written to the output'],
      ['/dev/stdout', 'is not written to the output'],
      ['plain.ndjson', 'there is one already'],
      [join(place.folder, 'open.ndjson'), 'is for recordings without secrets'],
    ]
    for (const [output, told] of places)
      expect(await place.ask(...decrypt(path, ...keys, '--output', output))).toMatchObject({
        ...{ code: 2, stdout: '', stderr: expect.stringContaining(told) },
      })
    expect(readFileSync(place.file('plain.ndjson'), 'utf8')).toBe('{"recording":1}\n')
  },
  PATIENCE,
)

// What this machine may have of its own.
const AGE = 'age'
const hasAge = spawnSync(AGE, ['--version']).status === 0

describe.skipIf(!hasAge)('the program age (skipped where it is not installed)', () => {
  test.concurrent(
    'opens what was recorded, and what it encrypted is opened here',
    async () => {
      const place = await setUp()
      const path = await recordOne(place)
      const age = (...words: readonly string[]) =>
        execFileSync(AGE, words, { cwd: place.cwd, encoding: 'utf8' })
      expect(age('--decrypt', '--identity', 'key.txt', path).split(TOKEN)).toHaveLength(3)
      writeFileSync(place.file('hand.ndjson'), `{"recording":1}\n${'{"stderr":"a line"}\n'.repeat(10_000)}`)
      age('--encrypt', '--recipient', place.recipient, '--output', 'hand.ndjson.age', 'hand.ndjson')
      const words = ['decrypt', 'hand.ndjson.age', '--identity', 'key.txt', '--output', 'plain']
      expect(await place.ask('recordings', ...words)).toMatchObject({ code: 0 })
      expect(readFileSync(place.file('plain'), 'utf8')).toBe(readFileSync(place.file('hand.ndjson'), 'utf8'))
    },
    PATIENCE,
  )

  test.concurrent(
    'opens with the same passphrase',
    async () => {
      const place = await setUp()
      const person = place.sit('record --raw --output talk.ndjson.age -- sh agent.sh')
      await person.see('to go on:', WITHIN)
      person.type(`${CONSENT}correct horse\rcorrect horse\r`)
      expect(await person.exit(WITHIN)).toBe(0)
      const age = sitDown({
        argv: [AGE, '--decrypt', '--output', 'plain', 'talk.ndjson.age'],
        ...{ home: place.home, cwd: place.cwd },
      })
      await age.see('passphrase', WITHIN)
      age.type('correct horse\r')
      expect(await age.exit(WITHIN)).toBe(0)
      expect(readFileSync(place.file('plain'), 'utf8')).toContain(TOKEN)
    },
    PATIENCE,
  )
})
