import { expect, test } from 'vitest'
import { calm, gate } from '../jsonrpc/far-end.fixture.js'
import { serve, text } from '../protocol/parties.fixture.js'
import type { Entry } from '../store/index.js'
import { memoryJournal } from '../store/index.js'
import { ChunkText } from './chunk-text.js'
import { Recorder } from './recorder.js'
import type { Update } from './spelling.js'
import { leftOpen, load, newSession, slowJournal, turnOf, visit } from './visits.fixture.js'

const chunk = (words: string): Update => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text: words },
  messageId: '1',
})
const entry = (words: string): Entry => ({ kind: 'update', contract: 'v1', update: chunk(words) })
const wordsOf = (update: Update): string => (update as { content: { text: string } }).content.text

async function recording(send: (update: Update) => Promise<void> | undefined) {
  const journal = slowJournal()
  const recorder = new Recorder(await journal.create({ id: 's', cwd: '/work' }), send)
  const tell = (words: string, isKept = true) =>
    recorder.tell({ update: chunk(words) }, isKept ? entry(words) : undefined)
  return { journal, recorder, tell }
}

test('nothing is sent before the journal has it, and then everything in order', async () => {
  const sent: string[] = []
  const { journal, recorder, tell } = await recording(update => void sent.push(wordsOf(update)))
  const go = journal.stop()
  tell('a')
  tell('for the moment', false)
  tell('b')
  await calm()
  expect(sent).toEqual([])
  go()
  await recorder.settled()
  tell('c')
  await recorder.record({ kind: 'end', stopReason: 'end_turn' })
  tell('at once', false)
  expect(sent).toEqual(['a', 'for the moment', 'b', 'c', 'at once'])
  await recorder.release()
})

test('an author who says much waits for the journal, and one whose client is slow waits for the client', async () => {
  const slow = gate()
  let isSlow = true
  const { recorder, tell } = await recording(() => (isSlow ? slow.opened : undefined))
  const waits: unknown[] = []
  for (let count = 0; count < 256; count++) waits.push(tell('x'))
  expect(waits.slice(0, 255).every(wait => wait === undefined)).toBe(true)
  expect(waits.at(-1)).toBeInstanceOf(Promise)
  await calm()
  const wait = tell('a few words while the client has not caught up')
  expect(wait).toBeInstanceOf(Promise)
  isSlow = false
  slow.open()
  await wait
  await recorder.settled()
  await calm()
  expect(tell('y')).toBeUndefined()
  await recorder.release()
})

test('a client that is gone does not keep anything from being kept', async () => {
  const { journal, recorder, tell } = await recording(() => Promise.reject(new Error('gone')))
  tell('a')
  await recorder.record({ kind: 'end', stopReason: 'cancelled' })
  tell('b')
  await recorder.settled()
  const kept: unknown[] = []
  for await (const { kind } of journal.read('s')) kept.push(kind)
  expect(kept).toEqual(['update', 'end', 'update'])
  await recorder.release()
})

test('once something could not be kept nothing more is said', async () => {
  const sent: string[] = []
  const { journal, recorder, tell } = await recording(update => void sent.push(wordsOf(update)))
  tell('a')
  await recorder.settled()
  journal.fail()
  tell('b')
  await expect(recorder.settled()).rejects.toMatchObject({ reason: 'store_failed' })
  expect(() => tell('c')).toThrow('the disk is gone')
  await expect(recorder.record({ kind: 'end', stopReason: 'end_turn' })).rejects.toThrow('the disk is gone')
  expect(sent).toEqual(['a'])
  await recorder.release()
})

const message = (messageId: string): ChunkText =>
  new ChunkText(content => ({ sessionUpdate: 'agent_message_chunk', content, messageId }))

/** Says words of a message as a turn does. */
async function saying() {
  const sent: string[] = []
  const { journal, recorder, tell } = await recording(update => void sent.push(wordsOf(update)))
  const say = (chunks: ChunkText, words: string) => {
    const update = chunks.update(words)
    const quoted = JSON.stringify(words)
    const telling = { update, written: chunks.around(quoted), said: { chunks, words, quoted } }
    return recorder.tell(telling, { kind: 'update', contract: 'v1', update })
  }
  const kept = async (): Promise<readonly unknown[]> => {
    const found: unknown[] = []
    for await (const each of journal.read('s'))
      found.push(each.kind === 'update' ? wordsOf(each.update as Update) : each.kind)
    return found
  }
  return { journal, recorder, sent, say, tell, kept }
}

