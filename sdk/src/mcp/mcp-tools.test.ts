import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { connect } from '../client/index.js'
import { spawnAgent } from '../node/index.js'
import { type Answer, isAlive, odd, stage, until } from './conversation.fixture.js'
import { type McpTools, mcpTools } from './index.js'

const NODE = process.execPath

test('a tool call is shown, asked about, run and shown as done', async () => {
  const { during, shown, asked, end } = await stage({ servers: [odd()] })
  const outcome = await during((tools, turn) => tools.call(turn, 'odd/cancelled', { one: 1 }))
  expect(outcome).toEqual({ status: 'completed', text: '[]', content: [{ type: 'text', text: '[]' }] })
  expect(asked.map(({ title }) => title)).toEqual(['odd/cancelled'])
  expect(shown().map(({ status }) => status)).toEqual(['pending', 'in_progress', 'completed'])
  expect(shown()[0]).toMatchObject({
    title: 'odd/cancelled',
    kind: 'other',
    rawInput: { server: 'odd', tool: 'cancelled', arguments: { one: 1 } },
  })
  await end()
})

test('neither a hint of the server nor the name of an argument makes a call look like a read or a command', async () => {
  const { during, asked, end } = await stage({ servers: [odd()] })
  await during((tools, turn) =>
    tools.call(turn, 'odd/shifty', { command: 'rm', args: ['-rf', '/'], path: '/a' }),
  )
  const given = { command: 'rm', args: ['-rf', '/'], path: '/a' }
  expect(asked[0]).toMatchObject({
    toolCall: { kind: 'other', rawInput: { server: 'odd', tool: 'shifty', arguments: given } },
  })
  await end()
})

test('a call that the user rejects, or does not answer, is not made and is told to the author as a value', async () => {
  let answer: Answer = 'reject_once'
  const { during, shown, end } = await stage({ servers: [odd()], answer: () => answer })
  const rejected = await during((tools, turn) => tools.call(turn, 'odd/crash'))
  expect(rejected).toMatchObject({
    status: 'rejected',
    text: 'The user did not allow odd/crash to be called.',
  })
  expect(shown().map(({ status }) => status)).toEqual(['pending', 'failed'])
  answer = undefined
  expect((await during((tools, turn) => tools.call(turn, 'odd/crash'))).status).toBe('rejected')
  answer = 'allow_once'
  expect((await during((tools, turn) => tools.call(turn, 'odd/cancelled'))).status).toBe('completed')
  await end()
})

test('what is always allowed is not asked about again, and what is allowed once is', async () => {
  let answer: Answer = 'allow_once'
  const { during, asked, end } = await stage({ servers: [odd()], answer: () => answer })
  const call = () => during((tools, turn) => tools.call(turn, 'odd/cancelled'))
  await call()
  answer = 'allow_always'
  await call()
  expect(asked).toHaveLength(2)
  answer = 'reject_once'
  expect((await call()).status).toBe('completed')
  expect(asked).toHaveLength(2)
  expect((await during((tools, turn) => tools.call(turn, 'odd/refuse'))).status).toBe('rejected')
  await end()
})

test('a tool that its server describes anew is asked about again, although it was always allowed', async () => {
  const { during, asked, end } = await stage({ servers: [odd()], answer: () => 'allow_always' })
  const describe = (tools: McpTools) => tools.list.find(({ name }) => name === 'odd/shifty')?.description
  expect(await during(async tools => describe(tools))).toBe('version 1')
  await during((tools, turn) => tools.call(turn, 'odd/shifty'))
  await during((tools, turn) => tools.call(turn, 'odd/shifty'))
  expect(asked).toHaveLength(2)
  await during(tools => until(() => describe(tools) === 'version 3'))
  expect(await during(async tools => describe(tools))).toBe('version 3')
  await end()
})

