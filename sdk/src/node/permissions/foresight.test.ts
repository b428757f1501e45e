import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Action, decide } from '../../guard/index.js'
import { foresee } from '../foresight.js'
import { grantMemory } from '../grants.js'
import { makePlace, open } from './office.fixture.js'

const RULES = [
  { effect: 'deny', action: 'fs.*', path: '**/secrets/**' },
  { effect: 'allow', action: 'fs.write', path: '{root}/notes/**' },
]

function setUp() {
  const place = makePlace()
  writeFileSync(place.policy, JSON.stringify({ version: 1, rules: RULES }), { mode: 0o600 })
  const folder = join(place.state, 'permissions')
  const look = (canAsk = true) =>
    foresee({ roots: [place.work], policy: place.policy, grants: grantMemory({ folder }), canAsk })
  return { place, look }
}

const writing = (at: { path: string; root?: string | undefined }): Action => ({
  ...{ action: 'fs.write', at, isNew: true, sha256: '0' },
})

test('what is foreseen is what a host decides, and leaves nothing behind', async () => {
  const { place, look } = setUp()
  const names = ['notes/a.md', 'secrets/a.md', 'a.md']
  const { circumstances, locate } = await look(false)
  const decisions = []
  for (const name of names)
    decisions.push(decide(writing((await locate(join(place.work, name))).at), circumstances))
  expect(decisions.map(({ by }) => by)).toEqual(['user:1', 'user:0', 'default:nobody-to-ask'])
  expect(existsSync(place.state)).toBe(false)
  const office = await open(place, { headless: true, onNotice: () => {} })
  const steps = names.map(name => ({ do: 'write' as const, path: join(place.work, name), content: 'x' }))
  const errors = (await office.run(...steps)).map(({ error }) => error)
  expect(errors).toEqual([undefined, decisions[1]?.reason, decisions[2]?.reason])
})

test('a place is the one behind every link, and what is not there yet is where its folder is', async () => {
  const { place, look } = setUp()
  mkdirSync(join(place.base, 'elsewhere'))
  symlinkSync(join(place.base, 'elsewhere'), join(place.work, 'link'))
  const { locate } = await look()
  expect(await locate(join(place.work, 'new/deep.md'))).toEqual({
    at: { path: join(place.work, 'new/deep.md'), root: place.work },
    isNew: true,
  })
  expect(await locate(join(place.work, 'link/a.md'))).toEqual({
    at: { path: join(place.base, 'elsewhere/a.md') },
    isNew: true,
  })
})

test('what is wrong with a policy, and a directory that is not lent, are told', async () => {
  const { place } = setUp()
  writeFileSync(place.policy, '{')
  const { notices, circumstances } = await foresee({ roots: ['/'], policy: place.policy })
  expect(notices).toMatchObject([
    { kind: 'policy', path: place.policy, message: expect.stringContaining('$: expected JSON') },
    { kind: 'directory', path: '/', message: expect.stringContaining('too broad') },
  ])
  expect(circumstances.policies[0]?.isBroken).toBe(true)
})

test('text that only a shell understands is known as such', async () => {
  const { command } = await setUp().look()
  expect(command('npm', ['test'])).toEqual({ argv: ['npm', 'test'], isShell: false })
  expect(command('npm test | cat')).toMatchObject({ isShell: true })
})
