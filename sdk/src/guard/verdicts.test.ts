import { describe, expect, test } from 'vitest'
import type { Action } from './action.js'
import type { Circumstances } from './circumstances.js'
import { decide } from './decide.js'
import { brokenPolicy } from './policy.js'
import { BLANK, inRoot, READ, toPolicy, toRun, WRITE } from './setting.fixture.js'
import { findDemand, findOverload, findRefusal, isRefusedVariable, isUnguardedMode } from './verdicts.js'

const byOf = (action: Action): string | undefined => findRefusal(action)?.by

test('paths that nobody resolved are refused, at both ends of a move, in every place of a delete, for a directory and a root', () => {
  const odd = { path: '/w/../x', root: '/w' }
  const fine = inRoot('/w/a')
  const actions: Action[] = [
    { action: 'fs.read', at: odd },
    { ...WRITE, at: { path: 'a' } },
    { action: 'fs.move', from: odd, to: fine },
    { action: 'fs.move', from: fine, to: odd },
    { action: 'fs.delete', at: [fine, odd], isFolder: false },
    { action: 'fs.read', at: { path: '/w/a', root: 'w' } },
    toRun(['ls'], { cwd: { path: 'w' } }),
  ]
  for (const action of actions)
    expect(findRefusal(action)).toEqual({
      by: 'builtin:unresolved',
      reason: 'The path does not say where it leads.',
    })
  expect(byOf(READ)).toBeUndefined()
  expect(byOf({ action: 'fs.read', at: { path: '/etc/x' } })).toBeUndefined()
})

test('a delete names some files, and not too many to be judged', () => {
  const places = (count: number) => Array.from({ length: count }, (_, index) => inRoot(`/w/${index}`))
  expect(findRefusal({ action: 'fs.delete', at: [], isFolder: false })).toEqual({
    by: 'builtin:malformed',
    reason: 'No file is named.',
  })
  expect(byOf({ action: 'fs.delete', at: places(1_000), isFolder: false })).toBeUndefined()
  expect(findRefusal({ action: 'fs.delete', at: places(1_001), isFolder: false })).toEqual({
    by: 'builtin:too-large',
    reason: 'There are too many files to be judged.',
  })
})

test('a command names a program, is of bearable length and holds no NUL', () => {
  for (const argv of [[], [''], ['', 'x']])
    expect(findRefusal(toRun(argv))).toEqual({ by: 'builtin:no-program', reason: 'No program is named.' })
  const words = (count: number) => Array.from({ length: count }, () => 'x')
  expect(byOf(toRun(words(4_096)))).toBeUndefined()
  expect(findRefusal(toRun(words(4_097)))).toEqual({
    by: 'builtin:too-large',
    reason: 'The command is too long to be judged.',
  })
  expect(byOf(toRun(['x', 'y'.repeat(1_048_575)]))).toBeUndefined()
  expect(byOf(toRun(['x', 'y'.repeat(1_048_576)]))).toBe('builtin:too-large')
  expect(findRefusal(toRun(['x', 'a\0b']))).toEqual({
    by: 'builtin:malformed',
    reason: 'The command holds a character that no program can be given.',
  })
})

test('variables that turn one program into another are refused', () => {
  const rule =
    'LD_PRELOAD LD_ DYLD_INSERT_LIBRARIES NODE_OPTIONS NODE_PATH PYTHONPATH PYTHONSTARTUP PERL5OPT PERL5LIB'
  const rest =
    'RUBYOPT BASH_ENV ENV GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF PROMPT_COMMAND IFS PATH Path ld_preload'
  const more =
    'GIT_CONFIG_COUNT GIT_EXEC_PATH PYTHONHOME RUBYLIB JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS SHELLOPTS BASHOPTS PS4 ZDOTDIR'
  for (const name of [...rule.split(' '), ...rest.split(' '), ...more.split(' ')]) {
    expect(isRefusedVariable(name), name).toBe(true)
    expect(findRefusal(toRun(['ls'], { env: { CI: '1', [name]: 'x' } }))).toEqual({
      by: 'builtin:variable',
      reason: `The variable ${name} can turn a program into another one.`,
    })
  }
  for (const name of ['CI', 'NODE_ENV', 'MY_PATH', 'PATHS', 'LDX', 'GIT_DIR', 'OLD_PATH', 'XLD_'])
    expect(isRefusedVariable(name), name).toBe(false)
  expect(byOf(toRun(['ls'], { env: { CI: '1' } }))).toBeUndefined()
})

