/** Where a client on this machine lets text out: its audit log, its notices, and why an agent could not be started. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agent } from '@parley/acp/agent'
import { connect } from '@parley/acp/client'
import { auditLog, grantMemory, launchAgent, nodeHost, spawnAgent } from '@parley/acp/node'
import { memoryPair } from '@parley/acp/transport'
import type { Passing, Sink } from './sinks.js'
import { asText } from './text.js'

async function inFolder(work: (folder: string) => Promise<string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-redact-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A real log on a real disk, with the redactor that it has when nobody names one. */
function takeInAudit({ message }: Passing): Promise<string> {
  return inFolder(async folder => {
    const text = asText(message)
    const log = auditLog({ folder })
    await log.record({
      connection: 'c',
      session: 's',
      agent: text,
      action: 'terminal.exec',
      facts: { message, text, argv: ['deploy', text] },
      decision: 'allow',
      by: 'user',
    })
    await log.close()
    const files = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isFile())
    return files.map(({ name }) => readFileSync(join(folder, name), 'utf8')).join('')
  })
}

/** A host that nobody watches, and an agent that wants to run it and asks about it. */
function takeInNotice({ message }: Passing): Promise<string> {
  return inFolder(async folder => {
    const told: string[] = []
    const [here, there] = memoryPair()
    const served = agent({
      name: 'a',
      version: '1',
      prompt: async turn => {
        await turn.terminal?.run({ command: 'deploy', args: [asText(message)] }).catch(() => {})
        await turn.ask({ title: asText(message), kind: 'execute' })
      },
    }).serve(there)
    const host = nodeHost({
      headless: true,
      policy: false,
      audit: false,
      grants: grantMemory({ folder: join(folder, 'grants') }),
      onNotice: notice => told.push(JSON.stringify(notice), notice.message),
    })
    const client = await connect(here, host)
    const session = await client.newSession({ cwd: folder })
    await session.prompt('go').outcome
    await client.close()
    await served.closed
    return told.join('\n')
  })
}

const toWords = (error: unknown): string => {
  const { stack = '', cause } = error instanceof Error ? error : new Error(String(error))
  return [String(error), stack, JSON.stringify(error), ...(cause === undefined ? [] : [toWords(cause)])].join(
    '\n',
  )
}

/** A program that is no agent: it says it all on both of its ends, and goes. */
async function takeExplanation({ message }: Passing): Promise<string> {
  const program =
    'process.stdout.write(process.env.SAY); process.stderr.write(process.env.SAY); process.exitCode = 1'
  const child = spawnAgent(process.execPath, ['-e', program], { env: { SAY: asText(message).padEnd(80) } })
  return connect(child, {}).then(() => '', toWords)
}

/** A program that is not there, and was to be told it all. */
async function takeLaunchError({ message }: Passing): Promise<string> {
  const text = asText(message)
  return launchAgent('no-such-agent', [text, `--token=${text}`], {
    env: { SAY: text },
    shellDeadline: 0,
  }).then(() => '', toWords)
}

const SPOKEN = ['stderr of an agent', 'error message']

export const HOST_SINKS: readonly Sink[] = [
  { name: 'the audit log', take: takeInAudit },
  { name: 'a notice', take: takeInNotice },
  { name: 'why a program is no agent', places: SPOKEN, take: takeExplanation },
  { name: 'why an agent could not be started', places: ['error message'], take: takeLaunchError },
]
