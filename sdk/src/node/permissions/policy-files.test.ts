import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Notice } from './notice.js'
import { makePlace, open } from './office.fixture.js'
import { PolicyFiles } from './policy-files.js'

const DENIAL = { effect: 'deny', action: 'fs.read', path: '**/a.txt' }

/** What a policy file in a place of its own means, and what is told of it. */
function read(policy: string, mode = 0o600) {
  const place = makePlace()
  writeFileSync(place.policy, policy)
  chmodSync(place.policy, mode)
  const notices: Notice[] = []
  const files = new PolicyFiles({
    user: place.policy,
    isProjectRead: false,
    onNotice: notice => notices.push(notice),
  })
  return { file: place.policy, policy: files.policies([])[0], notices }
}

test('a file that somebody named and that is not there is told, and everything asks until it is', async () => {
  const place = makePlace()
  writeFileSync(join(place.work, 'a.txt'), 'x')
  rmSync(place.policy)
  const notices: Notice[] = []
  const office = await open(place, { onNotice: notice => notices.push(notice) })
  const step = { do: 'read' as const, path: join(place.work, 'a.txt') }
  expect((await office.run(step))[0]?.error).toBe(
    `The user policy ${place.policy} cannot be read, so everything is asked about. Nobody can be asked. Mend that file: until then no line of it counts.`,
  )
  expect(notices[0]).toEqual({
    kind: 'policy',
    path: place.policy,
    message: 'the policy does not count, and everything is asked about: there is no such file',
  })
  writeFileSync(place.policy, '{"version":1,"rules":[]}', { mode: 0o600 })
  expect(await office.run(step)).toEqual([{ ok: 'x' }])
})

test('at the usual place there may be none', async () => {
  const place = makePlace()
  const before = process.env.XDG_CONFIG_HOME
  process.env.XDG_CONFIG_HOME = join(place.base, 'nowhere')
  onTestFinished(() => {
    if (before === undefined) delete process.env.XDG_CONFIG_HOME
    else process.env.XDG_CONFIG_HOME = before
  })
  writeFileSync(join(place.work, 'a.txt'), 'x')
  const notices: Notice[] = []
  const office = await open(place, { policy: undefined, onNotice: notice => notices.push(notice) })
  expect(await office.run({ do: 'read', path: join(place.work, 'a.txt') })).toEqual([{ ok: 'x' }])
  expect(notices).toEqual([])
})

test('a denial names the line and its file', async () => {
  const place = makePlace()
  writeFileSync(join(place.work, 'a.txt'), 'x')
  writeFileSync(place.policy, JSON.stringify({ version: 1, rules: [{ ...DENIAL, path: '**/b' }, DENIAL] }))
  const office = await open(place)
  expect(await office.run({ do: 'read', path: join(place.work, 'a.txt') })).toMatchObject([
    { by: 'user:1', error: `The user policy denies it: $.rules[1] of ${place.policy}.` },
  ])
})

test.each([70_000, 262_144])('a file of %i characters is read whole', size => {
  const { policy, notices } = read(JSON.stringify({ version: 1, rules: [DENIAL] }).padEnd(size))
  expect(notices).toEqual([])
  expect(policy?.rules).toHaveLength(1)
})

test.each([
  [262_145, 'at most 262144 characters'],
  [1_048_577, 'more than 1048576 bytes'],
])('a file of %i characters is refused for its size', (size, why) => {
  const { policy, notices } = read(JSON.stringify({ version: 1, rules: [DENIAL] }).padEnd(size))
  expect(policy?.isBroken).toBe(true)
  expect(notices.map(({ message }) => message)).toEqual([expect.stringContaining(why)])
})

test('a file with a comma too many is told with its line and column', () => {
  const { notices } = read('{\n  "version": 1,\n  "rules": [],\n}\n')
  expect(notices[0]?.message).toContain('found "}" on line 4, column 1')
})

test('a file that others can read counts, and the notice says so', () => {
  const { policy, notices } = read(JSON.stringify({ version: 1, rules: [DENIAL] }), 0o644)
  expect(policy).toMatchObject({ isBroken: false, rules: [{ effect: 'deny' }] })
  expect(notices.map(({ message }) => message)).toEqual([
    'others can read the policy, which counts all the same: chmod 600 it',
  ])
})
