/** A relay between a client in this process and an agent that is a real one. */
import { expect, test } from 'vitest'
import { calm, FarEnd } from '../jsonrpc/far-end.fixture.js'
import { spawnAgent } from '../node/spawn-agent.js'
import { Listener } from '../testing/channel-probe.js'
import { memoryPair } from '../transport/index.js'
import { relay } from './relay.js'

/** Reads lines and does what the code says with each message. */
const agentThat = (code: string): ReturnType<typeof spawnAgent> =>
  spawnAgent(
    process.execPath,
    [
      '-e',
      `const say = message => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
       require('node:readline').createInterface({ input: process.stdin })
         .on('line', line => onMessage(JSON.parse(line)))
       ${code}`,
    ],
    { patience: 1_000 },
  )

const joined = (agent: ReturnType<typeof spawnAgent>) => {
  const [client, toClient] = memoryPair()
  const made = relay(toClient, agent)
  return { client, closed: made.closed, close: () => made.close() }
}

test('an agent that dies refuses the open calls of the client and says of what it died, then the relay ends', async () => {
  const agent = agentThat(`function onMessage({ method }) {
    if (method === 'die') { console.error('out of luck'); process.exit(3) }
  }`)
  const { client, closed } = joined(agent)
  const end = new FarEnd(client)
  end.request('slow', 'wait')
  end.request('last', 'die')
  const refusals = [await end.next(), await end.next()]
  expect(refusals.map(({ id }) => id)).toEqual(['slow', 'last'])
  for (const { error } of refusals) {
    expect(error).toMatchObject({ code: -32603, data: { reason: 'closed' } })
    expect(error?.message).toContain('exited with code 3')
    expect(error?.message).toContain('out of luck')
  }
  expect(await closed).toMatchObject({ reason: "the agent's side broke", error: { reason: 'transport' } })
  await end.ended
})

test('an agent that cannot be started refuses the first call', async () => {
  const { client, closed } = joined(spawnAgent('no-such-program-anywhere', []))
  const end = new FarEnd(client)
  end.request(1, 'initialize')
  expect((await end.next()).error?.message).toContain('no such program')
  await closed
})

test('an agent that closes its input but lives on is given up', async () => {
  const agent = spawnAgent(
    '/bin/sh',
    ['-c', `exec 0<&-; echo '{"jsonrpc":"2.0","method":"deaf"}'; sleep 60`],
    {
      patience: 500,
    },
  )
  const { client, closed } = joined(agent)
  const end = new FarEnd(client)
  await end.next()
  await calm(50)
  end.request(1, 'are you there')
  expect(await end.next()).toMatchObject({ id: 1, error: { data: { reason: 'closed' } } })
  await closed
  await agent.exited
})

test('a client that does not read stops an agent that writes, and then hears all of it', async () => {
  const count = 20_000
  let written = 0
  const agent = spawnAgent(
    process.execPath,
    [
      '-e',
      `const text = 'x'.repeat(1_000)
       const write = async () => {
         for (let value = 0; value < ${count}; value++) {
           const line = JSON.stringify({ jsonrpc: '2.0', method: 'say', params: { value, text } }) + '\\n'
           if (!process.stdout.write(line)) await new Promise(done => process.stdout.once('drain', done))
           if (value % 100 === 0) process.stderr.write('.')
         }
       }
       write()
       setTimeout(() => {}, 60_000)`,
    ],
    {
      patience: 500,
      onStderr: dots => {
        written += 100_000 * dots.length
      },
    },
  )
  const { client, close } = joined(agent)
  let before = -1
  while (written === 0 || before !== written) {
    before = written
    await calm(200)
  }
  expect(written).toBeLessThan(4 * 1024 * 1024)
  const heard = new Listener(client)
  await heard.until(count)
  expect(heard.said.every((value, index) => value === index)).toBe(true)
  await close()
})
