/** Streamable HTTP: which requests a server takes, where it answers them, and how it refuses the others. */

import type { CarriedAnswer, CarriedEvent } from '../../wire/carried.js'
import { messageFacts } from '../../wire/message-facts.js'
import type { ExaminedAgent } from '../examined-agent.js'
import { HttpHand } from '../http-hand.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'

const NOBODY = 'parley-nobody'
const ACCEPTED = 202
const PROMPT = {
  jsonrpc: '2.0',
  id: 'p',
  method: 'session/prompt',
  params: { sessionId: NOBODY, prompt: [] },
}
const EXTENSION = { jsonrpc: '2.0', id: 'x', method: '_parley.test/nobody_has_this', params: {} }
const JSON_TYPE = { 'content-type': 'application/json' }
const EVENTS = { accept: 'text/event-stream' }

export const overHttp: readonly AgentScenario[] = [
  {
    name: 'http.conversation',
    title: 'talks in two sessions over HTTP, and looks at every answer to every request',
    versions: [1],
    transports: ['http'],
    deeds: ['say'],
    verifies: [
      'agent.http.initialize',
      'agent.http.connection-id',
      'agent.http.accepted',
      'agent.http.own-stream',
      'agent.http.session-stream',
    ],
    async play(stage, judge) {
      const agent = await stage.start()
      await agent.initialize()
      const opening = answersOf(agent).find(({ method }) => method === 'initialize')
      const type = String(opening?.headers['content-type'] ?? 'none')
      judge.check(
        'agent.http.initialize',
        opening?.status === 200 && type.startsWith('application/json'),
        `expected 200 with application/json, found ${opening?.status ?? 'nothing'} with ${type}`,
      )
      const id = opening?.headers['acp-connection-id']
      const isNamed = typeof id === 'string' && id !== ''
      if (!judge.check('agent.http.connection-id', isNamed, 'the answer has no Acp-Connection-Id')) return
      const own = (): CarriedAnswer | undefined => answersOf(agent).find(({ verb }) => verb === 'GET')
      await eventually(() => own() !== undefined, stage.pace.deadline)
      const stream = own()
      const kind = String(stream?.headers['content-type'] ?? 'none')
      judge.check(
        'agent.http.own-stream',
        stream?.status === 200 && kind.startsWith('text/event-stream'),
        `expected 200 with text/event-stream, found ${stream?.status ?? 'nothing'} with ${kind}`,
      )
      await agent.signIn()
      const sessions = [await agent.newSession(), await agent.newSession()].map(each => each.sessionId)
      for (const sessionId of sessions) await agent.turn(sessionId, stage.words('say', { text: 'hello' }))
      await agent.peer.arrivals.quiet(stage.pace.patience)
      const late = answersOf(agent).filter(({ verb, method }) => verb === 'POST' && method !== 'initialize')
      const odd = late.filter(({ status, text }) => status !== ACCEPTED || text !== '')
      judge.check(
        'agent.http.accepted',
        odd.length === 0,
        `expected 202 and no body, found ${odd.map(each => `${each.status} to ${each.method}`).join(', ')}`,
      )
      const lost = strays(agent)
      judge.check('agent.http.own-stream', !lost.some(isOwn), `on the wrong stream: ${lost.join(', ')}`)
      const others = lost.filter(each => !isOwn(each))
      judge.check(
        'agent.http.session-stream',
        others.length === 0,
        `on the wrong stream: ${others.join(', ')}`,
      )
    },
  },
  {
    name: 'http.refusals',
    title: 'makes requests over HTTP that must be refused',
    versions: [1],
    transports: ['http'],
    verifies: [
      'agent.http.content-type',
      'agent.http.accept',
      'agent.http.connection-missing',
      'agent.http.connection-unknown',
      'agent.http.session-missing',
      'agent.http.session-unknown',
      'agent.http.batch',
    ],
    async play(stage, judge) {
      const hand = handOf(stage)
      const own = await hand.connect()
      const unknown = { 'acp-connection-id': NOBODY }
      const get = (headers: Readonly<Record<string, string>>) => hand.listen(headers)
      const body = JSON.stringify(EXTENSION)
      const expected = async (
        id: string,
        status: number,
        asked: Promise<{ readonly status: number }>,
      ): Promise<unknown> => {
        const found = await asked
        return judge.check(id, found.status === status, `expected ${status}, found ${found.status}`)
      }
      await expected(
        'agent.http.content-type',
        415,
        hand.ask('POST', { 'content-type': 'text/plain', ...own }, body),
      )
      await expected('agent.http.accept', 406, get({ accept: 'application/json', ...own }))
      await expected('agent.http.connection-missing', 400, hand.post(EXTENSION, {}))
      await expected('agent.http.connection-missing', 400, get({}))
      await expected('agent.http.connection-missing', 400, hand.ask('DELETE', {}))
      await expected('agent.http.connection-unknown', 404, hand.post(EXTENSION, unknown))
      await expected('agent.http.connection-unknown', 404, get(unknown))
      await expected('agent.http.session-missing', 400, hand.post(PROMPT, own))
      await expected('agent.http.session-unknown', 404, get({ ...own, 'acp-session-id': NOBODY }))
      await expected('agent.http.batch', 501, hand.ask('POST', { ...JSON_TYPE, ...own }, `[${body}]`))
      await hand.ask('DELETE', own)
    },
  },
  {
    name: 'http.second-stream',
    title: 'asks for a stream that it already hears',
    versions: [1],
    transports: ['http'],
    verifies: ['agent.http.second-stream'],
    async play(stage, judge) {
      const hand = handOf(stage)
      const own = await hand.connect()
      const first = await hand.listen(own)
      const second = await hand.listen(own)
      judge.check('agent.http.second-stream', second.status === 409, `expected 409, found ${second.status}`)
      let heard = ''
      first.body.on('data', (chunk: Buffer) => {
        heard += chunk.toString('utf8')
      })
      await hand.post(EXTENSION, own)
      const isHeard = await eventually(() => heard.includes('"x"'), stage.pace.deadline)
      judge.check('agent.http.second-stream', isHeard, 'the first stream was not told any more')
      await hand.ask('DELETE', own)
    },
  },
  {
    name: 'http.delete',
    title: 'ends a connection over HTTP',
    versions: [1],
    transports: ['http'],
    verifies: ['agent.http.delete'],
    async play(stage, judge) {
      const hand = handOf(stage)
      const own = await hand.connect()
      const { body } = await hand.listen(own)
      let isOver = false
      body.on('close', () => {
        isOver = true
      })
      body.resume()
      const { status } = await hand.ask('DELETE', own)
      judge.check('agent.http.delete', status === ACCEPTED, `expected 202, found ${status}`)
      const hasEnded = await eventually(() => isOver, stage.pace.deadline)
      judge.check('agent.http.delete', hasEnded, 'the stream of the connection did not end')
      const after = await hand.post(EXTENSION, own)
      judge.check(
        'agent.http.delete',
        after.status === 404,
        `a POST afterwards: expected 404, found ${after.status}`,
      )
      const again = await hand.ask('GET', { ...EVENTS, ...own })
      judge.check(
        'agent.http.delete',
        again.status === 404,
        `a GET afterwards: expected 404, found ${again.status}`,
      )
    },
  },
]

