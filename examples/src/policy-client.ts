/** A policy file at work. Nobody is asked: the file alone decides, and what it decided stands in the audit log. */

import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, connect } from '@parley/acp/client'
import { auditLog, grantMemory, nodeHost, spawnAgent, verifyAudit } from '@parley/acp/node'

const home = await mkdtemp(join(tmpdir(), 'parley-policy-'))
const [work, policy] = [join(home, 'work'), join(home, 'policy.json')]
await mkdir(join(work, 'secrets'), { recursive: true })
await writeFile(join(work, 'secrets/key'), 'swordfish')
await copyFile(new URL('../policy.json', import.meta.url), policy)
await chmod(policy, 0o600)

const audit = auditLog({ folder: join(home, 'audit') })
const host = nodeHost({
  headless: true,
  policy,
  audit,
  grants: grantMemory({ folder: join(home, 'permissions') }),
  agent: { name: 'hands', version: '1.0.0' },
})

async function converse(agent: Client): Promise<void> {
  const session = await agent.newSession({ cwd: work })
  session.onUpdate(update => {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      console.log(`  ${update.content.text}`)
  })
  for (const words of [
    'run echo hello',
    'run env',
    'write notes/a.md hi',
    'write b.md hi',
    'read secrets/key',
  ]) {
    console.log(words)
    await session.prompt(words).outcome
  }
}

try {
  const hands = fileURLToPath(new URL('hands.js', import.meta.url))
  const agent = await connect(spawnAgent(process.execPath, [hands]), host)
  await converse(agent).finally(() => agent.close())
  const { isWhole, entries } = await verifyAudit(audit.folder)
  console.log(`${entries} lines, ${isWhole ? 'whole' : 'tampered with'}`)
} finally {
  await rm(home, { recursive: true })
}
