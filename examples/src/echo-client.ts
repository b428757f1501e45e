/** The shortest client: starts the echo agent, says hello, shows what comes back, and leaves nothing running. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Permission, type SessionUpdate } from '@parley/acp/client'
import { nodeHost, spawnAgent } from '@parley/acp/node'
import type { v1 } from '@parley/acp/schema'

/** The echo agent asks for nothing; one that did would be refused here. */
const ask: Permission = ({ options }) => options.find(({ kind }) => kind === 'reject_once')

function show(update: SessionUpdate): void {
  if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
    console.log(`agent    ${update.content.text}`)
  else if (update.sessionUpdate === 'tool_call') console.log(`tool     ${update.title}`)
  else if (update.sessionUpdate === 'tool_call_update')
    console.log(`tool     ${update.status}: ${textOf(update.content)}`)
}

function textOf(content: readonly v1.ToolCallContent[] | null | undefined): string {
  const [first] = content ?? []
  return first?.type === 'content' && first.content.type === 'text' ? first.content.text.trim() : ''
}

async function converse(cwd: string): Promise<void> {
  const echo = fileURLToPath(new URL('echo.js', import.meta.url))
  await using agent = await connect(spawnAgent(process.execPath, [echo]), nodeHost({ permission: ask }))
  console.log(`started  ${agent.info?.name} ${agent.info?.version}, protocol version ${agent.version}`)
  const session = await agent.newSession({ cwd })
  console.log('you      hello')
  const turn = session.prompt('hello')
  for await (const update of turn.updates) show(update)
  console.log(`ended    ${(await turn.outcome).stopReason}`)
}

const cwd = await mkdtemp(join(tmpdir(), 'parley-echo-'))
try {
  await writeFile(join(cwd, 'notes.md'), 'Buy milk.\n')
  await converse(cwd)
} finally {
  await rm(cwd, { recursive: true })
}
