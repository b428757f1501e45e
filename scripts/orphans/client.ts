/** The client that is ended: starts the seven, and then waits. A line on its input makes it exit by itself. */
import { execFileSync } from 'node:child_process'
import { hostTerminals, spawnAgent, type Warden } from '@parley/acp/node'
import { type ClientOrder, type Kind, SEVEN, scriptOf } from './seven.js'

const { folder, isGuarded }: ClientOrder = JSON.parse(process.argv[2] ?? '{}')
const warden: Warden = { admit: async () => ({ finish: async () => {} }) }
const sessionId = 'orphans'
const context = { sessionId, roots: [folder], signal: new AbortController().signal }
const onPipes = hostTerminals({ warden })
const onScreens = hostTerminals({ warden, pty: true })

async function start(kind: Kind): Promise<void> {
  const args = ['-c', scriptOf(kind, folder)]
  if (kind === 'grandchild') spawnAgent('sh', args)
  else await (kind === 'screen' ? onScreens : onPipes).create({ sessionId, command: 'sh', args }, context)
}

/** Somebody does to the reaper what nobody can do to us without its noticing. */
function killReaper(): void {
  const args = ['-o', 'pid=,args=', '--ppid', String(process.pid)]
  const [line = ''] = /^ *\d+ .*acp-reaper$/m.exec(execFileSync('ps', args, { encoding: 'utf8' })) ?? []
  process.kill(Number.parseInt(line, 10), 'SIGKILL')
}

process.stdin.once('data', () => process.exit(0))
for (const kind of SEVEN) await start(kind)
if (!isGuarded) killReaper()
console.log('ready')
