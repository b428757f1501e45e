import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brokenPolicy, emptyPolicy } from '../../guard/index.js'
import type { FileStatus } from '../journal/file-system.js'
import { diskWith, failure } from '../journal/place.fixture.js'
import type { Notice } from './notice.js'
import { makePlace, open } from './office.fixture.js'
import { type PolicyFileOptions, PolicyFiles } from './policy-files.js'

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

const DENYING = JSON.stringify({ version: 1, rules: [DENIAL] })
const REFUSED = 'the policy does not count, and everything is asked about: '

/** The policy files of a place of its own, and all that is told of them. */
function watch(options: Partial<PolicyFileOptions> = {}) {
  const place = makePlace()
  const notices: Notice[] = []
  const onNotice = (notice: Notice) => notices.push(notice)
  const files = new PolicyFiles({ user: place.policy, isProjectRead: false, onNotice, ...options })
  return { ...place, files, notices }
}

/** Files of which the disk says something else than is so. */
const watchWith = (change: Partial<FileStatus>) =>
  watch({
    files: diskWith(disk => ({
      status: path => {
        const status = disk.status(path)
        return status && { ...status, ...change }
      },
    })),
  })

function actAs(getuid: typeof process.getuid): void {
  const before = process.getuid
  Object.assign(process, { getuid })
  onTestFinished(() => {
    Object.assign(process, { getuid: before })
  })
}

test('a file that counts says where it stands', () => {
  const { files, policy, notices } = watch()
  expect(files.policies([])).toEqual([{ ...emptyPolicy('user'), file: policy }])
  expect(notices).toEqual([])
})

test('who has no file, or hands over a policy, has that and no place of its own', () => {
  const none = watch({ user: false })
  expect(none.files.policies([])).toEqual([emptyPolicy('user')])
  expect(none.files.own).toEqual([])
  const given = { ...emptyPolicy('user'), delegateAlways: true }
  const handed = watch({ user: given })
  expect(handed.files.policies([])).toEqual([given])
  expect(handed.files.own).toEqual([])
})

test('the place of a policy is the one that was named and the one it leads to', () => {
  const { base, policy, files } = watch()
  expect(files.own).toEqual([policy, policy])
  const link = join(base, 'link.json')
  symlinkSync(policy, link)
  const linked = watch({ user: link })
  expect(linked.files.own).toEqual([link, policy])
  writeFileSync(policy, DENYING)
  expect(linked.files.policies([])).toMatchObject([{ file: link, isBroken: false, rules: [{}] }])
  const gone = join(base, 'gone.json')
  expect(watch({ user: gone }).files.own).toEqual([gone])
})

test('a file that may be absent and is so is an empty policy, and one that may not is told once', () => {
  const absent = watch({ mayBeAbsent: true })
  rmSync(absent.policy)
  expect(absent.files.policies([])).toEqual([emptyPolicy('user')])
  expect(absent.notices).toEqual([])
  const missed = watch({ mayBeAbsent: false })
  rmSync(missed.policy)
  for (let time = 0; time < 2; time++)
    expect(missed.files.policies([])).toEqual([brokenPolicy('user', missed.policy)])
  const message = `${REFUSED}there is no such file`
  expect(missed.notices).toEqual([{ kind: 'policy', path: missed.policy, message }])
})

test('below something that is no folder there is no file', () => {
  const { base } = makePlace()
  writeFileSync(join(base, 'file'), '')
  const { files, notices } = watch({ user: join(base, 'file', 'policy.json'), mayBeAbsent: true })
  expect(files.policies([])).toEqual([emptyPolicy('user')])
  expect(notices).toEqual([])
})

test('a file that cannot be looked at is not one that is absent', () => {
  const { base } = makePlace()
  const loop = join(base, 'loop.json')
  symlinkSync(loop, loop)
  const { files, notices } = watch({ user: loop, mayBeAbsent: true })
  for (let time = 0; time < 2; time++) expect(files.policies([])).toEqual([brokenPolicy('user', loop)])
  expect(notices).toEqual([{ kind: 'policy', path: loop, message: `${REFUSED}it cannot be read` }])
})

test('a file that goes or fails while it is read does not count', () => {
  for (const text of [
    () => undefined,
    () => {
      throw failure('EIO')
    },
  ]) {
    const { files, policy, notices } = watch({ files: diskWith(() => ({ text })) })
    expect(files.policies([])).toEqual([brokenPolicy('user', policy)])
    expect(notices.map(({ message }) => message)).toEqual([`${REFUSED}it cannot be read`])
  }
})

test('every flaw of a file is told', () => {
  const { notices } = read('{"version":2,"rules":{}}')
  expect(notices[0]?.message).toMatch(/^the policy does not count.*: \$\.version: [^;]*; \$\.rules: [^;]*$/)
})

