import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect } from '@parley/acp/client'
import { grantMemory, spawnAgent } from '@parley/acp/node'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)
const built = join(import.meta.dirname, '../dist')
const { resolve } = createRequire(import.meta.url)

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-examples-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

/** What the examples keep is kept in the folder of the test. */
const ownEnvironment = () => ({
  ...process.env,
  PARLEY_EXAMPLE_STATE: join(folder, 'state'),
  XDG_STATE_HOME: join(folder, '.state'),
  XDG_CONFIG_HOME: join(folder, '.config'),
})

/** Has the drawing client talk to an example, in a folder of its own; what it drew. */
async function converse(example: string, ...args: readonly string[]): Promise<string> {
  const program = [join(built, 'converse.js'), join(built, `${example}.js`), ...args]
  const { stdout } = await run(process.execPath, program, { cwd: folder, env: ownEnvironment() })
  return stdout
}

function sessionOf(drawn: string): string {
  return /^session (.+)$/m.exec(drawn)?.[1] ?? ''
}

test('a kept session is told again by another process, which remembers it', async () => {
  const first = await converse('kept', 'Hello')
  expect(first).toContain('This is your first message.')
  const second = await converse('kept', '--load', sessionOf(first), 'And again')
  expect(second).toContain('Hello')
  expect(second).toContain('This is your first message.')
  expect(second).toContain('This is message 2; I remember the others.')
  expect(sessionOf(second)).toBe(sessionOf(first))
})

test('an agent is served over HTTP and over a WebSocket to who knows the token', async () => {
  const { stdout } = await run(process.execPath, [join(built, 'served.js')], { cwd: folder })
  expect(stdout).toBe(
    ['http', 'websocket'].map(each => `${each} { type: 'text', text: 'You said: hello' }\n`).join(''),
  )
})

test('an edit is shown as a diff, allowed, and written', async () => {
  await writeFile(join(folder, 'notes.md'), '- Buy milk\n')
  const drawn = await converse('edit', 'Buy bread')
  expect(drawn).toContain('+- Buy bread')
  expect(drawn).toContain('It is in your notes.')
  expect(await readFile(join(folder, 'notes.md'), 'utf8')).toBe('- Buy milk\n- Buy bread\n')
})

test('an edit makes the file that is missing, and leaves alone one that may not be read', async () => {
  expect(await converse('edit', 'Buy bread')).toContain('It is in your notes.')
  expect(await readFile(join(folder, 'notes.md'), 'utf8')).toBe('- Buy bread\n')
  await writeFile(join(folder, 'notes.md'), 'a\0b')
  await expect(converse('edit', 'Buy bread')).rejects.toThrow()
  expect(await readFile(join(folder, 'notes.md'), 'utf8')).toBe('a\0b')
})

test('a plan is only shown in one mode and worked off in the other', async () => {
  const planned = await converse('plan', 'Do it')
  expect(planned).toContain('This is what I would do.')
  const done = await converse('plan', '--mode', 'code', 'Do it')
  expect(done).toContain('All steps are done.')
  expect(done).toMatch(/\[x\] Answer/)
})

test('a form is answered', async () => {
  expect(await converse('form', 'Start')).toContain('Making Parley with tests.')
})

test('a tool of an MCP server is called, and what it said is drawn', async () => {
  const server = resolve('@modelcontextprotocol/server-everything/dist/index.js')
  const drawn = await converse('mcp', '--mcp', server, 'server/echo {"message":"is anybody there?"}')
  // The words of the tool itself, not those of the prompt that asked for it.
  expect(drawn).toContain('Echo: is anybody there?')
  expect(drawn).toMatch(/server\/echo|echo/i)
})

test('settings, commands, the queue, the list, loading and a file to take along work from a client', async () => {
  const program = [join(built, 'sessions-client.js')]
  const { stdout } = await run(process.execPath, program, { cwd: folder, env: ownEnvironment() })
  expect(stdout.trim().split('\n')).toEqual([
    'Answered by the small model.',
    'large',
    '3 words',
    'queued 1, taken back true',
    'end_turn',
    'The model is busy',
    'listed true in true',
    'loaded true, model large',
    'taken along true untitled',
  ])
})

test('the agent with everything fits on one page and does what it says', async () => {
  const drawn = await converse('gardener', 'Tulips')
  expect(drawn).toContain('Planted.')
  const again = await converse('gardener', '--load', sessionOf(drawn), '--mode', 'code', 'Roses')
  expect(again).toContain('Planted.\n')
  expect(again.match(/Planted\./g)).toHaveLength(2)
  expect(await readFile(join(folder, 'garden.md'), 'utf8')).toBe('- Tulips\n- Roses\n')
  const source = await readFile(join(import.meta.dirname, 'gardener.ts'), 'utf8')
  expect(source.split('\n').length).toBeLessThan(60)
})

/** Runs a client in the folder of the test; what it printed, line by line. */
async function client(name: string, args: readonly string[], typed = ''): Promise<readonly string[]> {
  const program = [join(built, `${name}.js`), ...args]
  const running = run(process.execPath, program, { cwd: folder, env: ownEnvironment() })
  const { stdin, stdout } = running.child
  // A person types when the question is there; what comes earlier is lost.
  stdout?.on('data', (text: string) => (text.includes('? ') ? stdin?.end(typed) : undefined))
  return (await running).stdout.trim().split('\n')
}

