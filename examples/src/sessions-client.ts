/** What a client can do with sessions: settings, commands, a queue, cancel, a list, loading, and a file to take along. */

import { fileURLToPath } from 'node:url'
import { connect, isRpcError, type Session } from '@parley/acp/client'
import { diskJournal, saveSession, spawnAgent, takeSession } from '@parley/acp/node'
import { memoryJournal } from '@parley/acp/store'

const directory = process.env.PARLEY_EXAMPLE_STATE
const program = fileURLToPath(new URL('settings.js', import.meta.url))
const start = () => spawnAgent(process.execPath, [program], { env: { PARLEY_EXAMPLE_STATE: directory } })

/** The words of one answer. */
async function say(session: Session, text: string): Promise<string> {
  let answer = ''
  const turn = session.prompt(text)
  for await (const update of turn.updates)
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      answer += update.content.text
  await turn.outcome
  return answer
}

async function converse(): Promise<string> {
  await using agent = await connect(start())
  const session = await agent.newSession({ cwd: process.cwd() })
  console.log(await say(session, 'Who are you?'))
  await session.setOption('model', 'large')
  await session.setOption('terse', true)
  console.log(await say(session, 'Who are you?'))
  console.log(await say(session, '/count one two three'))
  // A second prompt waits for the first; until it has begun it can be taken back.
  const [first, second] = [session.prompt('One'), session.prompt('Two')]
  console.log(`queued ${session.queue.turns.length}, taken back ${second.takeBack()}`)
  console.log((await first.outcome).stopReason)
  const refused = await session.prompt('/fail').outcome.catch((error: unknown) => error)
  if (isRpcError(refused)) console.log(refused.message)
  return session.id
}

async function comeBack(sessionId: string): Promise<void> {
  await using agent = await connect(start())
  for await (const { sessionId: id, cwd } of agent.listSessions({ cwd: process.cwd() }))
    console.log(`listed ${id === sessionId} in ${cwd === process.cwd()}`)
  let replayed = 0
  const session = await agent.loadSession({
    sessionId,
    cwd: process.cwd(),
    onUpdate: () => {
      replayed++
    },
  })
  console.log(`loaded ${replayed > 4}, model ${session.options.find(({ id }) => id === 'model')?.value}`)
}

const sessionId = await converse()
await comeBack(sessionId)
await saveSession(diskJournal({ directory }), sessionId, 'session.md')
const { title, id } = await takeSession(memoryJournal(), 'session.md')
console.log(`taken along ${id === sessionId} ${title ?? 'untitled'}`)
