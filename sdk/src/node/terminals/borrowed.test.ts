import { expect, test } from 'vitest'
import { agent, type Turn } from '../../agent/index.js'
import { connect, type Host } from '../../client/index.js'
import { memoryPair } from '../../transport/index.js'
import { workshop } from './terminals.fixture.js'

/** Runs a turn of an agent that borrows our terminals, and gives what it said. */
const turnWith = async (
  host: Host,
  cwd: string,
  prompt: (turn: Turn) => Promise<string>,
): Promise<string> => {
  const [near, far] = memoryPair()
  const served = agent({
    name: 'borrower',
    version: '1',
    async prompt(turn) {
      turn.say(await prompt(turn))
      return 'end_turn'
    },
  }).serve(far)
  const client = await connect(near, host)
  const session = await client.newSession({ cwd })
  const turn = session.prompt('go')
  let said = ''
  for await (const update of turn.updates)
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      said += update.content.text
  await turn.outcome
  await client.close()
  await served.close()
  return said
}

test('an agent runs a command in our terminals, and one that takes too long is killed', async () => {
  await using shop = workshop()
  const said = await turnWith({ terminals: shop.terminals }, shop.root, async ({ terminal }) => {
    const done = await terminal?.run({ command: 'sh', args: ['-c', 'pwd; exit 4'] })
    const late = await terminal?.run({ command: 'sh', args: ['-c', 'echo slow; sleep 60'], timeout: 300 })
    return JSON.stringify([done, late])
  })
  expect(JSON.parse(said)).toEqual([
    { output: `${shop.root}\n`, isTruncated: false, exitCode: 4, isTimedOut: false },
    { output: 'slow\n', isTruncated: false, signal: 'SIGTERM', isTimedOut: true },
  ])
})

test('an agent is told in its own words what it may not run', async () => {
  await using shop = workshop()
  const said = await turnWith({ terminals: shop.terminals }, shop.root, async ({ terminal }) => {
    const attempts = [
      { command: 'ls', cwd: '/' },
      { command: 'ls', env: { LD_PRELOAD: '/tmp/x.so' } },
      { command: 'no-such-program-anywhere' },
    ]
    const told: unknown[] = []
    for (const attempt of attempts) await terminal?.run(attempt).catch(error => told.push(error.message))
    return told.join('; ')
  })
  expect(said).toBe(
    'The working directory is outside the directories of this session; ' +
      'The variable LD_PRELOAD may not be set for a command; No such program: no-such-program-anywhere',
  )
  expect(shop.admitted).toHaveLength(1)
})
