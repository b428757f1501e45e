import { mkdirSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openPlace } from './place.fixture.js'
import { HeldSessionRoots } from './session-roots.js'

const place = await openPlace()
afterAll(() => place.end())

const held = (below: string) =>
  readdirSync('/proc/self/fd').filter(descriptor => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(below)
    } catch {
      return false
    }
  }).length

test('the directories of a session are held while it lives, and those of all when it is over', async () => {
  const base = join(place.base, 'own')
  const names = ['a', 'b', 'c'].map(name => join(base, name))
  for (const name of names) mkdirSync(name, { recursive: true })
  const directories = new HeldSessionRoots({})
  for (const [index, root] of names.entries())
    await directories.pin({ sessionId: `s${index}`, roots: [root] })
  expect(held(base)).toBe(3)
  directories.forget('s0')
  await expect.poll(() => held(base)).toBe(2)
  directories.close()
  await expect.poll(() => held(base)).toBe(0)
})

test('however many sessions there are, no more than 256 directories are held', async () => {
  const base = join(place.base, 'many')
  mkdirSync(base)
  const directories = new HeldSessionRoots({})
  for (let count = 0; count < 300; count++) await directories.pin({ sessionId: `s${count}`, roots: [base] })
  await expect.poll(() => held(base)).toBe(256)
  expect(await directories.of({ sessionId: 's0', roots: [base] })).toMatchObject([{ status: 'fulfilled' }])
  directories.close()
  await expect.poll(() => held(base)).toBe(0)
})

test('a session that lasts keeps its directory, however many others come and go', async () => {
  const base = join(place.base, 'lasting')
  mkdirSync(base)
  const directories = new HeldSessionRoots({})
  await directories.pin({ sessionId: 'lasting', roots: [base] })
  for (let count = 0; count < 300; count++) {
    await directories.pin({ sessionId: `s${count}`, roots: [place.root] })
    directories.forget(`s${count}`)
  }
  expect(held(base)).toBe(1)
  directories.close()
})
