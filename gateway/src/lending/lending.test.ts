import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Client, type ClientOptions, callerOf, type Fields } from '../seat/client.fixture.js'
import {
  asked,
  askOf,
  choose,
  joinIn,
  type LentPlace,
  lendingIn,
  makeLentPlace,
  optionsOf,
  terminalIn,
} from './lending.fixture.js'
import { separateGrants } from './lending.js'

interface Begun extends LentPlace {
  readonly client: Client
  readonly sessionId: string
}

async function begin(more: Partial<ClientOptions> = {}, rules: readonly object[] = []): Promise<Begun> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-lending-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const policy = join(folder, 'policy.json')
  await writeFile(policy, JSON.stringify({ version: 1, rules }), { mode: 0o600 })
  const made = await makeLentPlace(folder, { lends: lendingIn(folder, { policy }) })
  const client = await Client.open({ hub: made.hub, ...more })
  return { ...made, client, sessionId: await client.newSession(made.work) }
}

const isThere = (path: string): Promise<boolean> =>
  readFile(path).then(
    () => true,
    () => false,
  )
const questionsOf = (client: Client, sessionId: string): readonly Fields[] =>
  client
    .stream(sessionId)
    .heard.map(({ message }) => message)
    .filter(({ method }) => method === 'session/request_permission')

test('a file is written after a yes and not after a no, and both are on record', async () => {
  const { client, sessionId, work, audit } = await begin()
  const path = join(work, 'a.txt')
  const refused = client.turn(sessionId, `write ${path} hello`)
  const first = await asked(client, sessionId)
  choose(client, first, 'reject')
  await refused
  expect(client.said(sessionId)).toMatch(/refused/)
  expect(await isThere(path)).toBe(false)
  const allowed = client.turn(sessionId, `write ${path} hello`)
  choose(client, await asked(client, sessionId, [first]), 'once')
  await allowed
  expect(await readFile(path, 'utf8')).toBe('hello')
  const facts = { action: 'fs.write', by: 'user', agent: 'fixture', session: sessionId }
  expect(await audit()).toMatchObject([
    { ...facts, decision: 'deny' },
    { ...facts, decision: 'allow', scope: 'once' },
  ])
})

test('a question says what will really happen, which change it is, and which rule each answer would write', async () => {
  const { client, sessionId, work } = await begin()
  const path = join(work, 'a.txt')
  await writeFile(path, 'old\n')
  const turn = client.turn(sessionId, `write ${path} new`)
  const question = await asked(client, sessionId)
  expect(optionsOf(question)).toEqual(['reject', 'once', 'session', 'workspace', 'always'])
  const change = { path, oldText: 'old\n', newText: 'new' }
  expect(question.params).toMatchObject({
    sessionId,
    toolCall: { kind: 'edit', title: `Change a file: ${path}`, content: [{ type: 'diff', ...change }] },
    options: [
      { name: 'Reject' },
      { name: 'Allow once' },
      { name: 'Allow this file in this session' },
      {},
      {},
    ],
  })
  const { isEstablished, lines, changes, rules } = askOf(question)
  expect(isEstablished).toBe(true)
  expect(changes).toEqual([change])
  expect(lines).toEqual(['Change a file', `  ${path}`])
  expect(rules).toEqual({
    session: expect.stringContaining(`Allow fs.write ${path} for fixture, in this session`),
    workspace: expect.stringContaining('in this workspace'),
    always: expect.stringContaining('until it is revoked'),
  })
  choose(client, question, 'reject')
  await turn
})

test('an answer for the session is not asked for again, and holds for no other session', async () => {
  const { client, sessionId, work } = await begin()
  const path = join(work, 'a.txt')
  const first = client.turn(sessionId, `write ${path} one`)
  choose(client, await asked(client, sessionId), 'session')
  await first
  await client.turn(sessionId, `write ${path} two`)
  expect(await readFile(path, 'utf8')).toBe('two')
  expect(questionsOf(client, sessionId)).toHaveLength(1)
  const other = await client.newSession(work)
  const turn = client.turn(other, `write ${path} three`)
  choose(client, await asked(client, other), 'reject')
  await turn
  expect(await readFile(path, 'utf8')).toBe('two')
})

