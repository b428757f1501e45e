import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import * as acp from '@agentclientprotocol/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { makeProject } from './tools/errand.fixture.js'

const PROGRAM = fileURLToPath(new URL('fixtures/scout-agent.mjs', import.meta.url))
const { methods } = acp

type Permission = (
  asked: acp.ClientRequestContext<acp.RequestPermissionRequest>,
) => Promise<acp.RequestPermissionOutcome> | acp.RequestPermissionOutcome

/** A client as the official SDK's README writes it, with scout as its child process. */
async function meet(work: string, permission: Permission) {
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, join(dirname(work), 'state')], {
    stdio: 'pipe',
  })
  const exited = new Promise<number | null>(resolve => child.once('close', resolve))
  onTestFinished(async () => {
    child.kill()
    await exited
  })
  const updates: acp.SessionUpdate[] = []
  const output = Readable.toWeb(child.stdout!) as unknown as ReadableStream<Uint8Array>
  const connection = acp
    .client({ name: 'official-client' })
    .onRequest(methods.client.session.requestPermission, async asked => ({
      outcome: await permission(asked),
    }))
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update))
    .connect(acp.ndJsonStream(Writable.toWeb(child.stdin!), output))
  const greeting = await connection.agent.request(methods.agent.initialize, {
    protocolVersion: acp.PROTOCOL_VERSION,
    clientInfo: { name: 'official-client', version: '2.4.0' },
    clientCapabilities: {},
  })
  const { sessionId } = await connection.agent.request(methods.agent.session.new, {
    cwd: work,
    mcpServers: [],
  })
  const prompt = async (text: string) => {
    const answer = await connection.agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: 'text', text }],
    })
    // The official SDK hands an answer over before the notifications that came ahead of it.
    await new Promise(setImmediate)
    return answer
  }
  return { connection, greeting, sessionId, prompt, updates, exited, child }
}

const said = (updates: readonly acp.SessionUpdate[]) =>
  updates.flatMap(each =>
    each.sessionUpdate === 'agent_message_chunk' && each.content.type === 'text' ? [each.content.text] : [],
  )

test('a client on the official SDK prompts scout, allows an edit and reads the answer', async () => {
  const work = makeProject({ 'a.txt': 'old\n' })
  const asked: acp.RequestPermissionRequest[] = []
  const { greeting, prompt, updates, child, exited } = await meet(work, ({ params }) => {
    asked.push(params)
    return {
      outcome: 'selected',
      optionId: params.options.find(({ kind }) => kind === 'allow_once')?.optionId ?? '',
    }
  })
  expect(greeting).toMatchObject({
    agentInfo: { name: 'scout', title: 'Scout' },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: true, embeddedContext: true },
      mcpCapabilities: { http: true, sse: true },
    },
  })
  expect(await prompt('what can you do?')).toMatchObject({ stopReason: 'end_turn' })
  expect(said(updates).join('')).toContain('/overview')
  expect(await prompt("/edit a.txt 'old' 'new'")).toMatchObject({ stopReason: 'end_turn' })
  expect(asked).toMatchObject([
    { toolCall: { kind: 'edit', content: [{ type: 'diff', oldText: 'old\n', newText: 'new\n' }] } },
  ])
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('new\n')
  expect(updates).toContainEqual(
    expect.objectContaining({ sessionUpdate: 'tool_call_update', status: 'completed' }),
  )
  child.stdin?.end()
  expect(await exited).toBe(0)
})

test('a client on the official SDK says no, and cancels a question and a command', async () => {
  const work = makeProject({ 'a.txt': 'old\n' })
  let permission: Permission = ({ params }) => ({
    outcome: 'selected',
    optionId: params.options.find(({ kind }) => kind === 'reject_once')?.optionId ?? '',
  })
  const { connection, sessionId, prompt, updates } = await meet(work, asked => permission(asked))
  const cancel = () => connection.agent.notify(methods.agent.session.cancel, { sessionId })
  expect(await prompt('/edit a.txt old new')).toMatchObject({ stopReason: 'end_turn' })
  expect(said(updates).join('')).toContain('did not allow')

  permission = async ({ signal }) => {
    await cancel()
    await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
    return { outcome: 'cancelled' }
  }
  expect(await prompt('/edit a.txt old new')).toMatchObject({ stopReason: 'cancelled' })
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('old\n')

  permission = ({ params }) => ({ outcome: 'selected', optionId: params.options[0]?.optionId ?? '' })
  const running = prompt(`/run ${process.execPath} -e "console.log('begun'); setInterval(() => {}, 1000)"`)
  await expect.poll(() => JSON.stringify(updates), { timeout: 5_000 }).toContain('begun')
  await cancel()
  expect(await running).toMatchObject({ stopReason: 'cancelled' })
  expect(await prompt('/mode')).toMatchObject({ stopReason: 'end_turn' })
})
