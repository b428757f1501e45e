/** Where text ends up. Each sink is the real thing, and returns everything that it let out. A sink more is a row more. */
import { agent } from '@parley/acp/agent'
import { connect } from '@parley/acp/client'
import { createRedactor } from '@parley/acp/guard'
import { redactedLog, secretHash, spawnAgent } from '@parley/acp/node'
import type { LogEntry } from '@parley/acp/protocol'
import { memoryPair } from '@parley/acp/transport'
import type { Random } from '../fuzz/random.js'
import { HOST_SINKS } from './host-sinks.js'
import { asText } from './text.js'

/** What goes by a sink. */
export interface Passing {
  readonly place: string
  readonly message: unknown
}

export interface Sink {
  readonly name: string
  /** The places it is for; all of them where none is named. */
  readonly places?: readonly string[]
  readonly take: (passing: Passing, random: Random) => Promise<string> | string
}

const redactor = createRedactor({ hash: secretHash() })

function takeInLog({ message }: Passing): string {
  const seen: LogEntry[] = []
  const text = asText(message)
  const error = Object.assign(new Error(text, { cause: new Error(text) }), { data: message })
  const log = redactedLog(entry => seen.push(entry), redactor)
  log({ level: 'error', event: 'failed', message: text, method: text, error })
  return seen
    .map(entry => {
      const shown = entry.error as Error & { readonly data: unknown; readonly cause: Error }
      const { message, stack, data, cause } = shown
      return JSON.stringify([entry, message, stack, data, cause.message, cause.stack])
    })
    .join('')
}

/** The text in pieces of any size. */
function takeInPieces({ message }: Passing, random: Random): string {
  const stream = redactor.stream()
  const text = asText(message)
  let shown = ''
  for (let at = 0; at < text.length; ) {
    const size = random.between(1, 40)
    shown += stream.push(text.slice(at, at + size))
    at += size
  }
  return shown + stream.end()
}

/** An agent that says it all on stderr and dies. */
async function takeLastWords({ message }: Passing): Promise<string> {
  const child = spawnAgent(
    process.execPath,
    ['-e', 'process.stderr.write(process.env.SAY); process.exitCode = 1'],
    {
      env: { SAY: asText(message).padEnd(80) },
    },
  )
  try {
    for await (const _ of child.incoming);
    return ''
  } catch (error) {
    return String(error)
  } finally {
    await child.close()
  }
}

/** An agent with a bug whose message holds it all: what the client is answered, and what is logged on both sides. */
async function takeAnswer({ message }: Passing): Promise<string> {
  const let_out: string[] = []
  const log = redactedLog(entry => let_out.push(JSON.stringify(entry), String(entry.error)), redactor)
  const [here, there] = memoryPair()
  const served = agent({
    name: 'a',
    version: '1',
    prompt: () => {
      throw new Error(asText(message))
    },
  }).serve(there, { log })
  const client = await connect(here, {}, { log })
  const session = await client.newSession({ cwd: '/' })
  const answer = await session.prompt('go').outcome.catch((error: unknown) => error)
  let_out.push(String(answer), JSON.stringify(answer))
  await client.close()
  await served.closed
  return let_out.join('\n')
}

export const SINKS: readonly Sink[] = [
  { name: 'a message written down', take: ({ message }) => JSON.stringify(redactor.value(message)) },
  { name: 'a message written down as text', take: ({ message }) => redactor.text(asText(message)) },
  { name: 'a text in pieces', take: takeInPieces },
  { name: 'the log', take: takeInLog },
  { name: 'the report of a death', places: ['stderr of an agent'], take: takeLastWords },
  { name: 'the answer of a connection', places: ['error message'], take: takeAnswer },
  ...HOST_SINKS,
]
