import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { examineAgent } from '../agent/examine-agent.js'
import type { Deed } from '../agent/fixture.js'
import { reference } from '../agent/fixtures/reference.js'
import { EVERYTHING, openWith } from '../agent/host.js'
import type { AgentScenario } from '../agent/scenario.js'
import type { Version } from '../requirement.js'
import { openStdioWire } from '../wire/stdio-wire.js'

const program = fileURLToPath(new URL('../../dist/peers/reference-agent.js', import.meta.url))

/** Every deed that ends by itself, and a sign that it was done; the words differ between the versions. */
const signs: readonly (readonly [Deed, RegExp])[] = [
  ['say', /hello there/],
  ['read', /some notes/],
  ['write', /It is written/],
  ['run', /hello there/],
  ['plan', /"Act"/],
  ['form', /The form: accept/],
  ['visit', /The visit: accept/],
  ['switch', /"code"/],
  ['fail', /It cannot be read/],
  ['notice', /"notice"/],
  ['compact', /"compaction_update"/],
]

function doing(deed: Deed, sign: RegExp, found: string[]): AgentScenario {
  return {
    name: deed,
    title: deed,
    versions: [1, 2],
    verifies: [],
    async play(stage) {
      const host = await openWith(stage, EVERYTHING)
      const { agent } = host
      const { sessionId } = await agent.newSession()
      const name = deed === 'fail' ? 'not-there.txt' : 'notes.txt'
      await writeFile(join(stage.cwd, 'notes.txt'), 'some notes')
      const values = { path: join(stage.cwd, name), text: 'hello there' }
      const end = await agent.turn(sessionId, stage.words(deed, values))
      const told = JSON.stringify([host.requests, agent.updatesOf(sessionId)])
      if (end === 'end_turn' && sign.test(told)) found.push(deed)
    },
  }
}

for (const version of [1, 2] satisfies Version[])
  test(`the reference agent does every deed in version ${version}`, { timeout: 60_000 }, async () => {
    const found: string[] = []
    const report = await examineAgent({
      version,
      fixture: reference,
      command: 'reference',
      jobs: 3,
      scenarios: signs.map(([deed, sign]) => doing(deed, sign, found)),
      open: ({ cwd, home, env, variant }) =>
        openStdioWire({
          command: [process.execPath, program],
          cwd,
          variant,
          env: { PATH: process.env.PATH, HOME: home, ...env },
        }),
    })
    expect(found.sort()).toEqual(signs.map(([deed]) => deed).sort())
    expect(report.verdicts.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  })