test('only addresses of the web are fetched', () => {
  expect(byOf({ action: 'net.fetch', url: 'https://a.example/' })).toBeUndefined()
  expect(findRefusal({ action: 'net.fetch', url: 'file:///etc/passwd' })).toEqual({
    by: 'builtin:address',
    reason: 'Only http and https addresses can be fetched.',
  })
})

test('modes that sound unguarded are taken to be', () => {
  const names =
    'bypassPermissions bypass-permissions BYPASS_PERMISSIONS auto autoEdit full-auto yolo YOLO dangerously full-access fullAccess ' +
    'danger-full-access unrestricted skipPermissions no-sandbox allowAll approve-all dontAsk neverAsk no_ask acceptAll unsafe god'
  for (const name of names.split(' ')) expect(isUnguardedMode(name), name).toBe(true)
  expect(isUnguardedMode('ｙｏｌｏ')).toBe(true)
  for (const name of ['code', 'ask', 'plan', 'default', 'acceptEdits', 'read-only', ''])
    expect(isUnguardedMode(name), name).toBe(false)
})

describe('policies and paths that are long together', () => {
  // 488 patterns of 100 characters and one of 200 make 49,000; times 1,020 characters that is just under the limit.
  const path = `/w/${'a/'.repeat(508)}a`
  const lines = (more: number, key: 'path' | 'cwd' = 'path') => {
    const rule = (length: number) => ({
      effect: 'deny',
      action: key === 'path' ? 'fs.read' : 'terminal.exec',
      [key]: `/${'b'.repeat(length - 1)}`,
    })
    return toPolicy([...Array.from({ length: 488 }, () => rule(100)), rule(more)])
  }
  const judge = (action: Action, more: number, key: 'path' | 'cwd' = 'path') =>
    findOverload(action, { ...BLANK, policies: [lines(more, key)] })

  test('are refused', () => {
    expect(path.length).toBe(1_020)
    const read: Action = { action: 'fs.read', at: { path, root: '/w' } }
    expect(judge(read, 219)).toBeUndefined()
    expect(judge(read, 220)).toEqual({
      by: 'builtin:too-large',
      reason: 'The policies are too long to judge so long a path.',
    })
    expect(decide(read, { ...BLANK, policies: [lines(220)] })).toMatchObject({
      effect: 'deny',
      by: 'builtin:too-large',
    })
  })

  test('are refused for the directory of a program and for several places', () => {
    const run = toRun(['ls'], { cwd: { path, root: '/w' } })
    expect(judge(run, 219, 'cwd')).toBeUndefined()
    expect(judge(run, 220, 'cwd')).toBeDefined()
    const half = { path: path.slice(0, 510), root: '/w' }
    expect(judge({ action: 'fs.move', from: half, to: half }, 219)).toBeUndefined()
    expect(judge({ action: 'fs.move', from: half, to: half }, 220)).toBeDefined()
  })
})

