/**
 * A client that draws a conversation as text: `node converse.js AGENT.js [--load ID] [--mode ID] [PROMPT …]`. It lends
 * the files of the folder it stands in, and says yes to every question: for examples only.
 */

import { parseArgs } from 'node:util'
import { connect, type Session } from '@parley/acp/client'
import { nodeHost, spawnAgent } from '@parley/acp/node'
import type { v1 } from '@parley/acp/schema'
import { emptyThread, reduce, type Thread, toText } from '@parley/acp/thread'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { load: { type: 'string' }, mode: { type: 'string' }, mcp: { type: 'string' } },
})
const [program = '', ...prompts] = positionals

const host = nodeHost({
  permission: ({ options }) => options.find(({ kind }) => kind === 'allow_once'),
  elicit: { form: () => ({ action: 'accept', content: { name: 'Parley', hasTests: true } }) },
})

let thread: Thread = emptyThread(1)
const onUpdate = (update: v1.SessionUpdate): void => {
  thread = reduce(thread, update)
}

async function run(session: Session, text: string): Promise<void> {
  thread = reduce(thread, { type: 'prompt', content: [{ type: 'text', text }] })
  const { stopReason } = await session.prompt(text).outcome
  thread = reduce(thread, { type: 'end', stopReason })
}

const mcpServers: v1.McpServer[] =
  values.mcp === undefined ? [] : [{ name: 'server', command: process.execPath, args: [values.mcp], env: [] }]
await using agent = await connect(spawnAgent(process.execPath, [program], { env: process.env }), host)
const setup = { cwd: process.cwd(), mcpServers, onUpdate }
const session =
  values.load === undefined
    ? await agent.newSession(setup)
    : await agent.loadSession({ ...setup, sessionId: values.load })
if (values.mode !== undefined) await session.setMode(values.mode)
for (const prompt of prompts) await run(session, prompt)
console.log(toText(thread))
console.log(`session ${session.id}`)