test('answers that last are listed and taken back by whoever may answer, and asked for again then', async () => {
  const { client, sessionId, work, hub } = await begin()
  const path = join(work, 'a.txt')
  const write = (text: string): Promise<unknown> => client.turn(sessionId, `write ${path} ${text}`)
  const first = write('one')
  const question = await asked(client, sessionId)
  choose(client, question, 'session')
  await first
  const list = async (): Promise<readonly Fields[]> =>
    ((await client.ask('_parley/grants/list', { sessionId })) as { grants: readonly Fields[] }).grants
  const [grant] = await list()
  expect(grant).toMatchObject({ scope: 'session', effect: 'allow', text: expect.stringContaining(path) })
  const other = await client.newSession(work)
  const revoke = (session: string, id: unknown): Promise<unknown> =>
    client.ask('_parley/grants/revoke', { sessionId: session, id })
  expect(await revoke(other, grant?.id)).toEqual({ isRevoked: false })
  const viewer = await Client.open({ hub, caller: callerOf({ scopes: ['session.read', 'session.write'] }) })
  await viewer.load(sessionId, work)
  await expect(viewer.ask('_parley/grants/list', { sessionId })).rejects.toThrow()
  expect(await revoke(sessionId, grant?.id)).toEqual({ isRevoked: true })
  expect(await list()).toEqual([])
  const again = write('two')
  choose(client, await asked(client, sessionId, [question]), 'once')
  await again
})

test('what one principal allows for a project is no leave for another, and lasts for its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-lending-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const lends = lendingIn(folder, { grantsOf: separateGrants(join(folder, 'state')) })
  const { hub, work } = await makeLentPlace(folder, { lends })
  const path = join(work, 'a.txt')
  const prompt = async (principal: string, optionId: string): Promise<boolean> => {
    const client = await Client.open({ hub, caller: callerOf({ principal }) })
    const sessionId = await client.newSession(work)
    const turn = client.turn(sessionId, `write ${path} ${principal}`)
    const question = asked(client, sessionId)
    const first = await Promise.race([turn.then(() => undefined), question])
    if (first !== undefined) choose(client, first, optionId)
    await turn
    return first !== undefined
  }
  expect(await prompt('ann', 'workspace')).toBe(true)
  expect(await prompt('ann', 'reject')).toBe(false)
  expect(await prompt('bob', 'reject')).toBe(true)
  expect(await readFile(path, 'utf8')).toBe('ann')
})

test('what is allowed for one agent is no leave for another that has its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-lending-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  let line = 'node one.js'
  const lends = lendingIn(folder, { agentOf: () => ({ name: line }) })
  const { hub, work } = await makeLentPlace(folder, { lends })
  const path = join(work, 'a.txt')
  const client = await Client.open({ hub })
  const prompt = async (optionId: string): Promise<unknown> => {
    const sessionId = await client.newSession(work)
    const turn = client.turn(sessionId, `write ${path} text`)
    const question = await Promise.race([turn.then(() => undefined), asked(client, sessionId)])
    if (question !== undefined) choose(client, question, optionId)
    await turn
    return question && askOf(question).rules
  }
  expect(await prompt('workspace')).toMatchObject({ workspace: expect.stringContaining('for node one.js,') })
  expect(await prompt('reject')).toBeUndefined()
  line = 'node other.js'
  expect(await prompt('reject')).toBeDefined()
})

test('what lasts for ever is asked for twice', async () => {
  const { client, sessionId, work } = await begin()
  const path = join(work, 'a.txt')
  const turn = client.turn(sessionId, `write ${path} one`)
  const first = await asked(client, sessionId)
  choose(client, first, 'always')
  const second = await asked(client, sessionId, [first])
  expect(optionsOf(second)).toEqual(['reject', 'once', 'always'])
  expect(askOf(second).description).toMatch(/every session/)
  choose(client, second, 'always')
  await turn
  const other = await client.newSession(work)
  await client.turn(other, `write ${path} two`)
  expect(await readFile(path, 'utf8')).toBe('two')
})

test('a question is one question for everybody: the first answer counts, and the others are told', async () => {
  const begun = await begin()
  const { client, sessionId, work } = begun
  const other = await joinIn(begun, sessionId)
  const path = join(work, 'a.txt')
  const turn = client.turn(sessionId, `write ${path} one`)
  const [mine, theirs] = [await asked(client, sessionId), await asked(other, sessionId)]
  expect(mine).toEqual(theirs)
  choose(other, theirs, 'once')
  await turn
  const { params } = await client.until(sessionId, ({ method }) => method === '_parley/session/answered')
  expect(params).toMatchObject({ requestId: mine.id, how: 'answered', outcome: { optionId: 'once' } })
  expect(await readFile(path, 'utf8')).toBe('one')
})