describe('what is asked about every time', () => {
  const demand = (action: Action, more: Partial<Circumstances> = {}) =>
    findDemand(action, { ...BLANK, ...more })
  const moveOf = (from: string, to: string): Action => ({
    action: 'fs.move',
    from: { path: from },
    to: { path: to },
  })

  test('everything, where a policy cannot be read', () => {
    expect(demand(READ, { policies: [toPolicy([]), brokenPolicy('project')] })).toEqual({
      by: 'builtin:broken-project-policy',
      reason: 'The project policy cannot be read, so everything is asked about.',
      cure: 'Mend that file: until then no line of it counts.',
    })
    expect(demand(READ, { policies: [brokenPolicy('user', '/home/me/policy.json')] })).toMatchObject({
      by: 'builtin:broken-user-policy',
      reason: 'The user policy /home/me/policy.json cannot be read, so everything is asked about.',
    })
    expect(demand(READ, { policies: [toPolicy([])] })).toBeUndefined()
  })

  test('what people would not be shown as it is', () => {
    const cleaned = {
      by: 'builtin:cleaned',
      reason: 'The request held hidden characters, a sign of deceit.',
    }
    expect(demand(READ, { wasCleaned: true })).toEqual(cleaned)
    expect(demand(READ, { wasCleaned: false })).toBeUndefined()
    expect(demand(toRun(['ls', 'a\u202eb']))).toEqual(cleaned)
    expect(demand(moveOf('/x/fine', '/x/a\u202eb'))).toEqual(cleaned)
    // Of a claim only what was taken out of it is known.
    const claim = (wasCleaned: boolean): Action => ({
      action: 'agent.claimed',
      kind: 'read',
      title: 'a\u202eb',
      wasCleaned,
    })
    expect(demand(claim(false))).toBeUndefined()
    expect(demand(claim(true))).toEqual(cleaned)
  })

  test('places that steer tools or look like secrets', () => {
    expect(demand({ ...WRITE, at: inRoot('/w/.git/hooks/x') })).toEqual({
      by: 'builtin:protected',
      reason: '/w/.git/hooks/x steers tools or runs by itself, so it is asked about every time.',
    })
    expect(demand({ action: 'fs.read', at: inRoot('/w/.env') })).toEqual({
      by: 'builtin:secret-like',
      reason: '/w/.env looks like it holds secrets, so it is asked about every time.',
    })
  })

  test('a directory of the session as a whole, and what it lies in', () => {
    const whole = (path: string) => ({
      by: 'builtin:root',
      reason: `${path} is or holds a directory of the session.`,
    })
    const roots = ['/a/b', '/w']
    expect(
      demand({ action: 'fs.delete', at: [{ path: '/x' }, { path: '/a' }], isFolder: true }, { roots }),
    ).toEqual(whole('/a'))
    expect(demand(moveOf('/w', '/x'), { roots })).toEqual(whole('/w'))
    expect(demand(moveOf('/x', '/a/b'), { roots })).toEqual(whole('/a/b'))
    expect(demand(moveOf('/W', '/x'), { roots })).toBeUndefined()
    expect(demand(moveOf('/W', '/x'), { roots, isCaseInsensitive: true })).toEqual(whole('/W'))
    // The place may know its directory better than the list does.
    const own = { path: '/v', root: '/v' }
    expect(demand({ action: 'fs.delete', at: [own], isFolder: true }, { roots })).toEqual(whole('/v'))
    expect(demand(moveOf('/w/a', '/x'), { roots })).toBeUndefined()
    expect(demand({ action: 'fs.read', at: inRoot('/w') }, { roots })).toBeUndefined()
  })

  test('modes in which nobody is asked', () => {
    expect(demand({ action: 'agent.mode', mode: 'yolo' })).toEqual({
      by: 'builtin:mode',
      reason: 'In this mode the agent may act without asking anybody.',
    })
    expect(demand({ action: 'agent.mode', mode: 'plan' })).toBeUndefined()
  })
})

test('the worst a project can write is judged in bearable time', () => {
  const cases = [
    [`**/${'a/'.repeat(120)}b/**`, `/${'a/'.repeat(2_000)}c`],
    [`**/*${'a'.repeat(250)}b/**`, `/${`${'a'.repeat(255)}/`.repeat(15)}c`],
    [`/**/${'*a'.repeat(100)}b/**/b`, `/${`${'a'.repeat(255)}/`.repeat(15)}c`],
  ] as const
  for (const [glob, path] of cases) {
    const count = Math.ceil(1_000_000 / path.length / glob.length)
    const policies = [
      toPolicy(
        Array.from({ length: count }, () => ({ effect: 'deny', action: 'fs.*', path: glob })),
        'project',
      ),
    ]
    const begun = performance.now()
    expect(decide({ action: 'fs.read', at: { path, root: '/' } }, { ...BLANK, policies }).effect).toBe(
      'allow',
    )
    expect(performance.now() - begun, glob).toBeLessThan(2_000)
  }
})
