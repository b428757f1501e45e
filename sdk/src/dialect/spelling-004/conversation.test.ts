/** Appendix A of document 004, end to end: an editor that speaks it with scout, and our client with an agent that speaks it. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connect, type Host, type PermissionRequest } from '../../client/index.js'
import { FarEnd } from '../../jsonrpc/far-end.fixture.js'
import { nodeHost } from '../../node/host.js'
import { memoryPair } from '../../transport/index.js'
import { dialect } from '../dialect.js'
import { type Fields, plain } from './desk.fixture.js'
import { Editor } from './editor.fixture.js'

const OLD = 'export function login(name: string) {\n  return db.findUser(name)\n}\n'
const NEW =
  'export function login(name: string) {\n  if (!name) throw new Error("who?")\n  return db.findUser(name)\n}\n'

let work: string
let path: string
beforeEach(() => {
  work = realpathSync(mkdtempSync(join(tmpdir(), 'parley-004-')))
  path = join(work, 'auth.ts')
  writeFileSync(path, OLD)
})
afterEach(() => rmSync(work, { recursive: true }))

describe('an editor that speaks document 004, with scout', () => {
  const open = async (more: Fields = {}) => {
    const editor = new Editor()
    onTestFinished(() => editor.close())
    const greeting = await editor.request('initialize', {
      protocolVersion: 1,
      clientInfo: { name: 'VS Code', version: '1.85.0' },
      capabilities: {
        fs: { read: true, write: true },
        terminal: { create: true, interactive: false, maxConcurrent: 5 },
        ui: { permissionDialogs: true, diffViewer: true },
      },
    })
    const opened = await editor.request('session/new', { workingDirectory: work, ...more })
    const sessionId = String(opened.sessionId)
    const prompt = (text: string): Promise<Fields> =>
      editor.request('session/prompt', { sessionId, content: [{ type: 'text', text }] })
    return { editor, greeting, opened, sessionId, prompt }
  }

  test('appendix A.1: they greet each other, and a session with an MCP server is opened', async () => {
    const entry = createRequire(import.meta.url).resolve(
      '@modelcontextprotocol/server-filesystem/dist/index.js',
    )
    const { greeting, opened } = await open({
      mcpServers: [
        { name: 'filesystem', transport: { type: 'stdio', command: process.execPath, args: [entry, work] } },
      ],
    })
    expect(plain(greeting)).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: 'scout' },
      capabilities: {
        loadSession: true,
        mcpCapabilities: { servers: true, transport: ['stdio', 'http', 'sse'] },
        promptCapabilities: { streaming: true, cancellation: true, attachments: true },
        sessionCapabilities: { persistence: true },
      },
    })
    expect(plain(opened)).toEqual({ sessionId: expect.any(String), createdAt: expect.any(String) })
    expect(new Date(String(opened.createdAt)).toISOString()).toBe(opened.createdAt)
  })

  test('appendix A.2: a file is read, the user is asked, the file is written, and the change is shown', async () => {
    const { editor, sessionId, prompt } = await open()
    const result = await prompt(`/write auth.ts\n\`\`\`\n${NEW}\`\`\``)
    expect(result).toMatchObject({ stopReason: 'end_turn' })
    expect(readFileSync(path, 'utf8')).toBe(NEW)
    const [call] = editor.told('tool_call')
    expect(call).toMatchObject({ id: expect.any(String), tool: expect.any(String) })
    expect(editor.called('session/request_permission')).toMatchObject([
      { sessionId, operation: 'file_write', resource: path, toolCallId: call!.id },
    ])
    expect([...new Set(editor.called('fs/read_text_file').map(params => params.path))]).toEqual([path])
    expect(plain(editor.called('fs/write_text_file'))).toEqual([
      { path, content: NEW, createDirectories: true, overwrite: true },
    ])
    const updates = editor.told('tool_call_update').filter(({ id }) => id === call!.id)
    expect(updates.map(({ status }) => status).filter(status => status !== undefined)).toEqual(
      expect.arrayContaining(['awaiting_permission', 'in_progress', 'completed']),
    )
    const outputs = [...editor.told('tool_call'), ...updates].map(
      ({ output }) => output as Fields | undefined,
    )
    expect(outputs.findLast(output => output?.type === 'diff')).toMatchObject({
      path,
      hunks: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 4 }],
    })
    expect(
      editor
        .told('agent_message_chunk')
        .map(({ content }) => content)
        .join(''),
    ).not.toBe('')
  })

  test('who says no sees that the call was denied, and the file as it was', async () => {
    const { editor, prompt } = await open()
    editor.answer = { granted: false }
    await prompt('/write auth.ts gone')
    expect(readFileSync(path, 'utf8')).toBe(OLD)
    expect(editor.told('tool_call_update').at(-1)).toMatchObject({ status: 'denied' })
  })

  test('a command runs in a terminal of the editor, which pushes what it says', async () => {
    const { editor, prompt } = await open()
    expect(await prompt('/run printf one; printf two >&2')).toMatchObject({ stopReason: 'end_turn' })
    expect(editor.called('session/request_permission')).toMatchObject([{ operation: 'terminal_execute' }])
    expect(editor.called('terminal/create')).toHaveLength(1)
    expect(editor.called('terminal/release')).toEqual([{ terminalId: 'term_1', _meta: expect.anything() }])
    expect(editor.called('terminal/output')).toEqual([])
    const said = JSON.stringify(editor.heard.map(({ params }) => params?.data))
    // Two pipes of a process are read in any order.
    expect(said).toMatch(/onetwo|twoone/)
  })

  test('modes and options are told from what they were, and a session is loaded with all that was said', async () => {
    const { editor, sessionId, prompt } = await open({
      initialMode: 'code',
      configOptions: { autoApprove: true },
    })
    expect(plain(await editor.request('session/set_mode', { sessionId, mode: 'architect' }))).toEqual({
      previousMode: 'code',
      currentMode: 'architect',
    })
    const option = { sessionId, key: 'autoApprove', value: false }
    expect(plain(await editor.request('session/set_config_option', option))).toEqual({
      key: 'autoApprove',
      previousValue: true,
      currentValue: false,
    })
    await prompt('/read auth.ts')
    const said = editor.told('agent_message_chunk').length
    expect(plain(await editor.request('session/load', { sessionId }))).toMatchObject({
      sessionId,
      workingDirectory: work,
      mode: 'architect',
      configOptions: { autoApprove: false },
      messageCount: 2,
    })
    expect(editor.told('agent_message_chunk').length).toBeGreaterThan(said)
  })

  test('what is wrong is refused with the numbers of the document', async () => {
    const { editor } = await open()
    const unknown = editor.request('session/prompt', {
      sessionId: 'nobody',
      content: [{ type: 'text', text: 'x' }],
    })
    await expect(unknown).rejects.toMatchObject({ code: -32000, data: { reason: 'session_not_found' } })
    await expect(editor.request('_custom/analyzeCode', {})).rejects.toMatchObject({ code: -32601 })
  })

  test('a turn that is called off ends cancelled', async () => {
    const { editor, sessionId, prompt } = await open()
    const turn = prompt('/run sleep 60')
    while (editor.called('terminal/create').length === 0)
      await new Promise(resolve => setTimeout(resolve, 20))
    editor.notify('session/cancel', { sessionId, reason: 'user_requested' })
    expect(await turn).toMatchObject({ stopReason: 'cancelled' })
    expect(editor.told('tool_call_update').at(-1)).toMatchObject({ status: 'cancelled' })
  })
})

describe('our client, with an agent that speaks document 004', () => {
  const CAPABILITIES = {
    loadSession: true,
    mcpCapabilities: { servers: true, transport: ['stdio', 'http'] },
    promptCapabilities: { streaming: true, cancellation: true, attachments: true },
    sessionCapabilities: {
      modes: ['default', 'plan', 'code'],
      configOptions: ['autoApprove'],
      persistence: true,
    },
  }

  const meet = async (host: Host) => {
    const [near, far] = memoryPair()
    const agent = new FarEnd(far)
    const connecting = connect(dialect(near, '004'), { info: { name: 'Parley', version: '1' }, ...host })
    const asked = await agent.next()
    expect(plain(asked.params)).toMatchObject({ protocolVersion: 1, clientInfo: { name: 'Parley' } })
    const agentInfo = { name: 'Claude Agent', version: '1.0.0' }
    agent.answer(asked.id, { protocolVersion: 1, agentInfo, capabilities: CAPABILITIES })
    const client = await connecting
    onTestFinished(() => client.close())
    const opening = client.newSession({ cwd: work })
    const created = await agent.next()
    expect(created).toMatchObject({
      method: 'session/new',
      params: { workingDirectory: work, mcpServers: [] },
    })
    agent.answer(created.id, { sessionId: 'sess_a1b2c3d4', createdAt: '2026-02-04T10:30:00Z' })
    return { agent, client, session: await opening, greeting: asked }
  }

  const update = (agent: FarEnd, type: string, data: Fields): void =>
    agent.notify('session/update', { sessionId: 'sess_a1b2c3d4', type, data })

  const files: Host['files'] = {
    read: request => ({ content: readFileSync(request.path, 'utf8') }),
    write: request => {
      writeFileSync(request.path, request.content)
      return {}
    },
  }

  test('appendix A: the whole turn, as the document tells it', async () => {
    const asked: PermissionRequest[] = []
    const permission: Host['permission'] = request => {
      asked.push(request)
      return request.options.find(({ name }) => name === 'Allow for this session')
    }
    const { agent, session, greeting } = await meet({ permission, files })
    expect(greeting.params).toMatchObject({ capabilities: { fs: { read: true, write: true } } })
    expect([session.mode, session.modes.map(({ id }) => id)]).toEqual([
      'default',
      ['default', 'plan', 'code'],
    ])

    const turn = session.prompt('Add error handling to the login function')
    const prompt = await agent.next()
    expect(prompt.params).toEqual({
      sessionId: 'sess_a1b2c3d4',
      content: [{ type: 'text', text: 'Add error handling to the login function' }],
    })
    update(agent, 'thought_message_chunk', { content: 'I need to read it first...', visible: true })
    update(agent, 'tool_call', {
      id: 'tc_001',
      tool: 'fs/read_text_file',
      input: { path },
      status: 'pending',
    })
    agent.request(100, 'fs/read_text_file', { path: 'auth.ts' })
    expect(plain((await agent.next()).result)).toEqual({ content: OLD, encoding: 'utf-8', totalLines: 3 })
    update(agent, 'tool_call_update', {
      id: 'tc_001',
      status: 'completed',
      output: { type: 'text', text: 'Read' },
    })
    update(agent, 'agent_message_chunk', { content: 'I can see it.', index: 0 })
    update(agent, 'tool_call', {
      id: 'tc_002',
      tool: 'fs/write_text_file',
      input: { path, content: '...' },
      status: 'pending',
      requiresPermission: true,
    })
    agent.request(101, 'session/request_permission', {
      sessionId: 'sess_a1b2c3d4',
      operation: 'file_write',
      resource: path,
      reason: 'Add error handling to login function',
      toolCallId: 'tc_002',
    })
    expect(await agent.next()).toMatchObject({
      id: 101,
      result: { granted: true, remember: true, scope: 'session' },
    })
    agent.request(102, 'fs/write_text_file', { path, content: NEW })
    expect(plain(await agent.next())).toMatchObject({
      id: 102,
      result: { bytesWritten: Buffer.byteLength(NEW), created: false },
    })
    const hunk = {
      oldStart: 1,
      oldLines: 2,
      newStart: 1,
      newLines: 3,
      content:
        ' export function login(name: string) {\n+  if (!name) throw new Error("who?")\n   return db.findUser(name)',
    }
    update(agent, 'tool_call_update', {
      id: 'tc_002',
      status: 'completed',
      output: { type: 'diff', path, hunks: [hunk] },
    })
    update(agent, 'agent_message_chunk', { content: '\n\nDone.', index: 1, final: true })
    agent.answer(prompt.id, { stopReason: 'end_turn', usage: { inputTokens: 350, outputTokens: 520 } })

    const told: unknown[] = []
    for await (const one of turn.updates) told.push(plain(one))
    expect(await turn.outcome).toMatchObject({ stopReason: 'end_turn' })
    expect(told).toMatchObject([
      { sessionUpdate: 'agent_thought_chunk' },
      { sessionUpdate: 'tool_call', toolCallId: 'tc_001', kind: 'read' },
      { sessionUpdate: 'tool_call_update', status: 'completed' },
      { sessionUpdate: 'agent_message_chunk', content: { text: 'I can see it.' } },
      { sessionUpdate: 'tool_call', toolCallId: 'tc_002', kind: 'edit' },
      { sessionUpdate: 'tool_call_update', content: [{ type: 'diff', path, oldText: OLD, newText: NEW }] },
      { sessionUpdate: 'agent_message_chunk', content: { text: '\n\nDone.' } },
    ])
    expect(asked).toMatchObject([
      { title: `file_write ${path}`, toolCall: { toolCallId: 'tc_002', kind: 'edit' } },
    ])
    expect(readFileSync(path, 'utf8')).toBe(NEW)
  })

  test('a command runs in a terminal of ours, and what it says is pushed as it comes', async () => {
    const permission: Host['permission'] = ({ options }) => options.find(({ kind }) => kind === 'allow_once')
    const host = nodeHost({ info: { name: 'Parley', version: '1' }, permission, policy: false, audit: false })
    onTestFinished(() => host.close())
    const { agent, session } = await meet(host)
    const turn = session.prompt('run it')
    const prompt = await agent.next()
    const code = "process.stdout.write('one '); setTimeout(() => process.stdout.write('two'), 400)"
    agent.request(1, 'terminal/create', { command: process.execPath, args: ['-e', code], env: { A: '1' } })
    const created = await agent.next()
    const { terminalId } = created.result as Fields
    const pushed: Fields[] = []
    agent.request(2, 'terminal/wait_for_exit', { terminalId, timeout: 60_000 })
    let heard = await agent.next()
    for (; heard.method === 'terminal/output'; heard = await agent.next()) {
      pushed.push(heard.params as Fields)
      agent.answer(heard.id, { received: true })
    }
    expect(plain(heard)).toMatchObject({ id: 2, result: { exitCode: 0 } })
    expect(pushed.map(({ data }) => data).join('')).toBe('one two')
    agent.request(3, 'terminal/create', { command: 'sleep', args: ['60'], timeout: 200 })
    const { terminalId: slow } = (await agent.next()).result as Fields
    agent.request(4, 'terminal/wait_for_exit', { terminalId: slow })
    expect(await agent.next()).toMatchObject({ id: 4, result: { timedOut: true } })
    agent.request(5, 'terminal/release', { terminalId: slow })
    expect(plain(await agent.next())).toMatchObject({ id: 5, result: { released: true } })
    agent.answer(prompt.id, { stopReason: 'end_turn' })
    await turn.outcome
  })

  test('a mode and an option are set, and come back with what they were', async () => {
    const { agent, session } = await meet({})
    const setting = session.setMode('plan')
    const asked = await agent.next()
    expect(asked.params).toEqual({ sessionId: 'sess_a1b2c3d4', mode: 'plan' })
    agent.answer(asked.id, { previousMode: 'default', currentMode: 'plan' })
    await setting
    expect(session.mode).toBe('plan')
    update(agent, 'config_option_update', { key: 'autoApprove', previousValue: false, currentValue: true })
    while (session.options.length === 0) await new Promise(resolve => setTimeout(resolve, 5))
    expect(session.options).toMatchObject([{ id: 'autoApprove', value: true }])
  })

  test('a turn that broke is an error, and one that was called off is not', async () => {
    const { agent, session } = await meet({})
    const broken = session.prompt('break')
    agent.answer((await agent.next()).id, { stopReason: 'error' })
    await expect(broken.outcome).rejects.toThrow(/ended the turn because of an error/)
    const turn = session.prompt('go on')
    const prompt = await agent.next()
    const over = turn.cancel()
    expect(await agent.next()).toMatchObject({
      method: 'session/cancel',
      params: { sessionId: 'sess_a1b2c3d4' },
    })
    agent.answer(prompt.id, { stopReason: 'cancelled' })
    await over
    expect(await turn.outcome).toMatchObject({ stopReason: 'cancelled' })
  })

  test('an agent that demands more than there is ends it with a word', async () => {
    const [near, far] = memoryPair()
    const agent = new FarEnd(far)
    const connecting = connect(dialect(near, '004'))
    const { id } = await agent.next()
    agent.answer(id, {
      protocolVersion: 1,
      agentInfo: { name: 'a', version: '1' },
      capabilities: {},
      requiredClientCapabilities: { fs: { read: true } },
    })
    await expect(connecting).rejects.toThrow(/demands what this client does not have: fs\.read/)
    await agent.ended
  })
})
