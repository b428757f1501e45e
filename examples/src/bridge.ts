/** A client of version 2 and an agent of version 1 in one process, with the bridge between them. */

import { agent } from '@parley/acp/agent'
import { connect } from '@parley/acp/client'
import { bridge } from '@parley/acp/proxy'
import { memoryPair } from '@parley/acp/transport'

const [near, far] = memoryPair()
agent({
  name: 'old-timer',
  version: '1.0.0',
  versions: [1],
  async prompt(turn) {
    await turn.say(`You said: ${turn.text}`)
    return 'end_turn'
  },
}).serve(far)

await using client = await connect(bridge(near), {}, { version: 2 })
console.log(`${client.info?.name}, version ${client.version} for its client`)
const session = await client.newSession({ cwd: process.cwd() })
for await (const update of session.prompt('hello').updates)
  if (update.sessionUpdate === 'agent_message_chunk') console.log(update.content)
