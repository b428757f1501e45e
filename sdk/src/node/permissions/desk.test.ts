import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connect, type PermissionRequest } from '../../client/index.js'
import { type AuditLog, auditLog, verifyAudit } from '../audit.js'
import { diskWith, failure } from '../journal/place.fixture.js'
import { hostIn, makePlace, open, type Place, startWorker, user, userWho } from './office.fixture.js'

const audited = ({ state }: Place): readonly Record<string, unknown>[] => {
  const folder = join(state, 'audit')
  const days = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.ndjson')) : []
  return days.flatMap(day =>
    readFileSync(join(folder, day), 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line)),
  )
}

function writePolicy({ policy }: Place, rules: readonly object[], more: object = {}): void {
  writeFileSync(policy, JSON.stringify({ version: 1, rules, ...more }), { mode: 0o600 })
}

describe('what a host offers', () => {
  test('without anybody to ask only reading is offered, and it works', async () => {
    const place = makePlace()
    writeFileSync(join(place.work, 'a.txt'), 'one')
    const office = await open(place)
    const { outcomes, lent } = await office.start([{ do: 'read', path: join(place.work, 'a.txt') }]).report
    expect(outcomes).toEqual([{ ok: 'one' }])
    expect(lent).toEqual({ write: false, terminal: false })
  })

  test('with somebody to ask everything works the first time', async () => {
    const place = makePlace()
    const { asked, permission } = user('once')
    const office = await open(place, { permission })
    const path = join(place.work, 'a.txt')
    const outcomes = await office.run(
      { do: 'write', path, content: 'hello\n' },
      { do: 'read', path },
      { do: 'run', command: 'cat', args: ['a.txt'] },
    )
    expect(outcomes).toMatchObject([
      { ok: null },
      { ok: 'hello\n' },
      { ok: { output: 'hello\n', exitCode: 0 } },
    ])
    expect(asked.map(({ action }) => action?.action)).toEqual(['fs.write', 'terminal.exec'])
  })

  test('unsaved text is what is read, and the owner hears of writes and of output', async () => {
    const place = makePlace()
    const path = join(place.work, 'a.txt')
    const heard: unknown[] = []
    writeFileSync(path, 'saved')
    const office = await open(place, {
      permission: user('once').permission,
      buffers: { read: real => (real === path ? 'unsaved' : undefined) },
      onWrite: ({ path, isNew }) => heard.push({ path, isNew }),
      onOutput: ({ text }) => void heard.push(text),
    })
    expect(await office.run({ do: 'read', path })).toEqual([{ ok: 'unsaved' }])
    await office.run({ do: 'write', path, content: 'x' }, { do: 'run', command: 'echo', args: ['loud'] })
    expect(heard).toEqual([{ path, isNew: false }, 'loud\n'])
  })

  test('what lies outside is refused, or asked about every time where the owner wants that', async () => {
    const place = makePlace()
    const path = join(place.base, 'outside.txt')
    writeFileSync(path, 'outside')
    const { asked, permission } = user('once')
    const strict = await open(place, { permission })
    expect(await strict.run({ do: 'read', path })).toMatchObject([{ reason: 'resource_access_denied' }])
    expect(asked).toEqual([])
    const open_ = await open(place, { permission, isAskingOutside: true })
    const read = { do: 'read' as const, path }
    expect(await open_.run(read, read)).toEqual([{ ok: 'outside' }, { ok: 'outside' }])
    expect(asked.map(({ options }) => options.map(({ optionId }) => optionId))).toEqual([
      ['reject', 'once'],
      ['reject', 'once'],
    ])
  })

  test('the strength of the boundary and of the guard is said to the agent and to the owner', () => {
    const host = hostIn(makePlace())
    expect(host.meta).toMatchObject({ boundary: host.boundary, processGuard: host.processGuard })
    expect(['kernel', 'best-effort']).toContain(host.boundary)
  })

  test('everything is written down, and the chain is whole after a run', async () => {
    const place = makePlace()
    const office = await open(place, { permission: user('once').permission })
    const path = join(place.work, 'a.txt')
    await office.run({ do: 'write', path, content: 'x' }, { do: 'read', path })
    await office.client.close()
    const { isWhole, entries } = await verifyAudit(join(place.state, 'audit'))
    expect({ isWhole, entries }).toEqual({ isWhole: true, entries: 4 })
    expect(audited(place)).toMatchObject([
      {
        action: 'fs.write',
        facts: { at: { path } },
        decision: 'allow',
        by: 'user',
        scope: 'once',
        agent: 'unchecked:worker@1.0.0',
      },
      { of: 1, outcome: 'done' },
      { action: 'fs.read', decision: 'allow', by: 'default:read-in-root' },
      { of: 3, outcome: 'done' },
    ])
  })

  test('F5: the record says of a file that it has other names, when it is read and when it is written', async () => {
    const place = makePlace()
    const office = await open(place, { permission: user('once').permission })
    const [path, single] = [join(place.work, 'a.txt'), join(place.work, 'b.txt')]
    for (const name of [path, single]) writeFileSync(name, 'x')
    linkSync(path, join(place.base, 'elsewhere'))
    await office.run({ do: 'read', path }, { do: 'write', path, content: 'y' }, { do: 'read', path })
    await office.run({ do: 'read', path: single }, { do: 'write', path: single, content: 'y' })
    await office.client.close()
    const facts = audited(place).flatMap(({ facts }) => (facts === undefined ? [] : [facts as object]))
    // The write cut the file off from its other name.
    expect(facts.map(each => 'hasOtherNames' in each && each.hasOtherNames)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

test('secrets in what was decided are not written down', async () => {
  const place = makePlace()
  const { permission } = user('once')
  const office = await open(place, { permission })
  const [token, password] = ['ghp_0123456789abcdefghijABCDEFGHIJ012345', 'correct-horse-battery']
  await office.run({ do: 'run', command: 'echo', args: [token], env: { API_TOKEN: password } })
  await office.run({ do: 'ask', title: `Log in with ${token}`, kind: 'other' })
  await office.client.close()
  const written = JSON.stringify(audited(place))
  expect(written).toContain('terminal.exec')
  expect(written).not.toContain(token)
  expect(written).not.toContain(password)
})

describe('questions of our own', () => {
  test('a question shows what will happen, why it is asked, and what each answer will write; the first one is no', async () => {
    const place = makePlace()
    const { asked, permission } = user('reject')
    const office = await open(place, { permission })
    const [outcome] = await office.run({ do: 'run', command: 'touch', args: ['made here'] })
    expect(outcome).toMatchObject({ reason: 'permission_denied', by: 'user' })
    expect(existsSync(join(place.work, 'made here'))).toBe(false)
    const [question] = asked
    expect(question?.lines).toEqual(['Run a program', '  [0] touch', '  [1] made here', `  in ${place.work}`])
    expect(question?.options.map(({ optionId }) => optionId)).toEqual([
      'reject',
      'once',
      'session',
      'workspace',
      'always',
    ])
    expect(question?.options[2]?.name).toContain('made here')
    expect(question?.decision).toMatchObject({ effect: 'ask' })
  })

  test('a question about a write shows what is to be written, beside what stands there', async () => {
    const place = makePlace()
    const path = join(place.work, 'a.txt')
    writeFileSync(path, 'one\ntwo\n')
    const { asked, permission } = user('reject')
    const office = await open(place, { permission })
    await office.run(
      { do: 'write', path, content: 'one\nTWO\n' },
      { do: 'write', path: join(place.work, 'b.txt'), content: 'new\n' },
    )
    expect(asked[0]?.changes).toEqual([{ path, oldText: 'one\ntwo\n', newText: 'one\nTWO\n' }])
    expect(asked[0]?.action).toMatchObject({ text: 'one\nTWO\n' })
    expect(asked[0]?.lines).toEqual([
      ...['Change a file', `  ${path}`, '  +1 −1'],
      ...['  @@ -1,2 +1,2 @@', '   one', '  -two', '  +TWO'],
    ])
    expect(asked[1]?.changes).toEqual([{ path: join(place.work, 'b.txt'), newText: 'new\n' }])
    expect(asked[1]?.lines?.slice(2)).toEqual(['  +1 −0', '  @@ -0,0 +1,1 @@', '  +new'])
  })

  test('what cannot be shown of a file is said to be replaced', async () => {
    const place = makePlace()
    const [binary, long] = [join(place.work, 'binary'), join(place.work, 'long')]
    writeFileSync(binary, 'a\0b')
    writeFileSync(long, 'x'.repeat(1_048_577))
    const { asked, permission } = user('reject')
    const office = await open(place, { permission })
    await office.run({ do: 'write', path: binary, content: 'x' }, { do: 'write', path: long, content: 'x' })
    for (const { lines, changes } of asked) {
      expect(lines?.[2]).toBe('  (what stands there now cannot be shown; all of it is replaced)')
      expect(changes?.[0]).not.toHaveProperty('oldText')
    }
    expect(asked).toHaveLength(2)
  })

  test('the text of a write is in no record', async () => {
    const place = makePlace()
    const path = join(place.work, 'a.txt')
    const office = await open(place, { permission: user('once').permission })
    const edit = { do: 'ask' as const, title: 'Edit', kind: 'edit', path, from: 'heron', to: 'kingfisher' }
    await office.run({ do: 'write', path, content: 'heron' }, edit)
    await office.client.close()
    const written = JSON.stringify(audited(place))
    expect(written).toContain('"sha256"')
    expect(written).not.toMatch(/heron|kingfisher/)
  })

  test('a command with characters that cannot be seen is allowed once at most, and the question says so', async () => {
    const place = makePlace()
    const { asked, permission } = user('once')
    const office = await open(place, { permission })
    await office.run({ do: 'run', command: 'echo', args: ['a\u202eb\u001b[2J'] })
    expect(asked[0]?.options.map(({ optionId }) => optionId)).toEqual(['reject', 'once'])
    expect(asked[0]?.decision).toMatchObject({ by: 'builtin:cleaned' })
    expect(asked[0]?.lines).toContain('  [1] a·b·')
    expect(asked[0]?.lines?.at(-1)).toContain('a sign of deceit')
  })

  test('a yes to a text with characters that cannot be seen counts once, whatever was remembered', async () => {
    const place = makePlace()
    const { asked, permission } = user(({ options }) =>
      options.some(({ optionId }) => optionId === 'session-folder') ? 'session-folder' : 'once',
    )
    const office = await open(place, { permission })
    mkdirSync(join(place.work, 'src'))
    const write = (content: string) =>
      office.run({ do: 'write', path: join(place.work, 'src', 'a.txt'), content })
    await write('plain')
    await write('plain again')
    expect(asked).toHaveLength(1)
    await write('a\0b')
    await write('a\0c')
    expect(asked).toHaveLength(3)
    expect(asked[2]?.options.map(({ optionId }) => optionId)).toEqual(['reject', 'once'])
    expect(asked[2]?.description).toContain('a yes counts once')
  })

  test('a word with line breaks forges no fact', async () => {
    const { asked, permission } = user('reject')
    const office = await open(makePlace(), { permission })
    await office.run({ do: 'run', command: 'echo', args: ['a\n  in /safe'] })
    expect(asked[0]?.lines?.slice(1, 4)).toEqual(['  [0] echo', '  [1] a', '    ┆   in /safe'])
  })

  test('a lasting yes to one agent is not used for another, where nobody says what they are', async () => {
    const place = makePlace()
    const step = { do: 'run' as const, command: 'echo', args: ['a'] }
    const first = await open(place, { permission: user('always').permission })
    await first.run(step)
    expect((await first.host.grants.list())[0]).toMatchObject({ agent: 'unchecked:worker' })
    await first.client.close()
    const { asked, permission } = user('reject')
    const other = await open(place, { permission }, { PARLEY_WORKER_NAME: 'other' })
    expect(await other.run(step)).toMatchObject([{ reason: 'permission_denied' }])
    expect(asked).toHaveLength(1)
    const checked = await open(place, { permission, agent: { name: 'worker' } })
    await checked.run(step)
    expect(asked).toHaveLength(2)
    const same = await open(place, { permission })
    expect(await same.run(step)).toMatchObject([{ ok: { output: 'a\n' } }])
  })

  test('a question that is dismissed is a no', async () => {
    const place = makePlace()
    const office = await open(place, { permission: () => undefined })
    const path = join(place.work, 'a.txt')
    expect(await office.run({ do: 'write', path, content: 'x' })).toMatchObject([
      { reason: 'request_cancelled' },
    ])
    expect(existsSync(path)).toBe(false)
  })

  test('an answer that was not offered is a no', async () => {
    const place = makePlace()
    const permission = () => ({ optionId: 'everything', name: 'All', kind: 'allow_always' })
    const office = await open(place, { permission })
    expect(await office.run({ do: 'write', path: join(place.work, 'a'), content: 'x' })).toMatchObject([
      { reason: 'request_cancelled' },
    ])
  })

  test('a yes for the session covers the same again, and nothing else', async () => {
    const place = makePlace()
    const { asked, permission } = user('session')
    const office = await open(place, { permission })
    const run = (...args: string[]) => ({ do: 'run' as const, command: 'echo', args })
    await office.run(run('a'), run('a'), run('a', 'b'))
    expect(asked).toHaveLength(2)
    expect((await office.host.grants.list()).map(({ scope }) => scope)).toEqual(['session', 'session'])
    await office.session.close()
    expect(await office.host.grants.list()).toEqual([])
  })

  test('a yes for the folder covers the files in it', async () => {
    const place = makePlace()
    const { asked, permission } = user('session-folder')
    const office = await open(place, { permission })
    mkdirSync(join(place.work, 'src'))
    const write = (path: string) => ({ do: 'write' as const, path: join(place.work, path), content: 'x' })
    await office.run(write('src/a.ts'), write('src/b.ts'), write('c.ts'))
    expect(asked.map(({ lines }) => lines?.[1]?.trim())).toEqual([
      join(place.work, 'src/a.ts'),
      join(place.work, 'c.ts'),
    ])
  })

  test('a yes for the workspace outlives the host, until it is revoked', async () => {
    const place = makePlace()
    const path = join(place.work, 'a.txt')
    const step = { do: 'write' as const, path, content: 'x' }
    const first = await open(place, { permission: user('workspace').permission })
    await first.run(step)
    await first.client.close()
    const { asked, permission } = user('reject')
    const second = await open(place, { permission })
    expect(await second.run(step)).toEqual([{ ok: null }])
    expect(asked).toEqual([])
    const [grant] = await second.host.grants.list()
    expect(await second.host.grants.revoke(grant!.id)).toBe(true)
    expect(await second.host.grants.revoke(grant!.id)).toBe(false)
    expect(await second.run(step)).toMatchObject([{ reason: 'permission_denied' }])
    expect(asked).toHaveLength(1)
  })

  test('what is to last until it is revoked is asked for twice', async () => {
    const place = makePlace()
    const { asked, permission } = user('always')
    const office = await open(place, { permission })
    await office.run({ do: 'run', command: 'echo', args: ['a'] })
    expect(asked.map(({ options }) => options.length)).toEqual([5, 3])
    expect((await office.host.grants.list())[0]).toMatchObject({ scope: 'always', action: 'terminal.exec' })
    const wary = user(request => (request.options.length === 3 ? 'once' : 'always'))
    const other = await open(makePlace(), { permission: wary.permission })
    expect(await other.run({ do: 'run', command: 'echo', args: ['a'] })).toMatchObject([
      { ok: { output: 'a\n' } },
    ])
    expect(await other.host.grants.list()).toEqual([])
  })

  test('one question at a time, and a lasting yes settles those that wait without another question', async () => {
    const place = makePlace()
    let open_ = 0
    let most = 0
    const asked: PermissionRequest[] = []
    const office = await open(place, {
      permission: async request => {
        asked.push(request)
        most = Math.max(most, ++open_)
        await new Promise(resolve => setTimeout(resolve, 100))
        open_--
        return request.options.find(({ optionId }) => optionId === 'session')
      },
    })
    const echo = { do: 'run' as const, command: 'echo', args: ['a'] }
    const outcomes = await office.runAtOnce(echo, echo, { ...echo, args: ['b'] }, echo)
    expect(outcomes.map(({ ok }) => (ok as { output: string }).output)).toEqual(['a\n', 'a\n', 'b\n', 'a\n'])
    expect(most).toBe(1)
    expect(asked).toHaveLength(2)
  })

  test('a lasting yes in one session settles the same question in another, and takes it off the screen', async () => {
    const place = makePlace()
    const shown = new Map<string, { answer: (optionId: string) => void; signal: AbortSignal }>()
    const office = await open(place, {
      permission: ({ sessionId, options }, { signal }) =>
        new Promise(resolve =>
          shown.set(sessionId, {
            answer: optionId => resolve(options.find(option => option.optionId === optionId)),
            signal,
          }),
        ),
    })
    const other = await office.client.newSession({ cwd: place.work })
    const path = join(place.work, 'a.txt')
    const steps = JSON.stringify([{ do: 'write', path, content: 'x' }])
    const turns = [office.session.prompt(steps), other.prompt(steps)]
    while (shown.size < 2) await new Promise(resolve => setTimeout(resolve, 10))
    shown.get(office.session.id)?.answer('workspace')
    await Promise.all(turns.map(turn => turn.outcome))
    expect(shown.get(other.id)?.signal.aborted).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe('x')
  })

  test('after a cancel every question is dismissed, and nothing of it happens', async () => {
    const place = makePlace()
    const signals: AbortSignal[] = []
    let isShown = (): void => {}
    const shown = new Promise<void>(resolve => {
      isShown = resolve
    })
    const office = await open(place, {
      permission: (_, { signal }) => {
        signals.push(signal)
        isShown()
        return new Promise(() => {})
      },
    })
    const write = (name: string) => ({ do: 'write' as const, path: join(place.work, name), content: 'x' })
    const { turn } = office.start([[write('a'), write('b'), { do: 'ask', title: 'More', kind: 'edit' }]])
    await shown
    turn.cancel()
    await turn.outcome
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
    expect(signals).toHaveLength(1)
    expect(readdirSync(place.work)).toEqual([])
    await office.client.close()
    expect(new Set(audited(place).map(({ decision }) => decision))).toEqual(new Set(['cancelled']))
  })

  test('a question that nobody answers in time is dismissed', async () => {
    const place = makePlace()
    const office = await open(place, { permission: () => new Promise(() => {}), patience: 50 })
    const outcomes = await office.run({ do: 'write', path: join(place.work, 'a'), content: 'x' })
    expect(outcomes).toMatchObject([{ reason: 'request_cancelled', error: 'Nobody answered in time.' }])
  })

  test('an owner whose question fails is told, and nothing is done', async () => {
    const place = makePlace()
    const notices: string[] = []
    const office = await open(place, {
      permission: () => Promise.reject(new Error('no screen')),
      onNotice: ({ message }) => notices.push(message),
    })
    expect(await office.run({ do: 'write', path: join(place.work, 'a'), content: 'x' })).toMatchObject([
      { reason: 'request_cancelled' },
    ])
    expect(notices).toEqual(['the question could not be asked: no screen'])
  })
})

describe('questions of the agent', () => {
  const ask = (more: object = {}) => ({ do: 'ask' as const, title: 'Tidy up', kind: 'edit', ...more })

  test('a command that calls itself reading is a command', async () => {
    const place = makePlace()
    writePolicy(place, [{ effect: 'allow', action: 'fs.read', path: '{root}/**' }])
    const { asked, permission } = user('reject_once')
    const office = await open(place, { permission })
    const [outcome] = await office.run(ask({ title: 'read: rm -rf /', kind: 'read' }))
    expect(outcome?.ok).toMatchObject({ kind: 'reject_once' })
    expect(asked).toHaveLength(1)
    expect(asked[0]?.action).toMatchObject({ action: 'agent.claimed', kind: 'read' })
    const headless = await open(makePlace(), { headless: true })
    expect((await headless.run(ask({ title: 'rm -rf /', kind: 'read' })))[0]?.ok).toMatchObject({
      kind: 'reject_once',
    })
  })

  test('the agent hears its least lasting answer, and is not offered to be trusted for ever', async () => {
    const { asked, permission } = user('allow_once')
    const office = await open(makePlace(), { permission })
    expect(await office.run(ask())).toMatchObject([{ ok: { kind: 'allow_once' } }])
    expect(asked[0]?.options.map(({ kind }) => kind)).toEqual(['allow_once', 'reject_once'])
  })

  test('the lasting yes of an agent is passed on only where the policy says so', async () => {
    const place = makePlace()
    writePolicy(place, [], { delegateAlways: true })
    const office = await open(place, { permission: user('allow_always').permission })
    expect(await office.run(ask())).toMatchObject([{ ok: { kind: 'allow_always' } }])
  })

  test('a policy line that names the class answers for the user', async () => {
    const place = makePlace()
    writePolicy(place, [{ effect: 'allow', action: 'agent.claimed' }])
    const { asked, permission } = user('reject_once')
    const office = await open(place, { permission })
    expect(await office.run(ask())).toMatchObject([{ ok: { kind: 'allow_once' } }])
    expect(asked).toEqual([])
  })

  test('a change that it shows is denied where the write would be, also through a link', async () => {
    const place = makePlace()
    mkdirSync(join(place.work, 'secrets'))
    writeFileSync(join(place.work, 'secrets/key'), 'x')
    symlinkSync('secrets/key', join(place.work, 'link'))
    symlinkSync('secrets/other', join(place.work, 'dangling'))
    writePolicy(place, [
      { effect: 'allow', action: 'agent.claimed' },
      { effect: 'deny', action: 'fs.*', path: '**/secrets/**' },
    ])
    const { asked, permission } = user('allow_once')
    const office = await open(place, { permission })
    const edit = (path: string) => ask({ path, from: 'x', to: 'y' })
    const edits = ['secrets/key', 'secrets/new', 'link', 'dangling', 'free'].map(name =>
      edit(join(place.work, name)),
    )
    const outcomes = await office.run(...edits)
    expect(outcomes.map(({ ok }) => (ok as { kind: string }).kind)).toEqual([
      ...['reject_once', 'reject_once', 'reject_once', 'reject_once'],
      'allow_once',
    ])
    expect(asked).toEqual([])
    await office.client.close()
    expect(audited(place)[0]).toMatchObject({ decision: 'deny', by: 'user:1' })
  })

  test('a change of what is asked about every time is asked about, also where the class is allowed', async () => {
    const place = makePlace()
    writePolicy(place, [{ effect: 'allow', action: 'agent.claimed' }])
    const { asked, permission } = user('reject_once')
    const office = await open(place, { permission })
    const edit = (path: string) => ask({ path, from: '', to: 'y' })
    await office.run(edit(join(place.work, '.git/hooks/x')), edit(join(place.base, 'outside')))
    expect(asked.map(({ decision }) => decision?.by)).toEqual(['builtin:protected', 'builtin:outside'])
  })

  test('a change that it shows is shown as it would really be', async () => {
    const place = makePlace()
    const path = join(place.work, 'a.txt')
    writeFileSync(path, 'one\ntwo\nthree\n')
    const { asked, permission } = user('reject_once')
    const office = await open(place, { permission })
    await office.run(ask({ path, from: 'two', to: 'TWO' }), ask({ path, from: 'a lie', to: 'a lie\n' }))
    expect(asked[0]?.changes).toEqual([{ path, oldText: 'one\ntwo\nthree\n', newText: 'one\nTWO\nthree\n' }])
    expect(asked[0]?.lines).toEqual([
      'The agent asks to make the change below, in its own words:',
      ...['  Tidy up', '  (it calls this “edit”)', `  writes ${path}`, '  +1 −1'],
      ...['  @@ -1,3 +1,3 @@', '   one', '  -two', '  +TWO', '   three'],
    ])
    expect(asked[0]?.decision?.reason).toBe('A yes covers only this change, to this file.')
    expect(asked[1]?.lines).toContain('  +1 −3')
  })

  const yes = { optionId: 'yes', name: 'Yes', kind: 'allow_once' }
  const no = { optionId: 'no', name: 'No', kind: 'reject_once' }
  test.each([
    ['without a way to say no', [yes]],
    ['without answers', []],
    ['with two answers of one id', [yes, { ...no, optionId: 'yes' }]],
    [
      'with too many answers',
      [no, ...Array.from({ length: 16 }, (_, id) => ({ ...yes, optionId: `${id}` }))],
    ],
  ])('a question %s is put to nobody, and is written down', async (_, options) => {
    const place = makePlace()
    const { asked, permission } = user('yes')
    const office = await open(place, { permission })
    expect(await office.run(ask({ options }))).toEqual([{ ok: 'dismissed' }])
    expect(asked).toEqual([])
    await office.client.close()
    expect(audited(place)).toMatchObject([{ decision: 'cancelled', by: 'builtin:options' }])
  })

  test('an answer is called what it is, unless its name says just that', async () => {
    const { asked, permission } = user('x')
    const office = await open(makePlace(), { permission })
    const names = ['Reject', 'Skip', 'N o', 'Ok, reject', 'Yes', 'Allow once', `Go${' '.repeat(160)}Esc`]
    const yes = names.map((name, index) => ({ optionId: `${index}`, name, kind: 'allow_once' }))
    await office.run(ask({ options: [...yes, { optionId: 'x', name: 'Yes', kind: 'reject_once' }] }))
    expect(asked[0]?.options.map(({ name }) => name)).toEqual([
      'Allow once: “Reject”',
      'Allow once: “Skip”',
      'Allow once: “N o”',
      'Allow once: “Ok, reject”',
      'Yes',
      'Allow once',
      'Allow once: “Go «160 blanks» Esc”',
      'Reject: “Yes”',
    ])
  })

  test('hidden characters in a title are taken out, and said', async () => {
    const { asked, permission } = user('reject_once')
    const office = await open(makePlace(), { permission })
    const options = [{ optionId: 'no', name: 'No\u001b[2K', kind: 'reject_once' }]
    await office.run(ask({ title: 'Tidy\u001b[2J up\u202e', options }))
    expect(asked[0]?.options).toEqual([{ optionId: 'no', name: 'Reject: “No·”', kind: 'reject_once' }])
    expect(asked[0]?.title).toBe('Tidy· up·')
    expect(asked[0]?.action).toMatchObject({ wasCleaned: true })
  })
})

test('version 2 asks the same desk, also with a change that it shows in its own way', async () => {
  const place = makePlace()
  const { asked, permission } = user('allow_once')
  const client = await connect(startWorker(), hostIn(place, { permission }), { version: 2 })
  onTestFinished(() => client.close())
  const session = await client.newSession({ cwd: place.work })
  const step = { do: 'ask', title: 'Edit', kind: 'edit', path: join(place.work, 'a'), from: '', to: 'x' }
  const turn = session.prompt(JSON.stringify([step]))
  const said: string[] = []
  for await (const update of turn.updates) said.push(JSON.stringify(update))
  expect(said.join('')).toContain('allow_once')
  expect(asked[0]?.action).toMatchObject({ action: 'agent.claimed', kind: 'edit', title: 'Edit' })
  expect(asked[0]?.lines?.slice(3)).toEqual([
    ...[`  writes ${join(place.work, 'a')}`, `  diff --git ${place.work}/a ${place.work}/a`],
    ...[`  --- ${place.work}/a`, `  +++ ${place.work}/a`, '  @@ -0,0 +1,1 @@', '  +x'],
    '  \\ No newline at end of file',
  ])
})

test('version 2 is denied the changes that it shows, too, and new files are known whole', async () => {
  const place = makePlace()
  writePolicy(place, [{ effect: 'deny', action: 'fs.write', path: '**/secrets/**' }])
  const { asked, permission } = user('allow_once')
  const client = await connect(startWorker(), hostIn(place, { permission }), { version: 2 })
  onTestFinished(() => client.close())
  const session = await client.newSession({ cwd: place.work })
  const [kept, made] = [join(place.work, 'secrets/a'), join(place.work, 'b')]
  const steps = [{ path: kept, from: 'x' }, { path: kept }, { path: made }].map(step => ({
    ...{ do: 'ask', title: 'Edit', kind: 'edit', to: 'new\n' },
    ...step,
  }))
  const turn = session.prompt(JSON.stringify(steps))
  const said: string[] = []
  for await (const update of turn.updates) said.push(JSON.stringify(update))
  expect(said.join('').match(/(?:allow|reject)_once/g)).toEqual(
    expect.arrayContaining(['reject_once', 'allow_once']),
  )
  expect(asked.map(({ changes }) => changes)).toEqual([[{ path: made, newText: 'new\n' }]])
})

describe('an approved change', () => {
  const edit = (path: string, to: string) => ({
    do: 'ask' as const,
    title: 'Edit',
    kind: 'edit',
    path,
    from: '',
    to,
  })

  test('is good for exactly one write of that path and content, so nobody is asked twice', async () => {
    const place = makePlace()
    const path = join(place.work, 'a.txt')
    const { asked, permission } = userWho('allow_once')
    const office = await open(place, { permission })
    const write = { do: 'write' as const, path, content: 'new' }
    // As it was when the user said yes: the same again is another write all the same.
    const remove = { do: 'run' as const, command: 'rm', args: [path] }
    expect(await office.run(edit(path, 'new'), write, remove, write)).toMatchObject([
      { ok: { kind: 'allow_once' } },
      { ok: null },
      { ok: { exitCode: 0 } },
      { ok: null },
    ])
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(asked[0]?.lines).toContain(`  writes ${path}`)
    expect(asked.map(({ action }) => action?.action)).toEqual(['agent.claimed', 'terminal.exec', 'fs.write'])
  })

  test('is good for no other path, no other content and no second write at the same time', async () => {
    const place = makePlace()
    const path = join(place.work, 'a.txt')
    const { asked, permission } = userWho('allow_once')
    const office = await open(place, { permission, questionsPerMinute: 60 })
    await office.run(edit(path, 'new'), { do: 'write', path: `${path}2`, content: 'new' })
    expect(asked).toHaveLength(2)
    const write = { do: 'write' as const, path, content: 'new' }
    await office.start([edit(path, 'new'), [write, write]]).report
    expect(asked).toHaveLength(4)
    await office.run(edit(path, 'newer'), { do: 'write', path, content: 'other' })
    expect(asked).toHaveLength(6)
  })

  test('is good for the file as it was when the user said yes', async () => {
    const place = makePlace()
    const path = join(place.work, 'a.txt')
    const { asked, permission } = userWho('allow_once')
    const office = await open(place, {
      permission(request) {
        // While the question is on the screen.
        if (asked.length === 0) writeFileSync(path, 'saved by a person meanwhile')
        return permission(request)
      },
    })
    await office.run(edit(path, 'new'), { do: 'write', path, content: 'new' })
    expect(asked).toHaveLength(2)
    expect(asked[1]?.changes).toEqual([{ path, oldText: 'saved by a person meanwhile', newText: 'new' }])
  })

  test('is meant for the place that the kernel says it is', async () => {
    const place = makePlace()
    mkdirSync(join(place.work, 'real'))
    symlinkSync('real', join(place.work, 'link'))
    const { asked, permission } = userWho('allow_once')
    const office = await open(place, { permission })
    await office.run(edit(join(place.work, 'link/a.txt'), 'new'), {
      do: 'write',
      path: join(place.work, 'link/a.txt'),
      content: 'new',
    })
    expect(asked).toHaveLength(1)
    expect(asked[0]?.lines).toContain(`  writes ${join(place.work, 'real/a.txt')}`)
  })

  test('is worth nothing when its turn was cancelled while the yes was being written down', async () => {
    const place = makePlace()
    const path = join(place.work, 'a.txt')
    const kept = auditLog({ folder: join(place.state, 'audit') })
    let cancel = async (): Promise<unknown> => undefined
    let written = (): void => {}
    const isWritten = new Promise<void>(resolve => {
      written = resolve
    })
    const audit: AuditLog = {
      folder: kept.folder,
      conclude: (seq, outcome) => kept.conclude(seq, outcome),
      close: () => kept.close(),
      async record(entry) {
        if (entry.action !== 'agent.claimed') return kept.record(entry)
        await cancel()
        // The desk goes on when it has the number: what it does then must have been done before the write.
        return kept.record(entry).finally(() => setTimeout(written, 20))
      },
    }
    const { asked, permission } = userWho('allow_once')
    const office = await open(place, { permission, audit })
    const { turn } = office.start([edit(path, 'new')])
    cancel = () => turn.cancel()
    await turn.outcome
    await isWritten
    await office.run({ do: 'write', path, content: 'new' })
    expect(asked).toHaveLength(2)
  })

  test('is worth nothing when it was rejected', async () => {
    const place = makePlace()
    const path = join(place.work, 'a.txt')
    const { asked, permission } = userWho('reject_once')
    const office = await open(place, { permission })
    expect(await office.run(edit(path, 'new'), { do: 'write', path, content: 'new' })).toMatchObject([
      { ok: { kind: 'reject_once' } },
      { reason: 'permission_denied' },
    ])
    expect(asked).toHaveLength(2)
  })
})

describe('an approved command', () => {
  const ask = (rawInput: unknown, title = 'Test it') => ({
    do: 'ask' as const,
    title,
    kind: 'execute',
    rawInput,
  })
  const run = (command: string, ...args: string[]) => ({ do: 'run' as const, command, args })

  test('is good for exactly one run of those words, so nobody is asked twice', async () => {
    const place = makePlace()
    const { asked, permission } = userWho('allow_once')
    const office = await open(place, { permission })
    const [answer, ran] = await office.run(
      ask({ command: 'echo', args: ['one', 'two'] }),
      run('echo', 'one', 'two'),
      run('echo', 'one', 'two'),
    )
    expect(answer).toMatchObject({ ok: { kind: 'allow_once' } })
    expect(ran).toMatchObject({ ok: { output: 'one two\n' } })
    expect(asked.map(({ title }) => title)).toEqual(['Test it: echo one two', 'Run a program: echo one two'])
    expect(asked[0]?.lines).toEqual([
      'The agent asks to run the command below, in its own words:',
      '  Test it',
      '  (it calls this “execute”)',
      'Run',
      '  [0] echo',
      '  [1] one',
      '  [2] two',
      `  in ${place.work}`,
    ])
    expect(asked[0]?.decision?.reason).toBe('A yes covers one run of exactly this command.')
  })

  test('may be shown as one text and given to a shell', async () => {
    const { asked, permission } = userWho('allow_once')
    const office = await open(makePlace(), { permission })
    const outcomes = await office.run(
      ask({ command: 'echo a && echo b' }, 'Run echo a && echo b'),
      run('bash', '-lc', 'echo a && echo b'),
    )
    expect(outcomes[1]).toMatchObject({ ok: { output: 'a\nb\n' } })
    expect(asked.map(({ title }) => title)).toEqual(['Run echo a && echo b'])
  })

  test('is good for no other words, no other directory, no variables and no second run at the same time', async () => {
    const place = makePlace()
    const { asked, permission } = userWho('allow_once')
    const office = await open(place, { permission, questionsPerMinute: 60 })
    await office.run(ask({ command: 'echo', args: ['one'] }), run('echo', 'two'))
    expect(asked).toHaveLength(2)
    await office.run(ask({ command: 'true', cwd: '/' }), run('true'))
    expect(asked).toHaveLength(4)
    await office.run(ask({ command: 'date' }), { ...run('date'), env: { TZ: 'UTC' } })
    expect(asked).toHaveLength(6)
    await office.start([ask({ command: 'pwd' }), [run('pwd'), run('pwd')]]).report
    expect(asked).toHaveLength(8)
  })

  test('is good for the turn in which it was asked for', async () => {
    const { asked, permission } = userWho('allow_once')
    const office = await open(makePlace(), { permission })
    await office.run(ask({ command: 'pwd' }))
    await office.run(run('pwd'))
    expect(asked).toHaveLength(2)
  })

  test('shows what stands behind many blanks, and is worth nothing then', async () => {
    const { asked, permission } = userWho('allow_once')
    const office = await open(makePlace(), { permission })
    const padded = `true${' '.repeat(3_000)}; echo more`
    await office.run(ask({ command: padded }, 'Test'), run('sh', '-c', padded))
    expect(asked).toHaveLength(2)
    expect(asked[0]?.title).toBe('Test: true «3000 blanks» ; echo more')
    expect(asked[0]?.lines).toContain('  [0] true «3000 blanks» ; echo more')
  })

  test('that nobody can read is denied where any command is', async () => {
    const place = makePlace()
    writePolicy(place, [{ effect: 'deny', action: 'terminal.exec', argv: ['rm', '...'] }])
    const { asked, permission } = userWho('allow_once')
    const office = await open(place, { permission })
    const unreadable = ask({ command: `rm -rf / ${'a'.repeat(5_000)}` })
    expect(await office.run(unreadable)).toMatchObject([{ ok: { kind: 'reject_once' } }])
    expect(await office.run(ask({ command: 'rm', cwd: 1 }))).toMatchObject([{ ok: { kind: 'reject_once' } }])
    expect(asked).toHaveLength(0)
    const free = await open(makePlace(), { permission })
    await free.run(unreadable)
    expect(asked[0]?.action).toMatchObject({ hasUnreadableCommand: true })
  })

  test('is not even asked about where the policy denies it, however it is written', async () => {
    const place = makePlace()
    writePolicy(place, [{ effect: 'deny', action: 'terminal.exec', argv: ['rm', '...'] }])
    const { asked, permission } = userWho('allow_once')
    const office = await open(place, { permission })
    const outcomes = await office.run(
      ask({ command: 'rm -rf x' }),
      ask({ command: 'rm', args: ['-rf', 'x'] }),
      ask({ command: 'ls' }),
    )
    expect(outcomes).toMatchObject([
      { ok: { kind: 'reject_once' } },
      { ok: { kind: 'reject_once' } },
      { ok: { kind: 'allow_once' } },
    ])
    expect(asked).toHaveLength(1)
  })

  test('is denied where the policy denies it, also after a yes', async () => {
    const place = makePlace()
    const { permission } = userWho('allow_once')
    writePolicy(place, [{ effect: 'deny', action: 'terminal.exec', argv: ['date', '...'] }])
    const office = await open(place, { permission })
    const outcomes = await office.run(ask({ command: 'date' }), run('date'))
    expect(outcomes[1]).toMatchObject({ reason: 'permission_denied' })
  })

  test('is worth nothing when it was rejected, cancelled, or held what cannot be seen', async () => {
    const place = makePlace()
    const answers = ['reject_once', 'reject_once', 'allow_once', 'reject_once', 'allow_once', 'reject_once']
    const { asked, permission } = user(
      ({ options }) => options.find(({ kind }) => kind === answers[asked.length - 1])?.optionId,
    )
    const office = await open(place, { permission, questionsPerMinute: 60 })
    const denied = { reason: 'permission_denied' }
    expect((await office.run(ask({ command: 'date' }), run('date')))[1]).toMatchObject(denied)
    await office.run(ask({ command: 'date' }))
    await office.session.cancel()
    office.host.sessionCancelled?.(office.session.id)
    expect((await office.run(run('date')))[0]).toMatchObject(denied)
    const hidden = 'date\u200b'
    expect((await office.run(ask({ command: hidden }), run(hidden)))[1]).toMatchObject(denied)
    expect(asked).toHaveLength(6)
  })
})

describe('the policy', () => {
  test('decides where it speaks, and is read again when it changed', async () => {
    const place = makePlace()
    const run = { do: 'run' as const, command: 'echo', args: ['a'] }
    const { asked, permission } = user('reject')
    const office = await open(place, { permission })
    await office.run(run)
    writePolicy(place, [{ effect: 'allow', action: 'terminal.exec', argv: ['echo', '...'] }])
    expect(await office.run(run)).toMatchObject([{ ok: { output: 'a\n' } }])
    writePolicy(place, [{ effect: 'deny', action: 'terminal.exec', argv: ['echo', '...'] }])
    expect(await office.run(run)).toMatchObject([{ reason: 'permission_denied', by: 'user:0' }])
    expect(asked).toHaveLength(1)
  })

  test('of a project can only deny and ask; one that allows does not count, and everything asks', async () => {
    const place = makePlace()
    const notices: string[] = []
    const { asked, permission } = user('reject')
    const project = join(place.work, '.acp')
    mkdirSync(project)
    writeFileSync(
      join(project, 'policy.json'),
      JSON.stringify({ version: 1, rules: [{ effect: 'deny', action: 'fs.*', path: '**/secret*' }] }),
    )
    writeFileSync(join(place.work, 'secret.txt'), 'x')
    writeFileSync(join(place.work, 'a.txt'), 'x')
    const office = await open(place, { permission, onNotice: ({ message }) => notices.push(message) })
    expect(await office.run({ do: 'read', path: join(place.work, 'secret.txt') })).toMatchObject([
      { by: 'project:0' },
    ])
    writeFileSync(
      join(project, 'policy.json'),
      JSON.stringify({ version: 1, rules: [{ effect: 'allow', action: 'fs.*', path: '**' }] }),
    )
    await office.run({ do: 'read', path: join(place.work, 'a.txt') })
    expect(asked).toHaveLength(1)
    expect(notices).toEqual([expect.stringContaining('does not count')])
  })

  test.each([
    ['cannot be understood', '{"version":1,"rules":[{"effect":"allow","action":"*"}],"more":1}', 0o600],
    ['could have been written by others', '{"version":1,"rules":[]}', 0o666],
  ])('that %s means that everything asks', async (_, text, mode) => {
    const place = makePlace()
    writeFileSync(place.policy, text)
    chmodSync(place.policy, mode)
    writeFileSync(join(place.work, 'a.txt'), 'x')
    const notices: string[] = []
    const { asked, permission } = user('once')
    const office = await open(place, { permission, onNotice: ({ message }) => notices.push(message) })
    const read = { do: 'read' as const, path: join(place.work, 'a.txt') }
    expect(await office.run(read, read)).toEqual([{ ok: 'x' }, { ok: 'x' }])
    expect(asked).toHaveLength(2)
    expect(notices).toHaveLength(1)
  })

  test('alone decides where nobody can be asked, and a denial says which line would have spared it', async () => {
    const place = makePlace()
    writePolicy(place, [{ effect: 'allow', action: 'terminal.exec', argv: ['echo', '...'] }])
    const notices: string[] = []
    const office = await open(place, { headless: true, onNotice: ({ message }) => notices.push(message) })
    const [echo, cat] = await office.run(
      { do: 'run', command: 'echo', args: ['a'] },
      { do: 'run', command: 'cat', args: ['b'] },
    )
    expect(echo).toMatchObject({ ok: { output: 'a\n' } })
    expect(cat).toMatchObject({ reason: 'permission_denied', by: 'default:nobody-to-ask' })
    expect(cat?.error).toContain('"argv":["cat","b"]')
    expect(notices).toEqual([expect.stringContaining('"argv":["cat","b"]')])
  })
})

test('an action whose line cannot be written does not happen, and neither does a yes to the agent', async () => {
  const place = makePlace()
  let isFull = false
  const files = diskWith(disk => ({
    write: (...call) => {
      if (isFull) throw failure('ENOSPC')
      return disk.write(...call)
    },
  }))
  const notices: string[] = []
  const audit = auditLog({ folder: join(place.state, 'audit'), files })
  const permission = userWho('allow_once').permission
  const office = await open(place, { audit, permission, onNotice: ({ message }) => notices.push(message) })
  const path = join(place.work, 'a.txt')
  const write = { do: 'write' as const, path, content: 'x' }
  await office.run(write)
  isFull = true
  const made = join(place.work, 'made')
  expect(
    await office.run(
      { ...write, content: 'y' },
      { do: 'read', path },
      { do: 'run', command: 'touch', args: [made] },
    ),
  ).toMatchObject(Array.from({ length: 3 }, () => ({ reason: 'permission_denied', by: 'builtin:audit' })))
  expect((await office.run({ do: 'ask', title: 'More', kind: 'edit' }))[0]?.ok).toMatchObject({
    kind: 'reject_once',
  })
  expect(readFileSync(path, 'utf8')).toBe('x')
  expect(existsSync(made)).toBe(false)
  expect(notices.length).toBeGreaterThan(0)
})

test('what a host started ends with the connection', async () => {
  const place = makePlace()
  const office = await open(place, { permission: user('once').permission })
  const { turn } = office.start([{ do: 'run', command: 'sh', args: ['-c', 'echo $$ > pid; sleep 60'] }])
  turn.outcome.catch(() => {})
  const path = join(place.work, 'pid')
  while (!existsSync(path) || readFileSync(path, 'utf8') === '')
    await new Promise(resolve => setTimeout(resolve, 20))
  const pid = Number(readFileSync(path, 'utf8'))
  await office.client.close()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