test('a tool that changes while the user is being asked is asked about once more', async () => {
  let isFirst = true
  const { during, asked, end } = await stage({
    servers: [odd()],
    options: { decide: tool => (tool.name === 'odd/shifty' ? 'allow' : 'ask') },
    async answer(): Promise<Answer> {
      if (isFirst) {
        isFirst = false
        await changed()
      }
      return 'allow_once'
    },
  })
  let changed = async (): Promise<void> => {}
  const outcome = await during(async (tools, turn) => {
    changed = async () => {
      await tools.call(turn, 'odd/shifty')
      await until(() => tools.list.some(({ description }) => description === 'version 2'))
    }
    return tools.call(turn, 'odd/turncoat')
  })
  expect(outcome.status).toBe('completed')
  expect(asked).toHaveLength(2)
  await end()
})

test('the author may decide instead of the user, and may ask nobody', async () => {
  const decided: unknown[] = []
  const { during, asked, end } = await stage({
    servers: [odd()],
    options: {
      decide(tool, args) {
        decided.push([tool.name, args])
        return tool.name === 'odd/crash' ? 'reject' : 'allow'
      },
    },
  })
  expect((await during((tools, turn) => tools.call(turn, 'odd/crash', { now: true }))).status).toBe(
    'rejected',
  )
  expect((await during((tools, turn) => tools.call(turn, 'odd/cancelled'))).status).toBe('completed')
  expect(decided).toEqual([
    ['odd/crash', { now: true }],
    ['odd/cancelled', {}],
  ])
  await end()
  const free = await stage({ servers: [odd()], options: { ask: false } })
  expect((await free.during((tools, turn) => tools.call(turn, 'odd/cancelled'))).status).toBe('completed')
  expect([...asked, ...free.asked]).toEqual([])
  await free.end()
})

test('a cancel of the turn cancels the request at the server, and the call is shown as failed', async () => {
  const { begin, during, session, shown, failures, end } = await stage({
    servers: [odd()],
    options: { ask: false },
  })
  const turn = begin((tools, own) => tools.call(own, 'odd/hang'))
  await until(() => shown().some(({ status }) => status === 'in_progress'))
  session.cancel()
  expect((await turn.outcome).stopReason).toBe('cancelled')
  expect(failures.pop()).toMatchObject({ name: 'AbortError' })
  expect(shown().at(-1)).toMatchObject({ status: 'failed' })
  const { text } = await during((tools, own) => tools.call(own, 'odd/cancelled'))
  expect(JSON.parse(text)).toHaveLength(1)
  await end()
})

test('a server that crashes in a call fails that call with its last words, and the others go on', async () => {
  const other = { ...odd(), name: 'other' }
  const { during, shown, updates, end } = await stage({ servers: [odd(), other], options: { ask: false } })
  const failed = await during((tools, turn) => tools.call(turn, 'odd/crash'))
  expect(failed).toMatchObject({ status: 'failed' })
  expect(failed.text).toBe(
    'odd/crash failed: the server exited with code 7; its stderr ends:\ngiving up no-secret',
  )
  expect(shown().at(-1)).toMatchObject({ status: 'failed' })
  const [names, again, alive] = await during(async (tools, turn) => {
    tools.report(turn)
    tools.report(turn)
    return [
      tools.list.map(({ server }) => server),
      await tools.call(turn, 'odd/cancelled'),
      await tools.call(turn, 'other/cancelled'),
    ] as const
  })
  expect(new Set(names)).toEqual(new Set(['other']))
  expect(again.text).toContain('odd/cancelled cannot be used: the server exited with code 7')
  expect(alive.status).toBe('completed')
  const told = updates.filter(each =>
    JSON.stringify(each).includes('The MCP server \\"odd\\" cannot be used'),
  )
  expect(told).toHaveLength(1)
  await end()
})

test('every server that does not start is reported with its reason, and the others work', async () => {
  const servers = [
    { ...odd('dies'), name: 'dead' },
    { name: 'absent', command: '/no/such/program', args: [], env: [] },
    { name: 'loose', command: 'npx', args: ['-y', 'left-pad'], env: [] },
    { type: 'http' as const, name: 'nowhere', url: 'http://127.0.0.1:9/mcp', headers: [] },
    odd('noisy'),
    { ...odd(), name: 'odd' },
  ]
  const { during, end } = await stage({ servers })
  const [failures, list] = await during(async tools => [tools.failures, tools.list] as const)
  const reasons = Object.fromEntries(failures.map(({ server, reason }) => [server, reason]))
  expect(reasons).toMatchObject({
    dead: 'the server exited with code 3; its stderr ends:\n·cannot log in with no-secret',
    absent: 'cannot start "/no/such/program": no such program on PATH, or no such working directory',
    loose: '"left-pad" has no exact version: anybody who can publish it could run code here',
  })
  expect(reasons.nowhere).toContain('ECONNREFUSED')
  expect(Object.keys(reasons)).toHaveLength(4)
  expect(new Set(list.map(({ server }) => server))).toEqual(new Set(['odd', 'odd-2']))
  await end()
})

