/** The floods, by name: each goes on until its culprit is stopped. */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { type Culprit, carrierOf, say } from './culprit.js'

/** What is noted when a flood of connections has all of them at the same time. */
export const ALL_OPEN = 'all open'

type Flood = (culprit: Culprit) => Promise<unknown>

const MEGABYTE = 1_000_000
const PENDING = 10_000
const PENDING_EACH = 1_100
const CONNECTIONS = 3_000
const AT_ONCE = 8
const HELD_MILLISECONDS = 5_000
const STREAMED_CHUNKS = 100_000
const PIPELINED = 600_000
const NO_TOKEN = 'POST /acp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 0\r\n\r\n'

/** A session of the culprit, and the socket that opened it. */
async function session(culprit: Culprit): Promise<{ socket: WebSocket; sessionId: string } | undefined> {
  const socket = await culprit.socket()
  if (socket === undefined) return undefined
  const params = { cwd: culprit.folder, mcpServers: [] }
  say(socket, { id: 1, method: 'session/new', params })
  const sessionId = await new Promise<string>(resolve => {
    socket.on('message', text => {
      const found = /"sessionId":"([^"]+)"/.exec(String(text))?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  return { socket, sessionId }
}

async function again(culprit: Culprit, work: () => Promise<unknown>): Promise<void> {
  while (!culprit.isOver) {
    await work()
    await delay(20)
  }
}

/** One request behind the other on one connection, and on some at the same time. */
function pipelines(culprit: Culprit, isKnown: boolean): Promise<unknown> {
  const times = culprit.many(PIPELINED).length
  const each = (): Promise<void> => again(culprit, () => culprit.pipeline(times, isKnown))
  return Promise.all(culprit.many(AT_ONCE).map(each))
}

export const FLOODS: Readonly<Record<string, Flood>> = {
  /** Requests that the agent never answers, and the same again once they were refused, or held for a while. */
  requests: culprit =>
    Promise.all(
      culprit.many(Math.ceil(PENDING / PENDING_EACH)).map(() =>
        again(culprit, async () => {
          const socket = await culprit.socket()
          if (socket === undefined) return
          culprit.listen(socket)
          for (let id = 1; id <= PENDING_EACH; id++) say(socket, { id, method: '_flood/hang', params: {} })
          await Promise.race([once(socket, 'close'), delay(HELD_MILLISECONDS)])
          culprit.leave(socket)
        }),
      ),
    ),
  /** As many as it can get; once all are open, another takes the place of the oldest. */
  connections: async culprit => {
    const open = new Set<WebSocket>()
    const most = culprit.many(CONNECTIONS).length
    const come = async (): Promise<void> => {
      const socket = await culprit.socket()
      if (socket === undefined) return
      socket.once('close', () => open.delete(socket))
      open.add(socket)
      if (open.size < most) return
      culprit.hear(ALL_OPEN)
      const [oldest = socket] = open
      open.delete(oldest)
      culprit.leave(oldest)
    }
    const worker = async (): Promise<void> => {
      while (!culprit.isOver) await come()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  },
  /** Some say nothing at all, some have no token; who is hung up on comes back. */
  strangers: culprit =>
    Promise.all(
      culprit
        .many(CONNECTIONS)
        .map(index => again(culprit, () => culprit.stranger(index % 2 === 0 ? '' : NO_TOKEN))),
    ),
  pipelines: culprit => pipelines(culprit, false),
  /** The same of somebody with a good token. */
  ownPipelines: culprit => pipelines(culprit, true),
  /** They take part in a session that streams, and never read. */
  readers: async culprit => {
    const opened = await session(culprit)
    if (opened === undefined) return
    const { socket, sessionId } = opened
    await Promise.all(
      culprit.many(20).map(async () => {
        const reader = await culprit.socket()
        if (reader === undefined) return
        carrierOf(reader).pause()
        say(reader, {
          id: 2,
          method: 'session/load',
          params: { sessionId, cwd: culprit.folder, mcpServers: [] },
        })
      }),
    )
    const prompt = [{ type: 'text', text: `stream ${STREAMED_CHUNKS}` }]
    say(socket, { id: 3, method: 'session/prompt', params: { sessionId, prompt } })
  },
  frames: culprit =>
    Promise.all(
      culprit.many(8).map(() =>
        again(culprit, async () => {
          const socket = await culprit.socket()
          if (socket !== undefined)
            await culprit.frame(socket, { length: 100 * MEGABYTE, bytes: 100 * MEGABYTE })
        }),
      ),
    ),
  bodies: culprit =>
    Promise.all(
      culprit
        .many(8)
        .map(index =>
          again(culprit, () => culprit.post(100 * MEGABYTE, index % 2 === 0 ? 100 * MEGABYTE : undefined)),
        ),
    ),
  halfPosts: culprit =>
    Promise.all(
      culprit.many(200).map(() => again(culprit, () => culprit.post(15 * MEGABYTE, 16 * MEGABYTE))),
    ),
  halfFrames: culprit =>
    Promise.all(
      culprit.many(200).map(() =>
        again(culprit, async () => {
          const socket = await culprit.socket()
          if (socket === undefined) await delay(200)
          else await culprit.frame(socket, { length: 30 * MEGABYTE, bytes: 29 * MEGABYTE })
        }),
      ),
    ),
  /** Answers to a question that was answered, by somebody who reads nothing. */
  answers: culprit =>
    Promise.all(
      culprit.many(4).map(() =>
        again(culprit, async () => {
          const opened = await session(culprit)
          if (opened === undefined) return delay(200)
          const { socket, sessionId } = opened
          const asked = new Promise<string>(resolve => {
            socket.on('message', text => {
              const question = JSON.parse(String(text))
              if (question.method === 'session/request_permission') resolve(question.id)
            })
          })
          say(socket, {
            id: 2,
            method: 'session/prompt',
            params: { sessionId, prompt: [{ type: 'text', text: 'ask' }] },
          })
          const answer = { id: await asked, result: { outcome: { outcome: 'selected', optionId: 'yes' } } }
          let isClosed = false
          socket.once('close', () => {
            isClosed = true
          })
          while (!culprit.isOver && !isClosed) {
            for (let index = 0; index < 500; index++) say(socket, answer)
            await delay(1)
          }
        }),
      ),
    ),
}