test('a question waits while nobody is there, and whoever comes is asked', async () => {
  const begun = await begin()
  const { client, sessionId, work } = begun
  const path = join(work, 'a.txt')
  client.prompt(sessionId, `write ${path} late`)
  await asked(client, sessionId)
  await client.leave()
  const other = await joinIn(begun, sessionId)
  choose(other, await asked(other, sessionId), 'once')
  await other.untilEnds(sessionId, 1)
  expect(await readFile(path, 'utf8')).toBe('late')
})

test('a cancel dismisses the question, and nothing is done', async () => {
  const { client, sessionId, work } = await begin()
  const path = join(work, 'a.txt')
  const turn = client.turn(sessionId, `write ${path} never`)
  await asked(client, sessionId)
  client.notify('session/cancel', { sessionId })
  expect(await turn).toMatchObject({ stopReason: 'cancelled' })
  await client.until(sessionId, ({ method }) => method === '_parley/session/answered')
  expect(await isThere(path)).toBe(false)
})

test('a change that an agent shows and asks for itself is asked about once, by its real path', async () => {
  const { client, sessionId, work, audit } = await begin()
  const path = join(work, 'a.txt')
  const turn = client.turn(sessionId, `edit ${path} shown`)
  const question = await asked(client, sessionId)
  expect(question.params).toMatchObject({ toolCall: { kind: 'edit', title: `Edit ${path}` } })
  expect(askOf(question)).toMatchObject({ isEstablished: false, changes: [{ path, newText: 'shown' }] })
  const yes = optionsOf(question).find(optionId => optionId.startsWith('allow'))
  choose(client, question, yes ?? '')
  await turn
  expect(await readFile(path, 'utf8')).toBe('shown')
  expect(questionsOf(client, sessionId)).toHaveLength(1)
  expect(await audit()).toMatchObject([{ action: 'agent.claimed' }, { action: 'fs.write', by: 'pass:edit' }])
})

test('nothing outside of the session’s directories is read or written, by whatever way, and nobody is asked', async () => {
  const { client, sessionId, work, outside } = await begin()
  await writeFile(join(outside, 'secret'), 'secret')
  await symlink(outside, join(work, 'way'))
  for (const path of [join(outside, 'secret'), join(work, 'way/secret'), join(work, '../outside/secret')]) {
    await expect(client.turn(sessionId, `read ${path}`)).rejects.toThrow(/outside/)
    await client.turn(sessionId, `write ${path} changed`)
  }
  expect(client.said(sessionId)).toMatch(/^(refused: [^:]*outside[^:]*){3}$/)
  expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret')
  expect(questionsOf(client, sessionId)).toEqual([])
})

test('a command runs after a yes; its output is seen live by all, and again by whoever comes later', async () => {
  const begun = await begin()
  const { client, sessionId, work } = begun
  const other = await joinIn(begun, sessionId)
  const turn = client.turn(sessionId, 'run touch it;is')
  const question = await asked(client, sessionId)
  expect(askOf(question)).toMatchObject({ command: "touch 'it;is'", cwd: work })
  choose(client, question, 'reject')
  await turn
  const script = join(work, 'script')
  await writeFile(script, 'echo one\nuntil [ -e "$1" ]; do sleep 0.05; done\necho two\nexit 3\n')
  const run = client.turn(sessionId, `run sh ${script} ${join(work, 'go')}`)
  choose(client, await asked(client, sessionId, [question]), 'once')
  for (const each of [client, other])
    await expect.poll(() => terminalIn(each, sessionId)?.output, { timeout: 10_000 }).toBe('one\n')
  expect(terminalIn(other, sessionId)?.exitStatus).toBeUndefined()
  await writeFile(join(work, 'go'), '')
  await run
  const later = await joinIn(begun, sessionId)
  await other.untilEnds(sessionId, 2)
  const all = {
    command: `sh ${script} ${join(work, 'go')}`,
    cwd: work,
    output: 'one\ntwo\n',
    exitStatus: { exitCode: 3, signal: null },
  }
  for (const each of [client, other, later]) expect(terminalIn(each, sessionId)).toMatchObject(all)
  expect(later.history(sessionId)).toEqual(other.history(sessionId))
  expect(client.said(sessionId)).toContain('exit: 3 8')
})

