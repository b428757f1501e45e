import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { heldBelow, openPlace } from './place.fixture.js'
import { demandRoots, HeldSessionRoots, notLent } from './session-roots.js'

const place = await openPlace()
afterAll(() => place.end())

const held = (below: string): number => heldBelow(below).length

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

test('the same directories are held once, and other ones of the same session instead of them', async () => {
  const base = join(place.base, 'same')
  const [a, b] = ['a', 'b'].map(name => join(base, name)) as [string, string]
  for (const name of [a, b]) mkdirSync(name, { recursive: true })
  const directories = new HeldSessionRoots({})
  const names = [a, b]
  const first = directories.of({ sessionId: 's', roots: names })
  expect(directories.of({ sessionId: 's', roots: [a, b] })).toBe(first)
  expect(directories.of({ sessionId: 'other', roots: [a, b] })).not.toBe(first)
  // Who gave the list may change it; what was held with it stays.
  names.pop()
  expect(directories.of({ sessionId: 's', roots: [a, b] })).toBe(first)
  for (const roots of [[b, a], [a], [a, b, b], []]) {
    const next = directories.of({ sessionId: 's', roots })
    expect(next).not.toBe(first)
    expect((await next).length).toBe(roots.length)
  }
  directories.forget('other')
  await expect.poll(() => held(base)).toBe(0)
})

test('a directory that is not lent is why a session cannot be pinned, and the others are let go with it', async () => {
  const base = join(place.base, 'partly')
  mkdirSync(base)
  const directories = new HeldSessionRoots({})
  const roots = [base, join(base, 'absent')]
  await expect(directories.pin({ sessionId: 's', roots })).rejects.toMatchObject({ code: -32002 })
  expect(held(base)).toBe(1)
  directories.forget('s')
  await expect.poll(() => held(base)).toBe(0)
})

test('1,024 sessions are known, and the oldest of more is forgotten', async () => {
  const directories = new HeldSessionRoots({})
  const of = (count: number) => directories.of({ sessionId: `s${count}`, roots: [] })
  const all = Array.from({ length: 1_024 }, (_, count) => of(count))
  expect(of(0)).toBe(all[0])
  of(1_024)
  expect(of(1)).toBe(all[1])
  expect(of(0)).not.toBe(all[0])
})

test('what is lent is what could be held, and where nothing could it is said why', async () => {
  const directories = new HeldSessionRoots({})
  const { root } = place
  const [absent, broad] = [join(root, 'absent'), '/']
  const demand = (roots: readonly string[]) => demandRoots(directories, { sessionId: 's', roots }, '/asked')
  expect(await demand([absent, root])).toMatchObject([{ path: root }])
  await expect(demand([absent, broad])).rejects.toMatchObject({
    code: -32005,
    message: 'The directory of this session is not lent: No such file',
    data: { path: '/asked' },
  })
  await expect(demand([])).rejects.toMatchObject({
    code: -32005,
    message: 'The session has no directories on this side',
    data: { path: '/asked' },
  })
  directories.close()
  const generous = new HeldSessionRoots({ allowBroadRoots: true })
  const all = await demandRoots(generous, { sessionId: 's', roots: [broad] }, '/asked')
  expect(all).toMatchObject([{ path: '/' }])
  generous.close()
  expect(notLent('/asked', new Error('/real/place'))).toMatchObject({
    message: 'The directory of this session is not lent',
  })
})
