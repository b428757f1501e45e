/** The ways from a client to its agent: straight, through a process that stands between, or in another spelling. */
import { fileURLToPath } from 'node:url'
import { type DialectName, dialect } from '@parley/acp/dialect'
import type { Channel } from '@parley/acp/jsonrpc'
import { spawnAgent } from '@parley/acp/node'
import type { Version } from '@parley/acp/protocol'
import type { Way } from '../contestant.js'
import { limits } from './limits.js'

export function openWay(agentFile: string, way: Way | undefined): Channel {
  switch (way) {
    case 'relay':
      return spawnAgent(process.execPath, [fileOf('relay-program'), agentFile], { limits })
    case 'dialect-003':
      return inDialect('003')
    case 'dialect-004':
      return inDialect('004')
    case 'bridge':
      return bridged(2)
    case 'bridge-v2':
      return bridged(1)
    default:
      return spawnAgent(process.execPath, [agentFile], { limits })
  }
}

/** Both ends spell: what is measured is the way there and the way back. */
function inDialect(name: DialectName): Channel {
  const channel = spawnAgent(process.execPath, [fileOf('dialect-agent'), name], { limits })
  return dialect(channel, name, { limits })
}

/** The version that the client offers on its way: the bridge is measured with an agent that speaks only the other one. */
export function versionOn(way: Way | undefined): Version {
  return way === 'bridge-v2' ? 2 : 1
}

/** As `parley bridge` stands between, in a process of its own. */
function bridged(agentVersion: Version): Channel {
  return spawnAgent(process.execPath, [fileOf('bridge-program'), String(agentVersion)], { limits })
}

function fileOf(program: string): string {
  return fileURLToPath(new URL(`${program}.js`, import.meta.url))
}
