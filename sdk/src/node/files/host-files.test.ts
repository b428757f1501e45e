import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hostFiles } from '../files.js'
import type { Asker } from '../permissions/warden.js'
import type { WriteEvent } from './offer.js'
import { asker, openPlace, watchingWarden } from './place.fixture.js'

const place = await openPlace()
afterAll(() => place.end())
const { base, root } = place
writeFileSync(join(root, 'file'), 'one\ntwo\n')

const sessionId = 's1'

test('a session reads and writes inside its directories, and the warden hears of both', async () => {
  const warden = watchingWarden()
  const events: WriteEvent[] = []
  const files = hostFiles({ warden, onWrite: event => void events.push(event) })
  expect(await files.read({ sessionId, path: join(root, 'file'), line: 2 }, asker([root]))).toEqual({
    content: 'two\n',
  })
  expect(await files.write({ sessionId, path: join(root, 'made'), content: 'x' }, asker([root]))).toEqual({})
  expect(readFileSync(join(root, 'made'), 'utf8')).toBe('x')
  expect(warden.asked.map(({ action }) => action)).toEqual(['fs.read', 'fs.write'])
  expect(warden.outcomes).toEqual(['done', 'done'])
  expect(events).toEqual([{ path: join(root, 'made'), sessionId, isNew: true }])
})

test('a session that this side did not set up reads nothing, also where outside is asked about', async () => {
  const warden = watchingWarden()
  for (const isAskingOutside of [false, true]) {
    const files = hostFiles({ warden, isAskingOutside })
    await expect(files.read({ sessionId, path: join(root, 'file') }, asker([]))).rejects.toMatchObject({
      code: -32005,
    })
    await expect(
      files.write({ sessionId, path: join(root, 'x'), content: '' }, asker([])),
    ).rejects.toMatchObject({ code: -32005 })
  }
  expect(warden.asked).toEqual([])
})

test('a second directory is lent as well as the first, and one that is missing harms no other', async () => {
  const second = join(base, 'second')
  mkdirSync(second)
  writeFileSync(join(second, 'file'), 'second')
  const files = hostFiles({ warden: watchingWarden() })
  const roots = [join(base, 'missing'), root, second]
  expect(await files.read({ sessionId, path: join(second, 'file') }, asker(roots))).toEqual({
    content: 'second',
  })
  await expect(files.pin({ sessionId, roots })).rejects.toMatchObject({ code: -32002 })
})

test('why a directory is not lent is said', async () => {
  const files = hostFiles({ warden: watchingWarden() })
  await expect(files.read({ sessionId, path: '/etc/hostname' }, asker(['/']))).rejects.toMatchObject({
    message: /too broad/,
  })
  const broad = hostFiles({ warden: watchingWarden(), allowBroadRoots: true })
  expect(await broad.read({ sessionId, path: join(root, 'file') }, asker(['/']))).toEqual({
    content: 'one\ntwo\n',
  })
})

test('directories are those of the beginning: one that takes the place of another is not lent', async () => {
  const moving = join(base, 'moving')
  mkdirSync(moving)
  const files = hostFiles({ warden: watchingWarden() })
  await files.pin({ sessionId, roots: [moving] })
  renameSync(moving, join(base, 'moved'))
  mkdirSync(moving)
  writeFileSync(join(moving, 'file'), 'swapped in')
  const read = () => files.read({ sessionId, path: join(moving, 'file') }, asker([moving]))
  await expect(read()).rejects.toMatchObject({ code: -32005 })
  files.forget(sessionId)
  await Promise.resolve()
  expect(await read()).toEqual({ content: 'swapped in' })
})

test('a session that is set up anew has its new directories and no others', async () => {
  const other = join(base, 'other')
  mkdirSync(other)
  const files = hostFiles({ warden: watchingWarden() })
  const read = (roots: readonly string[]) => files.read({ sessionId, path: join(root, 'file') }, asker(roots))
  expect(await read([root])).toBeDefined()
  await expect(read([other])).rejects.toMatchObject({ code: -32005 })
})

