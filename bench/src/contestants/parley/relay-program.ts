/** Stands between a client on its stdin and stdout and an agent that it starts, in a process of its own, and changes nothing. */
import { spawnAgent, stdio } from '@parley/acp/node'
import { relay } from '@parley/acp/proxy'
import { limits } from './limits.js'

const [agentFile = ''] = process.argv.slice(2)

await relay(stdio({ limits }), spawnAgent(process.execPath, [agentFile], { limits }), { limits }).closed