test('a server that does not answer is given up', async () => {
  const { during, end } = await stage({ servers: [odd('mute')], options: { deadline: 300 } })
  expect(await during(async tools => tools.failures)).toEqual([
    { server: 'odd', reason: 'it did not answer within 0.3 s' },
  ])
  await end()
})

test('servers are connected once per session, and a session without any has no tools', async () => {
  const { during, end } = await stage({ servers: [odd()] })
  expect(await during(async (tools, turn) => (await mcpTools(turn.session)) === tools)).toBe(true)
  await end()
  const bare = await stage({ servers: [] })
  const [list, outcome] = await bare.during(
    async (tools, turn) => [tools.list, await tools.call(turn, 'odd/leak')] as const,
  )
  expect(list).toEqual([])
  expect(outcome).toMatchObject({ status: 'failed', text: 'There is no tool "odd/leak".' })
  await bare.end()
})

test('no process of a server is left behind when the connection ends', async () => {
  const { during, end } = await stage({ servers: [odd()], options: { ask: false } })
  const { text } = await during((tools, turn) => tools.call(turn, 'odd/family'))
  const pids: number[] = JSON.parse(text)
  expect(pids.map(isAlive)).toEqual([true, true])
  await end()
  await until(() => !pids.some(isAlive))
  expect(pids.map(isAlive)).toEqual([false, false])
})

test('an agent that is a process of its own leaves nothing behind when its client goes', async () => {
  const child = spawnAgent(NODE, [fileURLToPath(new URL('./fixtures/agent.mjs', import.meta.url))])
  const client = await connect(child)
  const session = await client.newSession({ cwd: process.cwd(), mcpServers: [odd()] })
  const turn = session.prompt('go')
  let said = ''
  for await (const update of turn.updates)
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      said += update.content.text
  const pids: number[] = JSON.parse(said)
  expect(pids.map(isAlive)).toEqual([true, true])
  await client.close()
  expect(await child.exited).toEqual({ code: 0, signal: null })
  await until(() => !pids.some(isAlive))
  expect(pids.map(isAlive)).toEqual([false, false])
})

test('a turn or a session may end while its servers still start, and leaves none of them behind', async () => {
  const note = 'require("node:fs").writeFileSync("pid", String(process.pid)); process.stdin.resume()'
  const slow = { name: 'slow', command: NODE, args: ['-e', note], env: [] }
  const { begin, session, failures, cwd, client, connection } = await stage({
    servers: [slow, odd()],
    options: { deadline: 15_000 },
  })
  const turn = begin(async () => {})
  await until(() => existsSync(`${cwd}/pid`) && readFileSync(`${cwd}/pid`, 'utf8') !== '')
  const pid = Number(readFileSync(`${cwd}/pid`, 'utf8'))
  session.cancel()
  expect((await turn.outcome).stopReason).toBe('cancelled')
  expect(failures.pop()).toMatchObject({ name: 'AbortError' })
  expect(isAlive(pid)).toBe(true)
  await client.close()
  await connection.closed
  await until(() => !isAlive(pid))
  expect(isAlive(pid)).toBe(false)
})

test('version 2: servers are spelt with a type, and end when the session is closed', async () => {
  const { command, args } = odd()
  const server = { type: 'stdio' as const, name: 'odd', command, args }
  const { during, session, client, shown, end } = await stage({
    servers: [server],
    version: 2,
    options: { ask: false },
  })
  const { text } = await during((tools, turn) => tools.call(turn, 'odd/family'))
  await client.peer.request('session/close' as never, { sessionId: session.id } as never)
  const pids: number[] = JSON.parse(text)
  expect(shown().at(-1)).toMatchObject({ status: 'completed' })
  expect(isAlive(pids[0] ?? 0)).toBe(false)
  await until(() => !pids.some(isAlive))
  expect(pids.map(isAlive)).toEqual([false, false])
  await end()
})