test('many reads at once are all answered, also while others wait for a person', async () => {
  let answer = (): void => {}
  const person = new Promise<void>(resolve => {
    answer = resolve
  })
  const slow = join(root, 'slow')
  writeFileSync(slow, 'slow')
  const warden = watchingWarden(action =>
    action.action === 'fs.read' && action.at.path === slow ? person : undefined,
  )
  const files = hostFiles({ warden })
  const read = (path: string) => files.read({ sessionId, path }, asker([root]))
  const waiting = Array.from({ length: 40 }, () => read(slow))
  const answers = await Promise.all(Array.from({ length: 200 }, () => read(join(root, 'file'))))
  expect(answers).toHaveLength(200)
  answer()
  expect(await Promise.all(waiting)).toHaveLength(40)
})

test('an error of the warden is not taken for one of the file', async () => {
  const failure = Object.assign(new Error('the record is gone'), { code: 'ENOENT' })
  const files = hostFiles({ warden: { admit: () => Promise.reject(failure) } })
  await expect(files.read({ sessionId, path: join(root, 'file') }, asker([root]))).rejects.toBe(failure)
})

test('what the record cannot take is not answered', async () => {
  const warden = { admit: async () => ({ finish: () => Promise.reject(new Error('the record is full')) }) }
  const files = hostFiles({ warden })
  await expect(files.read({ sessionId, path: join(root, 'file') }, asker([root]))).rejects.toThrow(
    'the record is full',
  )
})

test('a session whose questions nobody answers keeps only itself from its files, and may give up', async () => {
  const warden = { admit: (_: unknown, { sessionId: id }: Asker) => (id === 's1' ? never : leave) }
  const never = new Promise<never>(() => {})
  const leave = Promise.resolve({ finish: async () => {} })
  const files = hostFiles({ warden })
  const request = { sessionId, path: join(root, 'file') }
  const last = new AbortController()
  for (let count = 1; count < 1_024; count++) files.read(request, asker([root])).catch(() => {})
  const waiting = files.read(request, { ...asker([root]), signal: last.signal })
  expect(await files.read(request, { ...asker([root]), sessionId: 's2' })).toEqual({ content: 'one\ntwo\n' })
  const refused = {
    data: { reason: 'rate_limited' },
    message: 'One session has at most 1024 requests for files at once',
  }
  await expect(files.read(request, asker([root]))).rejects.toMatchObject(refused)
  last.abort()
  await expect(waiting).rejects.toMatchObject({ code: -32800, message: 'Nobody waits for the file any more' })
  // Its place is free for one, and no more.
  files.read(request, asker([root])).catch(() => {})
  await expect(files.read(request, asker([root]))).rejects.toMatchObject(refused)
})

test('what is answered counts no more: one session may ask for as many files as it likes, one after the other', async () => {
  const files = hostFiles({ warden: watchingWarden() })
  const read = () => files.read({ sessionId, path: join(root, 'file') }, asker([root]))
  for (let count = 0; count < 1_100; count += 100) await Promise.all(Array.from({ length: 100 }, read))
  expect(await read()).toEqual({ content: 'one\ntwo\n' })
})

test('an error that is not of the cancellation is told, also when the request was called off', async () => {
  const controller = new AbortController()
  const failure = new Error('the record is gone')
  const admit = async () => {
    controller.abort()
    throw failure
  }
  const read = hostFiles({ warden: { admit } }).read(
    { sessionId, path: join(root, 'file') },
    { ...asker([root]), signal: controller.signal },
  )
  await expect(read).rejects.toBe(failure)
})

test('a request that is called off is answered as cancelled, and not as a fault of ours', async () => {
  const files = hostFiles({ warden: watchingWarden() })
  const gone = { ...asker([root]), signal: AbortSignal.abort() }
  const cancelled = { code: -32800, data: { reason: 'request_cancelled' } }
  await expect(files.read({ sessionId, path: join(root, 'file') }, gone)).rejects.toMatchObject(cancelled)
  const controller = new AbortController()
  const during = hostFiles({ warden: watchingWarden(() => controller.abort()) })
  const write = during.write(
    { sessionId, path: join(root, 'never'), content: '' },
    { ...asker([root]), signal: controller.signal },
  )
  await expect(write).rejects.toMatchObject(cancelled)
})

test('a write that cannot be written down has happened all the same', async () => {
  const warden = { admit: async () => ({ finish: () => Promise.reject(new Error('the record is full')) }) }
  const path = join(root, 'happened')
  expect(await hostFiles({ warden }).write({ sessionId, path, content: 'x' }, asker([root]))).toEqual({})
  expect(readFileSync(path, 'utf8')).toBe('x')
})
