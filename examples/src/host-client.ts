/** A client with files, terminals and a permission prompt: `node host-client.js AGENT.js WORD …`. */

import { createInterface } from 'node:readline/promises'
import { connect, type Permission } from '@parley/acp/client'
import { nodeHost, spawnAgent } from '@parley/acp/node'

const [program = '', ...words] = process.argv.slice(2)
const screen = createInterface({ input: process.stdin, output: process.stdout })

const permission: Permission = async ({ title, lines = [title], options }, { signal }) => {
  for (const line of lines) console.log(line)
  const isYes = (await screen.question('Allow it once (y)? ', { signal })) === 'y'
  return options.find(({ kind }) => kind === (isYes ? 'allow_once' : 'reject_once'))
}

await using agent = await connect(spawnAgent(process.execPath, [program]), nodeHost({ permission }))
const session = await agent.newSession({ cwd: process.cwd() })
const turn = session.prompt(words.join(' '))
for await (const update of turn.updates)
  if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
    console.log(update.content.text)
console.log((await turn.outcome).stopReason)
screen.close()