test('a message that cannot be read fails the call that waits for it, and the server stays usable', async () => {
  const { during, shown, end } = await stage({ servers: [odd()], options: { ask: false } })
  const call = (name: string, args = {}) => during((tools, turn) => tools.call(turn, `odd/${name}`, args))
  const unreadable = 'it sent a message that cannot be read'
  expect((await call('huge')).text).toBe(`odd/huge failed: ${unreadable}: a message is at most 4194304 bytes`)
  expect((await call('strange', { levels: 200 })).text).toContain(`${unreadable}: nested deeper`)
  expect((await call('cancelled', { x: 'x'.repeat(5_000_000) })).text).toContain('larger than 4194304 bytes')
  expect((await call('strange', { levels: 110 })).text).toBe('half \ufffd')
  expect(shown().at(-1)).toMatchObject({ status: 'completed', rawOutput: { deep: expect.any(Array) } })
  await end()
})

test('a server that asks for the model or the user is refused, and told where the session works', async () => {
  const { during, cwd, end } = await stage({ servers: [odd()], options: { ask: false } })
  const { text } = await during((tools, turn) => tools.call(turn, 'odd/ask'))
  expect(JSON.parse(text)).toEqual([
    { code: -32601, message: 'Servers may not use the model of this client' },
    { code: -32601, message: 'Servers may not ask the user of this client' },
    { roots: [{ uri: `file://${cwd}`, name: cwd.split('/').at(-1) }] },
  ])
  await end()
})

test('a server that knows only the later handshake is greeted with it', async () => {
  const { during, end } = await stage({ servers: [odd('modern')], options: { ask: false } })
  const [failures, outcome] = await during(
    async (tools, turn) => [tools.failures, await tools.call(turn, 'odd/cancelled')] as const,
  )
  expect(failures).toEqual([])
  expect(outcome.text).toBe('[]')
  await end()
})

test('of the environment a server sees the allowed part and what was declared', async () => {
  process.env.PARLEY_PRIVATE = 'not for servers'
  const show = 'require("node:fs").writeFileSync("seen", JSON.stringify(process.env)); process.exit(1)'
  const server = { name: 'spy', command: NODE, args: ['-e', show], env: [{ name: 'DECLARED', value: 'yes' }] }
  const { during, cwd, end } = await stage({ servers: [server] })
  await during(async tools => tools.failures)
  const seen = JSON.parse(readFileSync(`${cwd}/seen`, 'utf8'))
  delete process.env.PARLEY_PRIVATE
  expect(seen).toMatchObject({ DECLARED: 'yes', PATH: process.env.PATH })
  expect(seen).not.toHaveProperty('PARLEY_PRIVATE')
  await end()
})

test('a session has so many servers and no more, and the rest are one failure', async () => {
  const servers = ['one', 'two', 'three', 'four', 'five'].map(name => ({ ...odd(), name }))
  const { during, end } = await stage({ servers, options: { servers: 2 } })
  const [names, failures] = await during(async tools => [tools.list.map(({ name }) => name), tools.failures])
  expect(new Set(names.map(name => name.split('/')[0]))).toEqual(new Set(['one', 'two']))
  const reason = 'a session may have 2 servers and was given 5: the last 3 are left out'
  expect(failures).toEqual([{ server: 'three', reason }])
  await end()
})

test('of many servers only a few are connected to at once', async () => {
  let [now, most] = [0, 0]
  const slow = createServer((_request, response) => {
    most = Math.max(most, ++now)
    setTimeout(() => {
      now--
      response.writeHead(500).end()
    }, 50)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => slow.once('listening', resolve))
  const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  const servers = Array.from({ length: 20 }, () => ({ type: 'http' as const, name: 'far', url, headers: [] }))
  const { during, end } = await stage({ servers })
  expect(await during(async tools => tools.failures.length)).toBe(20)
  expect(most).toBe(8)
  await end()
  slow.closeAllConnections()
  slow.close()
})
