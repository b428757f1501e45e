import { expect, test } from 'vitest'
import { agent } from '../agent/index.js'
import { connect, type Host } from '../client/index.js'
import type { Entry } from '../inspect/index.js'
import type { Channel } from '../jsonrpc/index.js'
import { emptyThread, equalThreads, reduce, type Thread } from '../thread/index.js'
import { memoryPair, tap } from '../transport/index.js'
import { replayTranscript } from './transcript.js'

const NOTES = 'one\ntwo\n'

/** An agent that reads, asks, and speaks in pieces. */
const reader = (greeting: string) =>
  agent({
    name: 'reader',
    version: '1',
    async prompt(turn) {
      await turn.say(`${greeting}, `)
      const call = turn.tool({ title: 'Read notes', kind: 'read' })
      const answer = await turn.ask({ title: 'Read notes', kind: 'read' })
      const text = (await turn.files?.read(`${turn.cwd}/notes.md`)) ?? ''
      await call.complete(text)
      await turn.say(`${turn.text}: ${text.length} letters, ${answer?.name}`)
    },
  })

const host: Host = {
  permission: ({ options }) => options[0],
  files: { read: async () => ({ content: NOTES }) },
}

/** What a client does, and the thread that it has in the end. */
async function converse(channel: Channel): Promise<Thread> {
  const client = await connect(channel, host)
  const threads: Thread[] = []
  for (const [cwd, words] of [
    ['/p', ['first', 'second']],
    ['/q', ['third']],
  ] as const) {
    const session = await client.newSession({ cwd })
    let thread = emptyThread(1)
    for (const word of words) {
      const turn = session.prompt(word)
      for await (const update of turn.updates) thread = reduce(thread, update)
      await turn.outcome
    }
    threads.push(thread)
  }
  await client.close()
  return threads[0] ?? emptyThread(1)
}

function watched(channel: Channel, entries: Entry[]): Channel {
  return tap(channel, (direction, message) => {
    const to = direction === 'sent' ? 'agent' : 'client'
    entries.push({ at: entries.length * 5, to, message: structuredClone(message), bytes: 1 })
  })
}

async function record(
  greeting = 'hello',
): Promise<{ readonly entries: readonly Entry[]; readonly thread: Thread }> {
  const entries: Entry[] = []
  const [here, there] = memoryPair()
  reader(greeting).serve(there)
  const thread = await converse(watched(here, entries))
  return { entries, thread }
}

test('an agent that says the same again differs in nothing', async () => {
  const recording = await record()
  const { differences, missing, entries } = await replayTranscript(recording, {
    agent: channel => void reader('hello').serve(channel),
  })
  expect(differences).toEqual([])
  expect(missing).toEqual([])
  expect(entries).toHaveLength(recording.entries.length)
})

test('an agent that says something else is told where', async () => {
  const recording = await record()
  const { differences } = await replayTranscript(recording, {
    agent: channel => void reader('good day').serve(channel),
  })
  expect(differences).toHaveLength(3)
  expect(differences[0]).toMatchObject({
    ...{ kind: 'changed', label: 'agent: session/update agent_message_chunk, session 1' },
    changes: [{ path: '/params/update/content/text', left: '"hello, "', right: '"good day, "' }],
  })
})

test('a client that talks to a recorded agent has the same thread by value', async () => {
  const recording = await record()
  let thread: Thread | undefined
  const { differences, missing } = await replayTranscript(recording, {
    client: async channel => {
      thread = await converse(channel)
    },
  })
  expect(differences).toEqual([])
  expect(missing).toEqual([])
  expect(thread !== undefined && equalThreads(thread, recording.thread)).toBe(true)
})

test('at the pace of the recording it takes as long, and twice the speed half of it', async () => {
  const recording = await record()
  const timeOf = async (speed: number): Promise<number> => {
    const begun = performance.now()
    await replayTranscript(recording, { client: converse }, { speed })
    return performance.now() - begun
  }
  const long = recording.entries.length * 5
  expect(await timeOf(1)).toBeGreaterThan(long / 3)
  expect(await timeOf(1_000)).toBeLessThan(long * 3 + 2_000)
})

test('a client that asks for what was not recorded is refused, and the rest goes on', async () => {
  const recording = await record()
  const { differences } = await replayTranscript(recording, {
    client: async channel => {
      const client = await connect(channel, host)
      const session = await client.newSession({ cwd: '/elsewhere' })
      await expect(client.peer.request('session/list', {})).rejects.toThrow()
      await session.prompt('first').outcome
      await client.close()
    },
  })
  const kinds = differences.map(({ kind }) => kind)
  expect(kinds).toContain('changed')
  expect(kinds).toContain('only_left')
})

test('an agent that never answers is given up on', async () => {
  const recording = await record()
  const { missing, differences } = await replayTranscript(
    recording,
    {
      agent: async channel => {
        for await (const _ of channel.incoming);
      },
    },
    { patience: 50 },
  )
  expect(missing).toContain('answer to initialize')
  expect(differences.length).toBeGreaterThan(3)
})

test('what is called off is over', async () => {
  const recording = await record()
  const { missing } = await replayTranscript(
    recording,
    {
      agent: async channel => {
        for await (const _ of channel.incoming);
      },
    },
    { signal: AbortSignal.timeout(50), patience: 60_000 },
  )
  expect(missing.length).toBeGreaterThan(0)
})