test.each(['620', '602'])('a file of mode %s can be written by others, and does not count', mode => {
  const { file, policy, notices } = read(DENYING, Number.parseInt(mode, 8))
  expect(policy).toEqual(brokenPolicy('user', file))
  const message = `${REFUSED}others can write it: chmod 600 it`
  expect(notices).toEqual([{ kind: 'policy', path: file, message }])
})

test.each(['640', '604'])('a file of mode %s can be read by others, which is told', mode => {
  const { file, policy, notices } = read(DENYING, Number.parseInt(mode, 8))
  expect(policy?.isBroken).toBe(false)
  expect(notices).toMatchObject([{ kind: 'policy', path: file }])
})

test('a file of another user does not count, and one of the system does', () => {
  actAs(() => 1000)
  const foreign = watchWith({ owner: 1001 })
  expect(foreign.files.policies([])).toEqual([brokenPolicy('user', foreign.policy)])
  expect(foreign.notices.map(({ message }) => message)).toEqual([`${REFUSED}it belongs to another user`])
  for (const owner of [0, 1000]) {
    const { files, notices } = watchWith({ owner })
    expect(files.policies([])).toMatchObject([{ isBroken: false }])
    expect(notices).toEqual([])
  }
})

test('where users have no numbers, nothing is said of them', () => {
  actAs(undefined)
  const { files, notices } = watchWith({ owner: 1001, mode: 0o622 })
  expect(files.policies([])).toMatchObject([{ isBroken: false }])
  expect(notices).toEqual([])
})

test('a file of 1048576 bytes is read, and one of a byte more is not', () => {
  const most = 1_048_576
  const fits = watchWith({ size: most })
  expect(fits.files.policies([])).toMatchObject([{ isBroken: false }])
  const large = watchWith({ size: most + 1 })
  expect(large.files.policies([])).toMatchObject([{ isBroken: true }])
  expect(large.notices.map(({ message }) => message)).toEqual([`${REFUSED}it has more than ${most} bytes`])
  const grown = watchWith({ size: most })
  writeFileSync(grown.policy, DENYING.padEnd(most + 1))
  expect(grown.files.policies([])).toMatchObject([{ isBroken: true }])
})

test('a file is read again when anything of it changed, and not before', () => {
  let status = { size: 24, mode: 0o600, owner: 0, identity: 1, modifiedAt: 1 }
  let readings = 0
  const { files } = watch({
    files: diskWith(disk => ({
      status: () => status,
      text: (...asked) => {
        readings++
        return disk.text(...asked)
      },
    })),
  })
  files.policies([])
  expect(files.policies([])[0]).toBe(files.policies([])[0])
  expect(readings).toBe(1)
  const changes = [{ size: 25 }, { mode: 0o400 }, { identity: 2 }, { modifiedAt: 2 }]
  for (const change of changes) {
    status = { ...status, ...change }
    files.policies([])
  }
  expect(readings).toBe(1 + changes.length)
  status = { ...status, size: 2, mode: 0, identity: 11, modifiedAt: 1 }
  files.policies([])
  status = { ...status, identity: 1, modifiedAt: 11 }
  files.policies([])
  expect(readings).toBe(3 + changes.length)
})

test('a file that is handed to another user no longer counts', () => {
  actAs(() => 1000)
  let owner = 1000
  const { files } = watch({
    files: diskWith(() => ({ status: () => ({ size: 24, mode: 0o600, owner, identity: 1, modifiedAt: 1 }) })),
  })
  expect(files.policies([])).toMatchObject([{ isBroken: false }])
  owner = 1001
  expect(files.policies([])).toMatchObject([{ isBroken: true }])
})

test('the files of all roots count beside the user’s, whoever can write them, and need not be there', () => {
  const { base, work, policy, files, notices } = watch({ isProjectRead: true })
  const file = join(work, '.acp', 'policy.json')
  mkdirSync(join(work, '.acp'))
  writeFileSync(file, DENYING)
  chmodSync(file, 0o666)
  expect(files.policies([work, base])).toMatchObject([
    { source: 'user', file: policy },
    { source: 'project', file, isBroken: false, rules: [{ id: 'project:0', effect: 'deny' }] },
    emptyPolicy('project'),
  ])
  expect(notices).toEqual([])
  writeFileSync(file, '{')
  utimesSync(file, 1, 1)
  expect(files.policies([work])[1]).toEqual(brokenPolicy('project', file))
  expect(notices).toMatchObject([{ kind: 'policy', path: file }])
})

test('where no project is read, its file is not looked at', () => {
  const { work, files, notices } = watch()
  mkdirSync(join(work, '.acp'))
  writeFileSync(join(work, '.acp', 'policy.json'), '{')
  expect(files.policies([work])).toMatchObject([{ source: 'user' }])
  expect(notices).toEqual([])
})