test('words of one message that are said while the journal is busy are kept as one, and sent one by one', async () => {
  const { journal, recorder, sent, say, tell, kept } = await saying()
  const [first, second] = [message('1'), message('2')]
  const go = journal.stop()
  for (const words of ['a', 'b', 'c']) say(first, words)
  tell('for the moment', false)
  say(first, 'd')
  for (const words of ['e', 'f']) say(second, words)
  tell('another')
  say(second, 'g')
  await calm()
  expect(sent).toEqual([])
  go()
  await recorder.settled()
  expect(sent).toEqual(['a', 'b', 'c', 'for the moment', 'd', 'e', 'f', 'another', 'g'])
  expect(await kept()).toEqual(['a', 'bcd', 'ef', 'another', 'g'])
  await recorder.record({ kind: 'end', stopReason: 'end_turn' })
  await recorder.release()
})

test('what was gathered is kept as soon as the journal is free, before whatever comes behind it', async () => {
  const { recorder, sent, say, kept } = await saying()
  const chunks = message('1')
  for (const words of ['a', 'b', 'c']) say(chunks, words)
  await calm(5)
  expect(sent).toEqual(['a', 'b', 'c'])
  for (const words of ['d', 'e']) say(chunks, words)
  const ended = recorder.record({ kind: 'end', stopReason: 'end_turn' })
  await ended
  expect(await kept()).toEqual(['a', 'bc', 'd', 'e', 'end'])
  expect(sent).toEqual(['a', 'b', 'c', 'd', 'e'])
  await recorder.release()
})

test('an author who says much waits, however the words are kept, and one entry does not grow for ever', async () => {
  const { journal, recorder, sent, say, kept } = await saying()
  const go = journal.stop()
  const chunks = message('1')
  const waits: unknown[] = []
  for (let count = 0; count < 600; count++) waits.push(say(chunks, 'x'))
  expect(waits.flatMap((wait, index) => (wait === undefined ? [] : [index]))).toEqual([256, 512])
  for (const length of [10_000, 6_000, 10_000, 40_000, 1, 1]) say(chunks, 'y'.repeat(length))
  go()
  await recorder.settled()
  const lengths = [1, 256, 256, 87 + 16_000, 10_000, 40_000, 2]
  expect((await kept()).map(words => String(words).length)).toEqual(lengths)
  expect(sent).toHaveLength(606)
  await recorder.release()
})

test('the journal learns when an author waits for it, however the words are kept, and not before', async () => {
  const log = await slowJournal().create({ id: 's', cwd: '/work' })
  let hastened = 0
  const recorder = new Recorder(Object.assign(log, { hasten: () => void hastened++ }), () => undefined)
  const chunks = message('1')
  const say = () =>
    recorder.tell({ update: chunk('x'), said: { chunks, words: 'x', quoted: '"x"' } }, entry('x'))
  for (let count = 0; count < 256; count++) say()
  expect(hastened).toBe(0)
  const wait = say()
  expect(hastened).toBe(1)
  await wait
  for (let count = 0; count < 256; count++) recorder.tell({ update: chunk('y') }, entry('y'))
  expect(hastened).toBe(2)
  await recorder.release()
})

test('words that were gathered and cannot be kept are never sent', async () => {
  const { journal, recorder, sent, say } = await saying()
  const go = journal.stop()
  const chunks = message('1')
  for (const words of ['a', 'b', 'c']) say(chunks, words)
  journal.fail()
  go()
  await expect(recorder.settled()).rejects.toMatchObject({ reason: 'store_failed' })
  expect(sent).not.toContain('b')
  expect(() => say(chunks, 'd')).toThrow('the disk is gone')
  await recorder.release()
})

