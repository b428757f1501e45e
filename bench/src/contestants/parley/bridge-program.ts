/** Stands between a client on its stdin and stdout and an agent of one version, its argument, that it starts. */
import { fileURLToPath } from 'node:url'
import { spawnAgent, stdio } from '@parley/acp/node'
import { bridgeBetween } from '@parley/acp/proxy'
import { limits } from './limits.js'

const [version = ''] = process.argv.slice(2)
const agentFile = fileURLToPath(new URL('one-version-agent.js', import.meta.url))

await bridgeBetween(stdio({ limits }), spawnAgent(process.execPath, [agentFile, version], { limits }), {
  limits,
}).closed