/** A command that runs until it is ended. */
async function runForEver({
  client,
  sessionId,
  work,
}: Begun): Promise<{ turn: Promise<unknown>; pid(): number }> {
  const script = join(work, 'script')
  await writeFile(script, 'echo $$\nexec sleep 600\n')
  const turn = client.turn(sessionId, `run sh ${script}`)
  choose(client, await asked(client, sessionId), 'once')
  const pid = (): number => Number(terminalIn(client, sessionId)?.output ?? 0)
  await expect.poll(pid, { timeout: 10_000 }).toBeGreaterThan(0)
  return { turn, pid }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a terminal is ended by whoever may write, and what it showed stays', async () => {
  const begun = await begin()
  const { client, sessionId } = begun
  const { turn, pid } = await runForEver(begun)
  const terminalId = terminalIn(client, sessionId)?.terminalId
  expect(await client.ask('_parley/terminal/kill', { sessionId, terminalId })).toEqual({})
  await turn
  expect(terminalIn(client, sessionId)).toMatchObject({
    exitStatus: { signal: 'SIGTERM' },
    output: `${pid()}\n`,
  })
  expect(isAlive(pid())).toBe(false)
  for (const wrong of ['nothing', 7])
    await expect(client.ask('_parley/terminal/kill', { sessionId, terminalId: wrong })).rejects.toThrow()
})

test('a cancel ends the commands of the turn, and the death of an agent does, too', async () => {
  for (const end of ['cancel', 'die'] as const) {
    const begun = await begin()
    const { client, sessionId } = begun
    const { turn, pid } = await runForEver(begun)
    if (end === 'cancel') client.notify('session/cancel', { sessionId })
    else process.kill(Number((await client.ask('_fixture/pid')).pid), 'SIGKILL')
    await turn
    await expect.poll(() => isAlive(pid()), { timeout: 10_000 }).toBe(false)
    await expect
      .poll(() => terminalIn(client, sessionId)?.exitStatus, { timeout: 10_000 })
      .toMatchObject({ signal: expect.stringMatching(/^SIG/) })
  }
})

test('a gateway that closes ends what it lent, and its sessions tell how', async () => {
  const begun = await begin()
  const { sessionId, work } = begun
  const { pid } = await runForEver(begun)
  const number = pid()
  const { hub } = await begun.again()
  expect(isAlive(number)).toBe(false)
  const later = await joinIn({ hub, work }, sessionId)
  expect(terminalIn(later, sessionId)).toMatchObject({
    exitStatus: { exitCode: null },
    output: `${number}\n`,
  })
})