for (const version of [1, 2] as const) {
  test(`version ${version}: a turn whose words cannot be kept fails in words for the client, who sees none of them`, async () => {
    const sessions = slowJournal()
    const caller = await visit(
      {
        sessions,
        async prompt(turn) {
          turn.say('kept')
          await calm(5)
          sessions.fail()
          turn.say('lost')
          await calm(5)
          turn.say('never said')
        },
      },
      version,
    )
    const sessionId = await newSession(caller)
    const { answer, updates } = await turnOf(caller, sessionId, 'go')
    const failure = { code: -32603, data: { reason: 'store_failed' } }
    if (version === 1) expect(answer.error).toMatchObject(failure)
    expect(JSON.stringify(updates)).toContain('kept')
    expect(JSON.stringify(caller.far.heard)).not.toMatch(/lost|never said/)
    expect((await turnOf(caller, sessionId, 'again')).answer.error).toMatchObject(failure)
    await caller.served.close()
  })

  test(`version ${version}: a cancelled turn ends as cancelled, also when its end cannot be kept`, async () => {
    const sessions = slowJournal()
    const caller = await visit(
      {
        sessions,
        prompt: turn => new Promise(resolve => turn.signal.addEventListener('abort', () => resolve())),
      },
      version,
    )
    const sessionId = await newSession(caller)
    const turn = turnOf(caller, sessionId, 'go')
    await calm()
    sessions.fail()
    caller.far.notify('session/cancel', { sessionId })
    expect((await turn).stopReason).toBe('cancelled')
    await caller.served.close()
  })

  test(`version ${version}: an update that cannot be sent is not kept either, and harms nothing else`, async () => {
    for (const sessions of [memoryJournal(), slowJournal()]) {
      const flaws: unknown[] = []
      const caller = await visit(
        {
          sessions,
          async prompt(turn) {
            try {
              turn.tool({ title: 'Read', locations: [{ path: 'relative' }] })
            } catch (error) {
              flaws.push(error)
            }
            await calm(3)
            turn.say('still here')
          },
        },
        version,
      )
      const sessionId = await newSession(caller)
      const { stopReason, updates } = await turnOf(caller, sessionId, 'go')
      expect(stopReason).toBe('end_turn')
      expect(flaws).toMatchObject([{ reason: 'invalid_params' }])
      expect(JSON.stringify(updates)).toContain('still here')
      const { before } = await load(caller, sessionId)
      expect(JSON.stringify(before)).toContain('still here')
      expect(JSON.stringify(before)).not.toContain('relative')
      expect(caller.log.filter(({ event }) => event === 'not_replayed')).toEqual([])
      await caller.served.close()
    }
  })

  test(`version ${version}: what is said while the connection goes is kept, with the end of the turn`, async () => {
    for (const sessions of [slowJournal(), memoryJournal()]) {
      const served = serve(
        {
          sessions,
          async prompt(turn) {
            turn.tool({ title: 'Run' })
            await new Promise<void>(resolve => turn.signal.addEventListener('abort', () => resolve()))
            turn.say('last words')
          },
        },
        { limits: { graceMilliseconds: 5 } },
      )
      const sessionId = await served.far.begin(version)
      served.far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
      await calm()
      await served.far.close()
      await served.served.closed
      const kept: unknown[] = []
      for await (const { seq: _seq, at: _at, ...each } of sessions.read(sessionId)) kept.push(each)
      expect(kept).toMatchObject([
        { kind: 'prompt' },
        { kind: 'update', update: { title: 'Run' } },
        { kind: 'update', update: { content: { text: 'last words' } } },
        { kind: 'update', update: { status: leftOpen(version) } },
        { kind: 'end', stopReason: 'cancelled' },
      ])
      const second = await visit({ sessions }, version)
      expect((await load(second, sessionId)).answer.error).toBeUndefined()
      await second.served.close()
    }
  })
}

test('a setting that cannot be kept, and a prompt that cannot, are refused in words for the client', async () => {
  const modes = [
    { id: 'ask', name: 'Ask' },
    { id: 'code', name: 'Code' },
  ]
  for (const version of [1, 2] as const) {
    const sessions = slowJournal()
    const caller = await visit({ sessions, modes }, version)
    const sessionId = await newSession(caller)
    sessions.fail()
    const failure = { code: -32603, data: { reason: 'store_failed' } }
    expect((await turnOf(caller, sessionId, 'go')).answer.error).toMatchObject(failure)
    const setting = { sessionId, configId: 'mode', value: 'code', ...(version === 1 ? {} : { type: 'id' }) }
    expect((await caller.far.ask('session/set_config_option', setting)).error).toMatchObject(failure)
    expect(caller.far.updates()).toEqual([])
    await caller.served.close()
  }
})
