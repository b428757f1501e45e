/** /status: what scout works with. Says what is there, and no more than that. */

import { boundedLine } from '@parley/acp/guard'
import type { Errand } from '../errand.js'
import { toSentence } from '../rules/honesty.js'
import { NO_MODEL } from '../settings.js'

export async function showStatus(errand: Errand): Promise<void> {
  const { turn } = errand
  const rows = [
    `- Model: ${describeModel(errand)}`,
    ...(await describeTroubles()),
    `- Mode: ${turn.session.mode}`,
    `- Questions: ${turn.session.setting('autoApprove') === true ? 'left to the client where it judges the same' : 'scout asks'}`,
    ...describeClient(errand),
    `- Folders I may work in: ${errand.workspace.roots.map(root => `\`${boundedLine(root, 200)}\``).join(', ')}`,
    `- MCP servers: ${describeServers(errand)}`,
    `- Session: ${turn.session.id}`,
  ]
  await turn.say(rows.join('\n'))
}

function describeModel({ turn }: Errand): string {
  const model = `${turn.session.setting('model')}`
  if (model !== NO_MODEL) return boundedLine(model, 100)
  return 'none, I go by commands and rules; `/model` says how to connect one'
}

async function describeTroubles(): Promise<readonly string[]> {
  const { listTroubles } = await import('../model/find-brain.js')
  return (await listTroubles()).map(trouble => `- ${toSentence(trouble)}`)
}

/** What the client does not lend, scout does itself, within the same folders. */
function describeClient({ turn }: Errand): readonly string[] {
  const { files, terminal, elicit } = turn
  const reading = files === undefined ? 'not lent, so I read and write myself' : 'lent for reading'
  const writing = files?.write === undefined ? reading : 'lent for reading and writing'
  const asking = [elicit?.form && 'forms', elicit?.url && 'pages'].filter(Boolean).join(' and ')
  return [
    `- Your client's files: ${writing}`,
    `- Your client's terminals: ${terminal === undefined ? 'not lent, so I run commands myself' : 'lent'}`,
    `- Questions your client can put: permissions${asking === '' ? '' : `, ${asking}`}`,
  ]
}

function describeServers({ turn }: Errand): string {
  const names = turn.session.mcpServers.map(server => boundedLine(`${server.name}`, 60))
  return names.length === 0 ? 'none' : `${names.join(', ')} (\`/mcp\` lists their tools)`
}
