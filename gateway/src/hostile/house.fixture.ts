/** A gateway that stays for a whole file of tests: alice lives in it and has much room, bob is somebody else and has little. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type GatewayConfig, USUAL_LIMITS } from '../config/config.js'
import { type Gateway, type GatewayOptions, gateway } from '../gateway.js'
import { configIn } from '../guard/gate.fixture.js'
import { selfSigned } from '../serving/certificate.fixture.js'

const AGENT = fileURLToPath(new URL('../fixtures/agent.mjs', import.meta.url))
const MUCH = 1_000_000

/** Connections that bob may have. */
export const BOBS_CONNECTIONS = 8

export interface House extends AsyncDisposable {
  readonly gateway: Gateway
  /** Without a path. */
  readonly url: string
  readonly folder: string
  /** The owner's. */
  token: string
}

export interface HouseOptions extends Partial<GatewayConfig> {
  readonly isSecure?: boolean
}

export async function openHouse(
  { isSecure = false, ...more }: HouseOptions = {},
  options: Partial<GatewayOptions> = {},
): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-hostile-'))
  const tls = isSecure ? await certificateIn(folder) : undefined
  const opened = await gateway({ config: { ...houseConfig(folder), tls, ...more }, ...options })
  return {
    gateway: opened,
    url: opened.url,
    folder,
    token: opened.owner?.token ?? '',
    async [Symbol.asyncDispose]() {
      await opened.close(0)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function houseConfig(folder: string): GatewayConfig {
  const usual = configIn(folder)
  const agent = {
    ...{ name: 'main', command: process.execPath, args: [AGENT], env: { PLACE: folder }, inherit: [] },
    ...{ cwd: undefined, roots: undefined },
  }
  // Those who are refused here come by the dozen, and none of them is to be refused for that.
  const strangers = { unauthenticatedPerMinute: MUCH, failedTokens: MUCH, backOffSeconds: 60 }
  const roomy = {
    ...{ connections: MUCH, sessions: MUCH, requestsPerSecond: MUCH, requestBurst: MUCH },
    bytesPerSecond: 1_000 * MUCH,
  }
  const principals = new Map(
    [...usual.principals].map(([name, each]) => {
      const limits = name === 'bob' ? { ...USUAL_LIMITS, connections: BOBS_CONNECTIONS } : roomy
      return [name, { ...each, agents: undefined, roots: [folder], limits }]
    }),
  )
  return { ...usual, agents: new Map([['main', agent]]), principals, strangers }
}

async function certificateIn(folder: string): Promise<{ key: string; certificate: string }> {
  const { key, cert } = selfSigned()
  const files = { key: join(folder, 'key.pem'), certificate: join(folder, 'cert.pem') }
  await writeFile(files.key, key)
  await writeFile(files.certificate, cert)
  return files
}