test('a client of under 30 lines asks on the screen, and does what it was allowed and nothing else', async () => {
  const hands = join(built, 'hands.js')
  const written = await client('host-client', [hands, 'write', 'a.txt', 'hello'], 'y\n')
  expect(written.slice(0, 5)).toEqual([
    ...['Create a file', `  ${folder}/a.txt`, '  +1 −0', '  @@ -0,0 +1,1 @@', '  +hello'],
  ])
  expect(written.slice(-2)).toEqual([expect.stringContaining('written'), 'end_turn'])
  expect(await client('host-client', [hands, 'read', 'a.txt'])).toEqual(['hello', 'end_turn'])
  expect(await client('host-client', [hands, 'run', 'cat', 'a.txt'], 'y\n')).toContain(
    'Allow it once (y)? hello (0)',
  )
  const refused = await client('host-client', [hands, 'run', 'rm', 'a.txt'], '2\n')
  expect(refused.at(-2)).toContain('refused: The user rejected it.')
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('hello')
  const source = await readFile(join(import.meta.dirname, 'host-client.ts'), 'utf8')
  expect(source.split('\n').length).toBeLessThan(30)
})

test('a client that asks shows the change of an agent that asks, and a no to it is a no', async () => {
  await writeFile(join(folder, 'notes.md'), '- Buy milk\n')
  const edit = join(built, 'edit.js')
  const refused = await client('host-client', [edit, 'Buy bread'], 'n\n')
  expect(refused).toEqual(
    expect.arrayContaining([`  writes ${folder}/notes.md`, '  +1 −0', '  +- Buy bread']),
  )
  expect(await readFile(join(folder, 'notes.md'), 'utf8')).toBe('- Buy milk\n')
  await client('host-client', [edit, 'Buy bread'], 'y\n')
  expect(await readFile(join(folder, 'notes.md'), 'utf8')).toBe('- Buy milk\n- Buy bread\n')
})

test('what was allowed for longer is listed and taken back', async () => {
  const memory = grantMemory({ folder: join(folder, '.state/parley/permissions') })
  await memory.add({
    ...{ id: 'g1', scope: 'always', effect: 'allow', action: 'fs.write', createdAt: Date.now() },
    covers: { facts: '["fs.write","/w/a"]' },
    agent: 'unchecked:pal',
  })
  await memory.close()
  expect(await client('grants', [])).toEqual([
    'g1 Allow fs.write /w/a for an agent that calls itself pal, until it is revoked',
  ])
  expect(await client('grants', ['g1'])).toEqual(['taken back'])
  expect(await client('grants', ['g1'])).toEqual(['there is no such answer'])
})

test('a terminal shows its output as it comes, and ends when its time is up', async () => {
  const lines = await client('terminal-client', [])
  expect(lines.slice(0, 3)).toEqual(['live   "quick\\n"', 'ended  0', 'asked  run echo quick: end_turn'])
  expect(lines.filter(line => line.startsWith('live')).length).toBeGreaterThan(2)
  expect(lines.at(-2)).toBe('ended  SIGTERM')
})

test('a policy file decides alone, and the log of it is whole', async () => {
  expect(await client('policy-client', [])).toEqual([
    'run echo hello',
    '  hello (0)',
    'run env',
    expect.stringMatching(/refused: .*Nobody can be asked/),
    'write notes/a.md hi',
    '  written',
    'write b.md hi',
    expect.stringMatching(/refused: .*"path":"\{root\}\/b\.md"/),
    'read secrets/key',
    expect.stringMatching(/refused: The user policy denies it: \$\.rules\[\d\] of .*policy\.json\.$/),
    '7 lines, whole',
  ])
})

test('a proxy tells what passes, and the agent never sees a mail address', async () => {
  await writeFile(join(folder, 'notes.md'), '- Buy milk\n')
  const program = [join(built, 'converse.js'), join(built, 'relay.js'), 'Write to\nme@example.org, please']
  const { stdout } = await run(process.execPath, program, { cwd: folder, env: ownEnvironment() })
  expect(stdout).toMatch(/You said: Write to\s+\[mail address\], please/)
  expect(stdout).toContain('Buy milk')
})

test('a client of version 2 talks with an agent of version 1 in the same process', async () => {
  const { stdout } = await run(process.execPath, [join(built, 'bridge.js')], { cwd: folder })
  expect(stdout.split('\n')).toEqual([
    'old-timer, version 2 for its client',
    "{ type: 'text', text: 'You said: hello' }",
    '',
  ])
})

test('an agent is spoken to in the words of document 003, and answers in them', async () => {
  const running = run(process.execPath, [join(built, 'dialect.js')], { cwd: folder })
  const params = { protocolVersion: 1, clientInfo: { name: 'old', version: '1' }, clientCapabilities: {} }
  running.child.stdin?.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  const { result } = JSON.parse((await running).stdout)
  const sessionModes = [
    { modeId: 'short', title: 'Short' },
    { modeId: 'long', title: 'Long' },
  ]
  expect(result).toMatchObject({ agentCapabilities: { sessionModes }, authenticationMethods: [] })
})

test('a client that is told of the dialect talks with it like with any other', async () => {
  const channel = spawnAgent(process.execPath, [join(built, 'dialect.js')], { dialect: '003' })
  await using client = await connect(channel)
  const session = await client.newSession({ cwd: folder })
  await session.setMode('long')
  let said = ''
  for await (const update of session.prompt('hello').updates)
    if (update.sessionUpdate === 'agent_message_chunk' && 'text' in update.content)
      said += update.content.text
  expect(said).toBe('Good day. You said: hello')
})
