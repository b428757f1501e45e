/** An agent with hands: it reads, writes and runs what it is told, as far as the client lends it the means. */

import { agent, type Turn } from '@parley/acp/agent'
import { serveStdio } from '@parley/acp/node'

async function act(turn: Turn, [word, target = '', ...rest]: readonly string[]): Promise<string | undefined> {
  const path = `${turn.cwd}/${target}`
  if (word === 'read') return turn.files?.read(path)
  if (word === 'write') return turn.files?.write?.(path, rest.join(' ')).then(() => 'written')
  const text = [target, ...rest].join(' ')
  const outcome = await turn.terminal?.run(
    word === 'shell' ? { command: text } : { command: target, args: rest },
  )
  return outcome && `${outcome.output.trimEnd()} (${outcome.signal ?? outcome.exitCode})`
}

await serveStdio(
  agent({
    name: 'hands',
    version: '1.0.0',
    async prompt(turn) {
      const done = await act(turn, turn.text.split(' ')).catch(error => `refused: ${error.message}`)
      turn.say(done ?? 'the client lends nothing for that')
    },
  }),
)
