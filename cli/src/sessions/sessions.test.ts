import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from '@parley/acp/client'
import { spawnAgent } from '@parley/acp/node'
import type { Version } from '@parley/acp/protocol'
import { expect, test } from 'vitest'
import { makeHome } from '../listing/parley.fixture.js'
import { openRecorder } from '../record/open-recorder.js'
import type { RecordedSession } from '../record/record.js'

const program = fileURLToPath(new URL('./fixtures/keeper.mjs', import.meta.url))
const ESC = '\u001b'

type Home = ReturnType<typeof makeHome>

async function hold(
  { shellFor, work }: Home,
  session: Partial<RecordedSession>,
  turns: readonly (readonly [question: string, ...answer: string[]])[],
): Promise<void> {
  const { shell } = shellFor()
  const recorder = await openRecorder({ agent: 'scout', sessionId: 's1', cwd: work, ...session }, shell)
  for (const [question, ...answer] of turns) {
    recorder.prompt([{ type: 'text', text: question }])
    for (const text of answer)
      recorder.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
    recorder.end('end_turn')
  }
  await recorder.close()
  await new Promise(resolve => setTimeout(resolve, 2))
}

test('nobody has held a conversation yet, and looking for one makes no folder', async () => {
  const { parley, home } = makeHome()
  expect(await parley('sessions')).toMatchObject({
    code: 0,
    out: '',
    err: expect.stringContaining('parley run'),
  })
  expect(await parley('sessions', '--format', 'json')).toMatchObject({ code: 0, out: '[]\n' })
  expect(() => statSync(join(home, '.local'))).toThrow('ENOENT')
})