function handOf(stage: AgentStage): HttpHand {
  const hand = new HttpHand(stage.remote)
  stage.onClose(() => hand.close())
  return hand
}

function answersOf({ peer }: ExaminedAgent): readonly CarriedAnswer[] {
  return peer.carried.filter(each => each.is === 'answer')
}

const OWN = 'the stream of the connection'

function isOwn(stray: string): boolean {
  return !stray.endsWith(OWN)
}

/** What came where it does not belong: named by what it is and where it was. */
function strays({ peer }: ExaminedAgent): readonly string[] {
  const asked = new Map<unknown, { readonly method: string; readonly session: string | undefined }>()
  for (const entry of peer.entries) {
    if (!('message' in entry) || entry.to !== 'agent') continue
    const { id, method, session } = messageFacts(Buffer.from(JSON.stringify(entry.message)))
    if (method !== undefined && id !== undefined) asked.set(id, { method, session })
  }
  const events = peer.carried.filter((each): each is CarriedEvent => each.is === 'event')
  return events.flatMap(({ stream, data }) => {
    const { id, method, session } = messageFacts(Buffer.from(data))
    const question = method === undefined ? asked.get(id) : undefined
    const belongs = method === undefined ? question?.session : session
    if (belongs === stream) return []
    const what = method ?? `the answer to ${question?.method ?? 'nothing'}`
    return [`${what} on ${stream === undefined ? OWN : 'the stream of a session'}`]
  })
}

async function eventually(isTrue: () => boolean, milliseconds: number): Promise<boolean> {
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    if (isTrue()) return true
    await new Promise(resolve => setTimeout(resolve, POLL_MILLISECONDS))
  }
  return isTrue()
}

const POLL_MILLISECONDS = 20
