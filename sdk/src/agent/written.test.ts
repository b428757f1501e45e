import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import type { Channel, Outgoing } from '../jsonrpc/index.js'
import { ByHand, text } from '../protocol/parties.fixture.js'
import { memoryJournal } from '../store/index.js'
import { memoryPair } from '../transport/index.js'
import { agent } from './index.js'
import type { Turn } from './turn.js'

/** A channel that keeps every message with the text that was sent for it. */
const watched = (channel: Channel, seen: [Outgoing, string][]): Channel => ({
  incoming: channel.incoming,
  close: () => channel.close(),
  send(message, written) {
    seen.push([message, written])
    return channel.send(message, written)
  },
})

async function all(entries: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for await (const each of entries) found.push(each)
  return found
}

async function talk(turn: Turn): Promise<void> {
  await turn.say('plain')
  await turn.say('quoted "words"\n\\ and \u2028 more')
  await turn.think('hm')
  await turn.say({ type: 'text', text: 'a block', annotations: { priority: 1 } })
  await using call = turn.tool({ title: 'Look', kind: 'read' })
  call.complete('seen')
  await turn.say('after a tool call there is another message')
}

for (const version of [1, 2] as const)
  for (const sessions of [undefined, memoryJournal()])
    test(`version ${version}, ${sessions ? 'kept' : 'not kept'}: the text that is sent says what the message says`, async () => {
      const [near, farChannel] = memoryPair()
      const seen: [Outgoing, string][] = []
      const made = agent({ name: 'writer', version: '1.0.0', sessions, prompt: talk })
      const served = made.serve(watched(near, seen))
      const far = new ByHand(farChannel)
      const sessionId = await far.begin(version)
      far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
      await calm(30)
      const updates = seen.filter(([, written]) => written.includes('session/update'))
      expect(updates.length).toBeGreaterThanOrEqual(7)
      for (const [message, written] of seen)
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(message)))
      await served.close()
    })

for (const sessions of [undefined, memoryJournal()])
  test(`${sessions ? 'kept' : 'not kept'}: words that are no valid Unicode are refused to their author, and fail alone`, async () => {
    const failures: unknown[] = []
    const said = async (turn: Turn): Promise<void> => {
      for (const words of ['begun', 'half \ud83d', '\ude00 the other half', 'whole'])
        turn.say(words)?.catch(error => failures.push(error))
      await turn
        .update({ sessionUpdate: 'tool_call', toolCallId: 't', title: '\ud83d' })
        ?.catch(error => failures.push(error))
    }
    const [near, farChannel] = memoryPair()
    const served = agent({ name: 'writer', version: '1.0.0', sessions, prompt: said }).serve(near)
    const far = new ByHand(farChannel)
    const sessionId = await far.begin(1)
    const { result } = await far.ask('session/prompt', { sessionId, prompt: text('go') })
    expect(result).toMatchObject({ stopReason: 'end_turn' })
    const heard = far.updates().map(update => update.content)
    expect(heard).toEqual(['begun', 'whole'].map(words => ({ type: 'text', text: words })))
    expect(failures).toMatchObject([
      { reason: 'unsendable' },
      { reason: 'unsendable' },
      { reason: 'unsendable' },
    ])
    const kept = sessions === undefined ? [] : await all(sessions.read(sessionId))
    expect(JSON.stringify(kept)).not.toContain('half')
    await served.close()
  })
