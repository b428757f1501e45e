/**
 * An agent by hand, for gateways that are killed: counts, asks, edits. Each session has a secret that only the true one
 * knows; each prompt that is carried out is a line in a file. `amnesiac` is a twin that is broken on purpose: it
 * answers for sessions that it has forgotten. `forgetful` cannot take a session up again, and says so.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

const [, , place = '', kind = 'true'] = process.argv
const SLOW_MILLISECONDS = 15
const SAID_AT_ONCE = 4
const NOT_FOUND = -32002

interface Fields {
  readonly [name: string]: unknown
}

const secrets = new Map<string, string>()
const cancelled = new Set<string>()
const waiting = new Map<number, (answer: Fields) => void>()
let asked = 0

appendFileSync(join(place, 'pids'), `${process.pid}\n`)

const send = (message: object): void =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const fileOf = (sessionId: string): string => join(place, 'agent', sessionId)
const pause = (): Promise<void> => delay(Math.random() * SLOW_MILLISECONDS)
const textOf = ({ prompt }: Fields): string => String((prompt as readonly Fields[])[0]?.text)

function tell(sessionId: string, update: object): void {
  send({ method: 'session/update', params: { sessionId, update } })
}

function say(sessionId: string, text: string): void {
  tell(sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
}

function ask(method: string, params: object): Promise<Fields> {
  const id = ++asked
  send({ id, method, params })
  return new Promise(resolve => waiting.set(id, resolve))
}

function toolCall(sessionId: string, label: string): { readonly toolCallId: string } {
  const call = { toolCallId: label, title: label, kind: 'edit', status: 'pending' }
  tell(sessionId, { sessionUpdate: 'tool_call', ...call })
  return call
}

function done(sessionId: string, toolCallId: string, text: string): void {
  const content = [{ type: 'content', content: { type: 'text', text } }]
  tell(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', content })
}

const deeds: Record<string, (sessionId: string, words: readonly string[]) => Promise<void>> = {
  count: async (sessionId, [count]) => {
    for (let number = 1; number <= Number(count) && !cancelled.has(sessionId); number++) {
      say(sessionId, `${number} `)
      if (number % SAID_AT_ONCE === 0) await delay(1)
    }
  },
  ask: async (sessionId, [, label = '']) => {
    const call = toolCall(sessionId, label)
    const options = ['allow_once', 'reject_once'].map(optionId => ({
      ...{ optionId, name: optionId, kind: optionId },
    }))
    const params = { sessionId, toolCall: { toolCallId: call.toolCallId }, options }
    const { result } = await ask('session/request_permission', params)
    done(sessionId, call.toolCallId, JSON.stringify(result ?? null))
  },
  edit: async (sessionId, [, label = '']) => {
    const call = toolCall(sessionId, label)
    const path = join(place, 'edited')
    const { error } = await ask('fs/write_text_file', { sessionId, path, content: label })
    done(sessionId, call.toolCallId, error === undefined ? 'written' : 'refused')
  },
}

const methods: Record<string, (params: Fields) => Promise<object> | object> = {
  initialize: () => ({
    protocolVersion: 1,
    agentCapabilities:
      kind === 'forgetful'
        ? {}
        : { loadSession: true, sessionCapabilities: { resume: {}, delete: {}, list: {} } },
  }),
  'session/new': async () => {
    const [sessionId, secret] = [crypto.randomUUID(), crypto.randomUUID()]
    await pause()
    writeFileSync(fileOf(sessionId), secret)
    secrets.set(sessionId, secret)
    await pause()
    return { sessionId }
  },
  'session/resume': ({ sessionId }) => {
    const file = fileOf(String(sessionId))
    if (kind === 'amnesiac') secrets.set(String(sessionId), crypto.randomUUID())
    else if (existsSync(file)) secrets.set(String(sessionId), readFileSync(file, 'utf8'))
    else throw new Error('there is no such session')
    return {}
  },
  'session/list': () => ({
    sessions: readdirSync(join(place, 'agent')).map(sessionId => ({ sessionId, cwd: place })),
  }),
  'session/delete': async ({ sessionId }) => {
    await pause()
    rmSync(fileOf(String(sessionId)), { force: true })
    secrets.delete(String(sessionId))
    await pause()
    return {}
  },
  'session/prompt': async params => {
    const sessionId = String(params.sessionId)
    const text = textOf(params)
    const secret = secrets.get(sessionId)
    if (secret === undefined) throw new Error('there is no such session')
    appendFileSync(join(place, 'carried-out'), `${sessionId} ${text}\n`)
    cancelled.delete(sessionId)
    say(sessionId, `secret ${secret} `)
    const [deed = '', ...words] = text.split(' ')
    await deeds[deed]?.(sessionId, words)
    say(sessionId, `over ${words.at(-1)} `)
    return { stopReason: cancelled.has(sessionId) ? 'cancelled' : 'end_turn' }
  },
}

async function answer(id: unknown, method: string, params: Fields): Promise<void> {
  try {
    const work = methods[method]
    if (work === undefined) return send({ id, error: { code: -32601, message: 'unknown' } })
    send({ id, result: await work(params) })
  } catch {
    send({ id, error: { code: NOT_FOUND, message: 'Resource not found' } })
  }
}

// It does not leave by itself when nobody listens: to end it is for whoever started it.
setInterval(() => {}, 60_000)
process.stdout.on('error', () => {})
createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params, result, error } = JSON.parse(line)
  if (method === 'session/cancel') cancelled.add(params.sessionId)
  else if (method === undefined) {
    if (!waiting.has(id)) appendFileSync(join(place, 'answered-twice'), `${id}\n`)
    waiting.get(id)?.({ result, error })
    waiting.delete(id)
  } else if (id !== undefined) void answer(id, method, params ?? {})
})