test('a flood of output does not fill the log, and its end is seen by all', async () => {
  const begun = await begin()
  const { client, sessionId, work, folder } = begun
  const logBytes = async (): Promise<number> => {
    const names = (await readdir(join(folder, 'hub'))).filter(name => name.endsWith('.ndjson'))
    const sizes = await Promise.all(names.map(async name => (await stat(join(folder, 'hub', name))).size))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  const script = join(work, 'script')
  await writeFile(script, 'head -c 20000000 /dev/zero | tr "\\0" x; echo; echo the end\n')
  const turn = client.turn(sessionId, `run sh ${script}`)
  choose(client, await asked(client, sessionId), 'once')
  await turn
  const later = await joinIn(begun, sessionId)
  for (const each of [client, later]) {
    await expect.poll(() => terminalIn(each, sessionId)?.exitStatus).toMatchObject({ exitCode: 0 })
    expect(terminalIn(each, sessionId)?.output).toMatch(/^\[\d+ bytes are left out here\]\nx+\nthe end\n$/)
  }
  await begun.hub.close(0)
  expect(await logBytes()).toBeLessThan(2 * 1_024 * 1_024)
})

test('what terminals show is kept from clients that do not know the words of a gateway', async () => {
  const begun = await begin()
  const { client, sessionId, hub, work } = begun
  const plain = await Client.open({ hub, isPlain: true })
  await plain.load(sessionId, work)
  const turn = client.turn(sessionId, 'run echo hello')
  choose(client, await asked(client, sessionId), 'once')
  await turn
  await expect.poll(() => plain.said(sessionId)).toContain('exit: 0')
  const isOurs = (each: Client): boolean => JSON.stringify(each.stream(sessionId).heard).includes('_parley/')
  expect(isOurs(client)).toBe(true)
  expect(isOurs(plain)).toBe(false)
})

test('an agent is lent files and terminals though its clients have none, and clients of all kinds share it', async () => {
  const { hub, client, sessionId, work } = await begin({ capabilities: {} })
  await writeFile(join(work, 'a.txt'), 'lent')
  await client.turn(sessionId, `read ${join(work, 'a.txt')}`)
  expect(client.said(sessionId)).toBe('read: lent')
  const capabilities = { fs: { readTextFile: true, writeTextFile: true }, terminal: true }
  const able = await Client.open({ hub, capabilities })
  const [one, two] = [await client.ask('_fixture/pid'), await able.ask('_fixture/pid')]
  expect(one).toEqual(two)
  const other = await able.newSession(work)
  await able.turn(other, `read ${join(work, 'a.txt')}`)
  expect(able.said(other)).toBe('read: lent')
})

test('what a policy denies is not written by a person either: to take a change back is no way around it', async () => {
  const deny = { effect: 'deny', action: 'fs.*', path: '**/secrets/**' }
  const { client, sessionId, work, audit } = await begin({}, [deny])
  await mkdir(join(work, 'secrets'))
  await mkdir(join(work, '.acp'))
  await symlink('secrets', join(work, 'way'))
  const project = { version: 1, rules: [{ effect: 'deny', action: 'fs.delete', path: '**/kept.txt' }] }
  await writeFile(join(work, '.acp/policy.json'), JSON.stringify(project))
  for (const name of ['secrets/a.txt', 'kept.txt', 'plain.txt']) await writeFile(join(work, name), 'now')
  const digest = createHash('sha256').update('now').digest('hex')
  const write = (path: string, text: string | null, of: string | null = digest): Promise<Fields> =>
    client.request('_parley/workspace/write', { sessionId, path, text, digest: of }).answer
  const denied = {
    error: {
      data: { reason: 'permission_denied' },
      message: expect.stringMatching(/policy denies it.*Nothing was changed/),
    },
  }
  for (const path of ['secrets/a.txt', 'way/a.txt'])
    for (const text of ['what the agent says was there', null])
      expect([path, await write(path, text)]).toMatchObject([path, denied])
  expect(await write('secrets/new.txt', 'new', null)).toMatchObject(denied)
  expect(await write('kept.txt', null)).toMatchObject(denied)
  expect(await readFile(join(work, 'secrets/a.txt'), 'utf8')).toBe('now')
  expect(await audit()).toEqual([])
  expect(await write('kept.txt', 'before')).toMatchObject({ result: { digest: expect.any(String) } })
  expect(await write('plain.txt', null)).toMatchObject({ result: { digest: null } })
  await writeFile(join(work, '.acp/policy.json'), '{')
  expect(await write('secrets/a.txt', 'x')).toMatchObject({
    error: { message: expect.stringMatching(/project policy cannot be read/) },
  })
})

test('a question that is held back, because so many came within a minute, is said to be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-lending-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const lends = lendingIn(folder, { questionsPerMinute: 1 })
  const { hub, work } = await makeLentPlace(folder, { lends })
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(work)
  const turn = client.turn(sessionId, `twice ${join(work, 'a')} text`)
  choose(client, await asked(client, sessionId), 'once')
  const isNotice = ({ params }: Fields): boolean =>
    ((params as Fields | undefined)?.update as Fields | undefined)?.sessionUpdate === 'notice'
  expect(await client.until(sessionId, isNotice)).toMatchObject({
    params: {
      update: { title: 'A question was held back', description: expect.stringMatching(/waits for \d+ s/) },
    },
  })
  client.notify('session/cancel', { sessionId })
  await turn
})

test('agents of version 2 are lent nothing', async () => {
  const { client, sessionId, work } = await begin({ version: 2 })
  await client.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: `read ${work}/a` }] })
  await expect.poll(() => client.said(sessionId)).toBe('read: no files')
})

test('what an agent of version 2 asks leave for is judged like all else, and asked in its own words', async () => {
  const deny = { effect: 'deny', action: 'agent.claimed', kind: ['execute'] }
  const { client, sessionId, audit } = await begin({ version: 2 }, [deny])
  const say = (text: string) => client.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
  await say('ask')
  await expect.poll(() => client.said(sessionId)).toMatch(/chosen: reject/)
  expect(questionsOf(client, sessionId)).toEqual([])
  expect(await audit()).toMatchObject([{ action: 'agent.claimed', decision: 'deny', by: 'user:0' }])
  const other = await begin({ version: 2 })
  await other.client.ask('session/prompt', {
    sessionId: other.sessionId,
    prompt: [{ type: 'text', text: 'ask' }],
  })
  const question = await asked(other.client, other.sessionId)
  expect(question.params).toMatchObject({ title: expect.any(String), subject: { type: 'tool_call' } })
  expect(askOf(question)).toMatchObject({ isEstablished: false })
  choose(other.client, question, optionsOf(question).find(id => id.startsWith('allow')) ?? '')
  await expect.poll(() => other.client.said(other.sessionId)).toMatch(/chosen: allow/)
})
