/** A terminal with live output and a time limit: what a command prints is shown as it comes, and it ends when its time is up. */

import { fileURLToPath } from 'node:url'
import { connect } from '@parley/acp/client'
import { nodeHost, spawnAgent } from '@parley/acp/node'

const host = nodeHost({
  permission: ({ options }) => options.find(({ kind }) => kind === 'allow_once'),
  terminals: { limits: { wallMilliseconds: 1_000 } },
  onOutput: ({ text }) => console.log(`live   ${JSON.stringify(text)}`),
  onEnd: ({ exitCode, signal }) => console.log(`ended  ${signal ?? exitCode}`),
})

const hands = fileURLToPath(new URL('hands.js', import.meta.url))
await using agent = await connect(spawnAgent(process.execPath, [hands]), host)
const session = await agent.newSession({ cwd: process.cwd() })
for (const words of ['run echo quick', 'shell while true; do date; sleep 0.2; done']) {
  const turn = session.prompt(words)
  console.log(`asked  ${words}: ${(await turn.outcome).stopReason}`)
}
