import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toRemoteAddress } from '../wire/remote-address.js'
import { examineAgent } from './examine-agent.js'
import type { AgentFixture } from './fixture.js'
import { scout } from './fixtures/scout.js'
import { openRemoteAgent } from './remote-agent.js'
import { agentScenarios } from './scenarios.js'
import { type Served, serveOfficial, serveScout } from './served-peers.fixture.js'

const PACE = { patience: 300, deadline: 10_000, turn: 30_000 }
const TRANSPORTS = ['http', 'websocket'] as const

interface Found {
  readonly broken: readonly string[]
  readonly skipped: readonly string[]
}

async function examine(url: string, fixture: AgentFixture): Promise<Found> {
  const remote = toRemoteAddress(url)
  const { verdicts } = await examineAgent({
    version: 1,
    fixture,
    scenarios: agentScenarios,
    command: url,
    jobs: 8,
    pace: PACE,
    remote,
    open: openRemoteAgent(remote, fixture),
  })
  const said = verdicts.map(
    ({ requirement, outcome, details }) => `${outcome} ${requirement.id}: ${details.join('; ')}`,
  )
  return {
    broken: said.filter(each => !/^(passed|skipped) /.test(each)),
    skipped: said.filter(each => each.startsWith('skipped ')),
  }
}

describe('scout behind the servers of the library', () => {
  const home = mkdtempSync(join(tmpdir(), 'parley-'))
  let served: Served

  beforeAll(async () => {
    served = await serveScout(home)
  })
  afterAll(async () => {
    await served.close()
    rmSync(home, { recursive: true, force: true })
  })

  test('sees a home of its own, and finds no models of whoever runs this', () => {
    expect(homedir()).toBe(home)
    expect(process.env.SCOUT_DISCOVERY).toBe('off')
  })

  test.each(TRANSPORTS)(
    'keeps over %s every requirement that it can be driven to',
    {
      timeout: 180_000,
    },
    async transport => {
      const { broken, skipped } = await examine(served.urls[transport], scout)
      expect(broken).toEqual([])
      expect(skipped).toEqual([
        `skipped agent.stdin.end: there is no such thing over ${transport}`,
        'skipped agent.initialize.auth-methods: the agent offers no way to sign in',
        'skipped agent.initialize.terminal-sign-in: the agent has no way to sign in that needs a terminal',
        'skipped agent.tool-call.revived: nothing was seen that it could be judged by',
        'skipped agent.auth.required: the agent offers no way to sign in',
        'skipped agent.auth.unknown-method: the agent offers no way to sign in',
        'skipped agent.auth.signed-in: the agent offers no way to sign in',
        'skipped agent.auth.logout: the agent offers no way to sign in',
      ])
    },
  )
})

/** What the agent of the fixtures understands. */
const official: AgentFixture = {
  name: 'official',
  prompts: { say: 'say {text}', talk: 'talk', write: 'write {path} {text}' },
}

describe('the server of the official SDK', () => {
  let served: Served

  beforeAll(async () => {
    served = await serveOfficial()
  })
  afterAll(() => served.close())

  const own = {
    http: [
      'warned agent.http.session-unknown: expected 404, found 200',
      'warned agent.http.batch: expected 501, found 400',
    ],
    websocket: [],
  }

  test.each(TRANSPORTS)(
    'breaks over %s what is known, and nothing else',
    { timeout: 180_000 },
    async transport => {
      const { broken } = await examine(served.urls[transport], official)
      // It asks neither whether a folder is absolute nor whether there is such a session, and may leave that out.
      expect(broken).toEqual([
        'noted agent.session.relative-cwd: found a result',
        'noted agent.session.unknown-id: found a result',
        ...own[transport],
      ])
    },
  )
})
