import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { extensionNotification, extensionRequest, handleExtension } from '../protocol/index.js'
import { ByHand, type Served, serve, text } from '../protocol/parties.fixture.js'
import type { Version } from '../protocol/version.js'
import { memoryJournal } from '../store/index.js'
import { type ByteStream, lines } from '../transport/index.js'
import { agent } from './agent.js'
import type { AgentDefinition } from './definition.js'

const readParams = (value: unknown): { readonly word: string } => value as { readonly word: string }
const ask = extensionRequest('_order/ask', { readParams, readResult: value => value })
const note = extensionNotification('_order/note', { readParams })

interface Watched extends Served {
  /** What was begun, in that order. */
  readonly begun: string[]
}

interface Watching {
  readonly begun: string[]
  readonly definition: Pick<AgentDefinition, 'extensions' | 'sessions'>
}

function watching(): Watching {
  const begun: string[] = []
  const begin = ({ word }: { readonly word: string }): { readonly word: string } => {
    begun.push(word)
    return { word }
  }
  // Not answered at once, so that whoever asks can be gone by then.
  const answerLater = async (asked: { readonly word: string }): Promise<unknown> => {
    const answer = begin(asked)
    await calm(1)
    return answer
  }
  const extensions = [handleExtension(ask, answerLater), handleExtension(note, params => void begin(params))]
  return { definition: { extensions, sessions: memoryJournal() }, begun }
}

function watched(): Watched {
  const { definition, begun } = watching()
  return { ...serve(definition), begun }
}

/** One end of two pipes: whoever ends it says nothing more, and still hears. */
function endOf(input: PassThrough, output: PassThrough): ByteStream {
  return {
    input,
    write: words => void output.write(words),
    whenIdle: callback => void setImmediate(callback),
    end: async () => void output.end(),
  }
}

const params: Readonly<Record<Version, object>> = {
  1: { protocolVersion: 1 },
  2: { protocolVersion: 2, info: { name: 'hand', version: '1' }, capabilities: {} },
}

/** Everything at once, as a client does that waits for nothing. */
function sayAll(far: ByHand, version: Version): void {
  far.request(0, 'initialize', params[version])
  far.request(1, 'session/new', { cwd: '/work', mcpServers: [] })
  far.request(2, '_order/ask', { word: 'first' })
  far.notify('_order/note', { word: 'second' })
  far.request(3, 'session/prompt', { sessionId: 'nobody', prompt: text('hello') })
  far.notify('session/cancel', { sessionId: 'nobody' })
  far.request(4, '_order/ask', { word: 'third' })
}

async function expectAnswers(far: ByHand, version: Version): Promise<void> {
  const answers = await Promise.all([0, 1, 2, 3, 4].map(id => far.answerTo(id)))
  expect(answers[0]?.result).toMatchObject({ protocolVersion: version })
  expect(answers[1]?.result).toMatchObject({ sessionId: expect.any(String) })
  expect(answers[2]?.result).toEqual({ word: 'first' })
  expect(answers[3]?.error?.data).toMatchObject({ reason: 'session_not_found' })
  expect(answers[4]?.result).toEqual({ word: 'third' })
}

/** What was answered, in the order of the ids. */
function idsOf(far: ByHand): unknown[] {
  return far.heard.flatMap(({ id, method }) => (method === undefined ? [id] : [])).sort()
}

for (const version of [1, 2] as const) {
  test(`version ${version}: a client that waits for nothing is answered once for each request, and all begins in its order`, async () => {
    const { far, served, begun } = watched()
    sayAll(far, version)
    await expectAnswers(far, version)
    expect(begun).toEqual(['first', 'second', 'third'])
    expect(far.heard[0]?.id).toBe(0)
    await served.close()
    expect(idsOf(far)).toEqual([0, 1, 2, 3, 4])
  })

  test(`version ${version}: however what follows initialize is spread over time, nothing overtakes`, async () => {
    const words = Array.from({ length: 12 }, (_, index) => `${index}`)
    for (const pause of words.keys()) {
      const { far, served, begun } = watched()
      far.request('hello', 'initialize', params[version])
      for (const [index, word] of words.entries()) {
        far.request(word, '_order/ask', { word })
        if (index % (pause + 1) === pause) await calm(1)
      }
      for (const word of words) expect((await far.answerTo(word)).result).toEqual({ word })
      expect(begun).toEqual(words)
      await served.close()
    }
  })

  test(`version ${version}: what is given up while it waits is answered as cancelled, and never begun`, async () => {
    const { far, served, begun } = watched()
    far.request(0, 'initialize', params[version])
    far.request(1, '_order/ask', { word: 'unwanted' })
    far.request(2, '_order/ask', { word: 'wanted' })
    far.notify('$/cancel_request', { requestId: 1 })
    expect((await far.answerTo(1)).error?.code).toBe(-32800)
    expect((await far.answerTo(2)).result).toEqual({ word: 'wanted' })
    expect(begun).toEqual(['wanted'])
    await served.close()
  })

  test(`version ${version}: a client that says all it has to say and ends its side gets every answer`, async () => {
    const { definition, begun } = watching()
    const [there, back] = [new PassThrough(), new PassThrough()]
    const made = agent({ name: 'tested', version: '1.0.0', prompt: async () => 'end_turn', ...definition })
    const served = made.serve(lines(endOf(there, back)))
    const far = new ByHand(lines(endOf(back, there)))
    sayAll(far, version)
    await far.close()
    await far.ended
    expect((await served.closed).reason).toBe('the peer closed the connection')
    await expectAnswers(far, version)
    expect(begun).toEqual(['first', 'second', 'third'])
    expect(idsOf(far)).toEqual([0, 1, 2, 3, 4])
  })

  test(`version ${version}: whenever an agent is closed, what it has begun to answer it answers once and truly, initialize first, and all begins in its order`, async () => {
    for (let turns = 0; turns < 60; turns++) {
      const { far, served, begun } = watched()
      sayAll(far, version)
      for (let turn = 0; turn < turns; turn++) await undefined
      await served.close()
      await far.ended
      const ids = idsOf(far)
      expect(ids).toEqual([0, 1, 2, 3, 4].slice(0, ids.length))
      if (ids.length > 0) expect(far.heard[0]?.id).toBe(0)
      for (const { error } of far.heard)
        if (error !== undefined) expect([-32800, -32002]).toContain(error.code)
      expect(['first', 'second', 'third'].slice(0, begun.length)).toEqual(begun)
    }
  })
}

test('what waits for an initialize that fails is refused, and the next one is taken', async () => {
  const { far, served, begun } = watched()
  far.request(0, 'initialize', { protocolVersion: 'one' })
  far.request(1, '_order/ask', { word: 'too early' })
  expect((await far.answerTo(0)).error?.code).toBe(-32602)
  expect((await far.answerTo(1)).error).toMatchObject({
    code: -32600,
    message: 'Invalid request: the first request is initialize',
  })
  expect((await far.initialize(1)).result).toMatchObject({ protocolVersion: 1 })
  expect((await far.ask('_order/ask', { word: 'in time' })).result).toEqual({ word: 'in time' })
  expect(far.heard.slice(0, 2).map(({ id }) => id)).toEqual([0, 1])
  expect(begun).toEqual(['in time'])
  await served.close()
})