test('a list is of this directory, or of all, the latest first, one line each', async () => {
  const home = makeHome()
  const elsewhere = join(home.home, 'elsewhere')
  mkdirSync(elsewhere)
  await hold(home, { sessionId: 's1', label: 'fix' }, [
    ['first\nquestion', 'yes'],
    ['second', 'no'],
  ])
  await hold(home, { sessionId: 's2', agent: 'other', cwd: elsewhere }, [['hello', 'hi']])
  const { out } = await home.parley('sessions')
  expect(out).toMatch(/^[0-9a-f]{8}\tscout\t\d{4}-\S+Z\t\S+\/work\t\[fix\] first·question\t2\trecords\n$/)
  const all = await home.parley('sessions', 'list', '--all')
  expect(all.out.split('\n').map(line => line.split('\t')[1])).toEqual(['other', 'scout', undefined])
  expect(all.out).toContain(`\t${elsewhere}\t`)
  const json = JSON.parse((await home.parley('sessions', '--cwd', elsewhere, '--format', 'json')).out)
  expect(json).toEqual([
    {
      ...{ id: expect.stringMatching(/^[0-9a-f]{16}$/), agent: 'other', sessionId: 's2', cwd: elsewhere },
      ...{ title: 'hello', turns: 1 },
      started: expect.stringMatching(/^\d{4}-.*Z$/),
      updated: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
  expect(
    JSON.parse((await home.parley('sessions', '--all', '--agent', 'scout', '--format', 'json')).out),
  ).toHaveLength(1)
  expect((await home.parley('sessions', '--all', '--limit', '1')).out.match(/\n/g)).toHaveLength(1)
})

test('a table fits the terminal, and the command that goes on is shown', async () => {
  const home = makeHome()
  await hold(home, { agent: `evil${ESC}]0;x\u0007` }, [
    [`a very long question 漢字漢字 ${'so '.repeat(60)}`, 'yes'],
  ])
  const { out, err } = await home.parleyOn({ columns: 80 }, 'sessions')
  const lines = out.split('\n')
  expect(lines[0]).toMatch(/^ID +AGENT +WHEN +TITLE +TURNS$/)
  expect(lines[1]).toContain('evil·')
  expect(lines[1]).toContain('…')
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
  const all = await home.parleyOn({ columns: 80 }, 'sessions', '--all')
  expect(all.out).toMatch(/^ID +AGENT +WHEN +DIRECTORY +TITLE +TURNS\n/)
  expect(err).toMatch(/To go on with the first: parley run --resume [0-9a-f]{8} "…"/)
})

test('a conversation is shown as text, as Markdown and as JSON, and nothing in it reaches the terminal', async () => {
  const home = makeHome()
  await hold(home, {}, [['what is it', `an ${ESC}[31mans`, 'wer\u202e']])
  const text = await home.parley('sessions', 'show', 'last')
  expect(text).toMatchObject({
    code: 0,
    out: expect.stringContaining('User:\n  what is it\n\nAgent:\n  an ·answer·\n'),
  })
  expect((await home.parley('sessions', 'show', 's1', '--format', 'markdown')).out).toContain(
    '# what is it\n\n## User',
  )
  const { out } = await home.parley('sessions', 'show', 's1', '--format', 'json')
  expect(out).toContain('\\u202e')
  for (const hidden of [ESC, '\u202e']) expect(out).not.toContain(hidden)
  expect(JSON.parse(out)).toMatchObject({
    sessionId: 's1',
    turns: 1,
    conversation: { entries: expect.any(Array) },
  })
  expect(await home.parley('sessions', 'show', 'nothing')).toMatchObject({
    ...{ code: 4, err: expect.stringContaining('There is no recorded conversation "nothing".') },
  })
})

test('a title stands above a conversation once, and not at all where the first prompt says the same', async () => {
  const home = makeHome()
  await hold(home, {}, [['what is it', 'a thing']])
  const shown = await home.parley('sessions', 'show', 'last')
  expect(shown.out.match(/what is it/g)).toHaveLength(1)
  const { shell } = home.shellFor()
  const recorder = await openRecorder(
    { agent: 'scout', sessionId: 's1', cwd: home.work, label: 'fix' },
    shell,
  )
  recorder.update({ sessionUpdate: 'session_info_update', title: 'About a thing' })
  await recorder.close()
  const titled = await home.parley('sessions', 'show', 'last')
  expect(titled.out).toMatch(/^\[fix\] About a thing\n/)
  expect(titled.out.match(/About a thing/g)).toHaveLength(1)
})

test('a search finds what was said in pieces, says where, and tells by its exit code that there is nothing', async () => {
  const home = makeHome()
  await hold(home, { sessionId: 's1' }, [
    ['one', 'nothing here'],
    ['two', 'a race con', 'dition in ', 'the queue'],
  ])
  await hold(home, { sessionId: 's2', agent: 'other' }, [['Race Condition?', 'no']])
  const { code, out } = await home.parley('sessions', 'search', 'race condition')
  expect(code).toBe(0)
  expect(out).toMatch(/^[0-9a-f]{8} {2}other .*\n {2}turn 1, user: Race Condition\?\n/)
  expect(out).toContain('turn 2, agent: a race condition in the queue')
  const sensitive = ['sessions', 'search', 'race', '--case-sensitive', '--format', 'json']
  expect(JSON.parse((await home.parley(...sensitive)).out)).toMatchObject([
    { sessionId: 's1', hits: [{ turn: 2, where: 'agent', snippet: 'a race condition in the queue' }] },
  ])
  expect((await home.parley('sessions', 'search', '--regex', 'con.ition\\?')).out).toContain('other')
  expect(await home.parley('sessions', 'search', 'con.ition')).toMatchObject({ code: 1, out: '' })
  expect(await home.parley('sessions', 'search', '--regex', '(')).toMatchObject({ code: 2 })
})

test('a record that is damaged keeps nobody from finding the others', async () => {
  const home = makeHome()
  await hold(home, { sessionId: 's1' }, [
    ['one', 'needle'],
    ['two', 'x'],
    ['three', 'x'],
  ])
  await hold(home, { sessionId: 's2' }, [['one', 'needle']])
  const [damaged] = JSON.parse((await home.parley('sessions', '--format', 'json')).out).filter(
    (each: { sessionId: string }) => each.sessionId === 's1',
  )
  const file = join(home.home, '.local/state/parley/conversations', `${damaged.id}.ndjson`)
  writeFileSync(file, readFileSync(file, 'utf8').replace('"two"', '"TWO"'))
  const { out, err } = await home.parley('sessions', 'search', 'needle')
  expect(out.match(/needle/g)).toHaveLength(2)
  expect(err).toContain('was not searched to its end')
})

test('an export has no secrets in it, not even one that came in two pieces, and can be imported elsewhere', async () => {
  const home = makeHome()
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  await hold(home, { label: 'fix' }, [
    ['the key', `it is ${secret.slice(0, 9)}`, `${secret.slice(9)} really`],
  ])
  const file = join(home.work, 'talk.json')
  expect((await home.parley('sessions', 'export', 'last', '--output', 'talk.json')).code).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  for (const format of ['markdown', 'json', 'session']) {
    const { out } = await home.parley('sessions', 'export', 's1', '--format', format)
    expect(out).toContain('really')
    expect(out).not.toContain(secret.slice(9))
    expect(out).toContain('redacted')
  }
  const raw = await home.parley('sessions', 'export', 's1', '--raw')
  expect(raw.out).toContain(secret)
  expect(raw.err).toContain('with every secret')
  expect(await home.parley('sessions', 'import', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('This conversation is here already.'),
  })
  const other = makeHome()
  const imported = await other.parley('sessions', 'import', file, '--cwd', '.')
  expect(imported).toMatchObject({
    code: 0,
    out: expect.stringContaining('the key with scout, 1 turn'),
  })
  expect((await other.parley('sessions', 'show', 'last')).out).toContain('really')
})

test('a document names no program, no directory and no name to take it up by', async () => {
  const home = makeHome()
  await hold(home, { label: 'ci' }, [['hello', 'there']])
  const document = JSON.parse((await home.parley('sessions', 'export', 'last', '--format', 'session')).out)
  document.session.cwd = '/'
  document.session.facts.agent = '/bin/sh -c "touch taken"'
  const later = Date.now() + 1e10
  const facts = { agent: '/bin/sh -c "touch taken"', label: 'ci', lastAt: later }
  document.entries.push({ kind: 'info', seq: document.entries.length + 1, at: later, facts })
  const other = makeHome()
  writeFileSync(join(other.work, 'talk.json'), JSON.stringify(document))
  const imported = await other.parley('sessions', 'import', 'talk.json')
  expect(imported.out).toContain('with unknown, 1 turn')
  expect(imported.out).toContain('--agent <whose it is>')
  const [session] = JSON.parse((await other.parley('sessions', '--format', 'json')).out)
  expect(session).toMatchObject({ agent: 'unknown', cwd: other.work })
  expect(Date.parse(session.updated)).toBeLessThanOrEqual(Date.now())
  expect(session.label).toBeFalsy()
})

test('a title is cleaned where it was found', async () => {
  const home = makeHome()
  await hold(home, {}, [['hello', 'there']])
  const named = await openRecorder({ agent: 'scout', sessionId: 's1', cwd: home.work }, home.shellFor().shell)
  named.update({ sessionUpdate: 'session_info_update', title: 'needle \u001b]52;c;aGk=\u0007\u202e' })
  await named.close()
  const { out } = await home.parley('sessions', 'search', 'needle')
  expect(out).toContain('title: needle')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(out).not.toMatch(/[\u001b\u0007\u202e]/)
})

test.each([
  ['{"format":"parley-session"}', '/revision: expected 1'],
  ['null', '/: expected an object'],
  ['not JSON', '/: expected JSON'],
])('what is no session is not imported: %s', async (text, why) => {
  const home = makeHome()
  writeFileSync(join(home.work, 'x.json'), text)
  expect(await home.parley('sessions', 'import', 'x.json')).toMatchObject({
    code: 2,
    err: expect.stringContaining(why),
  })
  expect((await home.parley('sessions', '--all', '--format', 'json')).out).toBe('[]\n')
})

test('nothing is removed before somebody agrees', async () => {
  const home = makeHome()
  await hold(home, { sessionId: 's1' }, [['one']])
  await hold(home, { sessionId: 's2' }, [['two']])
  const count = async () => JSON.parse((await home.parley('sessions', '--format', 'json')).out).length
  expect(await home.parley('sessions', 'rm', 's1')).toMatchObject({
    code: 10,
    err: expect.stringContaining('--yes'),
  })
  expect(await home.parleyOn({ columns: 80, typed: '\n' }, 'sessions', 'rm', 's1')).toMatchObject({
    code: 1,
  })
  expect(await home.parley('sessions', 'rm', 's1', 'nothing', '--yes')).toMatchObject({ code: 4 })
  expect(await count()).toBe(2)
  expect(await home.parleyOn({ columns: 80, typed: 'y\n' }, 'sessions', 'rm', 's1')).toMatchObject({
    code: 0,
  })
  expect(await home.parley('sessions', 'rm', 's2', '--yes')).toMatchObject({ code: 0 })
  expect(await count()).toBe(0)
})

test.each([
  { version: 1, words: [] },
  { version: 2, words: ['--new'] },
])(
  'what an agent of version $version has kept is listed, taken in, forked and deleted, also there',
  async each => {
    const home = makeHome()
    const words = [program, join(home.base, 'kept'), ...each.words]
    const agent = [process.execPath, ...words].join(' ')
    const client = await connect<Version>(spawnAgent(process.execPath, words), {}, { mayGoHigher: true })
    expect(client.version).toBe(each.version)
    const session = await client.newSession({ cwd: home.work })
    await session.prompt('hello there').outcome
    await client.close()
    const from = ['sessions', '--from', agent, '--format', 'json']
    expect(JSON.parse((await home.parley(...from)).out)).toMatchObject([
      { sessionId: session.id, cwd: home.work },
    ])
    const synced = await home.parley(...from, '--sync')
    expect(synced).toMatchObject({ code: 0, err: '' })
    expect((await home.parley('sessions', 'show', session.id)).out).toContain('You said: hello there')
    const [listed] = JSON.parse((await home.parley('sessions', '--format', 'json')).out)
    expect(listed).toMatchObject({ agent, turns: 1, title: 'hello there' })
    const forked = await home.parley('sessions', 'fork', session.id, '--format', 'json')
    expect(forked).toMatchObject({ code: 0, err: '' })
    const { id, sessionId } = JSON.parse(forked.out)
    expect(sessionId).not.toBe(session.id)
    expect((await home.parley('sessions', 'show', id)).out).toContain('You said: hello there')
    expect((await home.parley('sessions', 'rm', session.id, '--at-agent', '--yes')).out).toContain(
      'also at its agent',
    )
    expect(JSON.parse((await home.parley(...from)).out)).toMatchObject([{ sessionId, recordedAs: id }])
  },
)

test('what an agent of several names has kept is recorded under its id, as a run records it', async () => {
  const home = makeHome()
  const kept = join(home.base, 'kept')
  const client = await connect(spawnAgent(process.execPath, [program, kept]), {})
  const session = await client.newSession({ cwd: home.work })
  await session.prompt('hello there').outcome
  await client.close()
  mkdirSync(join(home.base, 'bin'))
  const gemini = join(home.base, 'bin', 'gemini')
  writeFileSync(gemini, `#!/bin/sh\nexec '${process.execPath}' '${program}' '${kept}'\n`, { mode: 0o700 })
  home.env.PATH = `${join(home.base, 'bin')}:${home.env.PATH}`
  process.env.PATH = home.env.PATH
  const synced = await home.parley('sessions', '--from', 'gemini-cli', '--sync')
  expect(synced).toMatchObject({ code: 0, err: '' })
  for (const name of ['gemini', 'gemini-cli']) {
    const { out } = await home.parley('sessions', '--agent', name, '--format', 'json')
    expect(JSON.parse(out)).toMatchObject([{ agent: 'gemini', sessionId: session.id, turns: 1 }])
  }
})

test('a conversation that is told by halves leaves no record, and is taken in when it is told whole', async () => {
  const home = makeHome()
  const half = fileURLToPath(new URL('./fixtures/half-teller.mjs', import.meta.url))
  const sync = ['sessions', '--from', `${process.execPath} ${half} ${join(home.base, 'told')}`, '--sync']
  expect(await home.parley(...sync)).toMatchObject({
    code: 1,
    err: expect.stringContaining('was not taken in'),
  })
  expect(await home.parley('sessions', '--all', '--format', 'json')).toMatchObject({ out: '[]\n' })
  expect(await home.parley(...sync)).toMatchObject({ code: 0, err: '' })
  const { out } = await home.parley('sessions', 'show', 'h1')
  expect(out).toContain('hello')
  expect(out).toContain('piece 500.')
})

test('an agent that cannot list or fork is said to be unable, and one that is not there not to be there', async () => {
  const home = makeHome()
  const agent = `${process.execPath} ${program} - --forgetful`
  await hold(home, { agent }, [['one', 'two']])
  expect(await home.parley('sessions', '--from', agent)).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('cannot list its conversations') },
  })
  expect(await home.parley('sessions', 'fork', 's1')).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('cannot fork a conversation') },
  })
  expect((await home.parley('sessions', '--from', '/nothing/here')).code).toBe(8)
})

test('a word that is no command is not taken for one', async () => {
  const { parley } = makeHome()
  expect(await parley('sessions', 'shwo')).toMatchObject({
    code: 2,
    err: expect.stringContaining(
      'there is no command "sessions shwo". Nothing was run.\ndid you mean parley sessions show? See: parley sessions --help',
    ),
  })
  expect(await parley('sessions', '--sync')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--from'),
  })
  expect(await parley('sessions', '--limit', '0')).toMatchObject({ code: 2 })
  expect((await parley('sessions', 'search', '--help')).out).toContain('Example:')
})
