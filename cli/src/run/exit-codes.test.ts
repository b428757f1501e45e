import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hostile, isGone, makePlace, parley, report } from './command.fixture.js'

test.concurrent.each([
  ['end_turn', 'say hello world', 0],
  ['refusal', 'refuse', 6],
  ['max_tokens', 'tokens', 7],
  ['max_turn_requests', 'requests', 7],
])('a turn that ends with %s has an exit code of its own', async (stopReason, prompt, code) => {
  const place = makePlace()
  const { ran, report: told } = await report(place, [prompt])
  expect(ran.code).toBe(code)
  expect(told).toMatchObject({
    stopReason,
    exitCode: code,
    agent: { name: 'actor', version: '1.2.3' },
    cwd: place.cwd,
  })
  if (code === 0) expect(told).toMatchObject({ text: 'hello world ', error: null })
  else expect(ran.stderr).toContain('parley: ')
  expect(await isGone(place.mark)).toBe(true)
})

test.concurrent('an error of the agent is told, with exit code 1', async () => {
  const { ran, report: told } = await report(makePlace(), ['error'])
  expect(ran.code).toBe(1)
  expect(told).toMatchObject({ stopReason: null, exitCode: 1, error: { reason: 'internal_error' } })
  expect(ran.stderr).toContain('the model is away')
})

test.concurrent('a crash is told with its exit code and the end of stderr, cleaned, with exit code 8', async () => {
  const { ran, report: told } = await report(makePlace(), ['crash'])
  expect(ran.code).toBe(8)
  expect(told).toMatchObject({ exitCode: 8, text: 'Here I go', error: { reason: 'agent_failed' } })
  expect(told.error?.message).toContain('exited with code 7')
  expect(ran.stderr).toContain('fatal: ·out of luck·')
  for (const hidden of ['\u001b', 'sk-ant']) expect(ran.stderr).not.toContain(hidden)
})

test.concurrent('what takes too long is cancelled, with exit code 3', async () => {
  const place = makePlace()
  const { ran, report: told } = await report(place, ['slow', '--timeout', '4s'])
  expect(ran.code).toBe(3)
  expect(told).toMatchObject({
    stopReason: 'cancelled',
    text: 'working stopped',
    error: { reason: 'timeout' },
  })
  expect(ran.stderr).toContain('longer than 4 s')
  expect(await isGone(place.mark)).toBe(true)
})

test.concurrent('a question that nobody can answer ends the run and names the flag, with exit code 5', async () => {
  const { ran, report: told } = await report(makePlace(), ['ask', 'execute'])
  expect(ran.code).toBe(5)
  expect(told.error).toMatchObject({
    reason: 'permission_needed',
    cure: 'To allow it: --allow claimed:execute',
  })
  expect(told.permissions).toMatchObject([{ action: 'agent.claimed', decision: 'cancelled', by: 'nobody' }])
  expect(ran.stderr).toContain('Do the execute')
})

test.concurrent('who must sign in is told the ways, with exit code 9', async () => {
  const place = makePlace()
  mkdirSync(join(place.cwd, 'locked'))
  const { ran, report: told } = await report(place, ['say hi', '-C', 'locked'])
  expect(ran.code).toBe(9)
  expect(told).toMatchObject({ sessionId: null, error: { reason: 'auth_required' } })
  expect(ran.stderr).toContain('A token — from the shop')
  expect(ran.stderr).toContain('parley run --sign-in token')
  expect((await report(place, ['say hi', '-C', 'locked', '--sign-in', 'token'])).ran.code).toBe(0)
})

test.concurrent.each(['auth_failed', 'auth_required'])(
  'an error that says %s in the middle of a turn has exit code 9',
  async reason => {
    const { ran, report: told } = await report(makePlace(), [`auth ${reason}`])
    expect(ran.code).toBe(9)
    expect(told.error?.reason).toBe('auth_required')
  },
)

test.concurrent('a limit that cannot be held to is told once', async () => {
  const place = makePlace()
  const run = (prompt: string, most: string) =>
    parley(place, ['run', prompt, '--format', 'quiet', '--max-cost', most, ...place.actor])
  const [euros, nothing, fine] = await Promise.all([
    run('euros', '1USD'),
    run('say hi', '1'),
    run('euros', '9'),
  ])
  expect([euros.code, nothing.code, fine.code]).toEqual([0, 0, 0])
  expect(euros.stderr).toBe('parley: --max-cost 1USD could not be held to: the agent counts in EUR\n')
  expect(nothing.stderr).toBe(
    'parley: --max-cost 1 could not be held to: the agent does not say what it costs\n',
  )
  expect(fine.stderr).toBe('')
})

test.concurrent('of a message that is too long the beginning is shown, and that it was cut is told', async () => {
  const place = makePlace()
  const ran = await parley(place, ['run', 'long', '--format', 'quiet', ...place.actor])
  expect(ran.code).toBe(0)
  expect(ran.stdout.length).toBe(4 * 1024 * 1024 + 1)
  expect(ran.stderr).toContain('longer than 4 MiB')
})

test.concurrent('two runs at once make one conversation of a name', async () => {
  const place = makePlace()
  const both = await Promise.all([1, 2].map(() => report(place, ['state', '--session', 'work'])))
  expect(both.map(({ ran }) => ran.code)).toEqual([0, 0])
  expect(new Set(both.map(({ report: told }) => told.sessionId)).size).toBe(1)
  expect(both.map(({ report: told }) => JSON.parse(told.text).isLoaded).sort()).toEqual([false, true])
})

test.concurrent('a conversation whose directory is gone is told with its cure, with exit code 4', async () => {
  const place = makePlace()
  mkdirSync(join(place.cwd, 'gone'))
  const made = await report(place, ['state', '-C', 'gone'])
  rmSync(join(place.cwd, 'gone'), { recursive: true })
  const { ran } = await report(place, ['state', '--resume', made.report.sessionId ?? ''])
  expect(ran.code).toBe(4)
  expect(ran.stderr).toContain('--cwd')
})

test.concurrent('input that nobody can give ends the run and names the flag, with exit code 10', async () => {
  const { ran, report: told } = await report(makePlace(), ['form'])
  expect(ran.code).toBe(10)
  expect(told.error).toMatchObject({ reason: 'input_needed', cure: 'To answer it: --answer name=…' })
  expect(ran.stderr).toContain('Who are you?')
})

test.concurrent('a form is filled in by flags', async () => {
  const { ran, report: told } = await report(makePlace(), [
    'form',
    '--answer',
    'name=Ada',
    '--answer',
    'count=3',
  ])
  expect(ran.code).toBe(0)
  expect(JSON.parse(told.text)).toEqual({ action: 'accept', content: { name: 'Ada', count: 3 } })
})

test.concurrent('a session that costs too much is cancelled, with exit code 7', async () => {
  const { ran, report: told } = await report(makePlace(), ['cost', '--max-cost', '0.10'])
  expect(ran.code).toBe(7)
  expect(told.error).toMatchObject({ reason: 'max_cost' })
  expect(told.usage?.cost?.amount).toBeGreaterThan(0.1)
  expect(told.usage?.cost?.amount).toBeLessThan(1)
})

test.concurrent('a conversation that the agent does not have is no new one, with exit code 4', async () => {
  const { ran, report: told } = await report(makePlace(), ['say hi', '--resume', 'no-such-id'])
  expect(ran.code).toBe(4)
  expect(told).toMatchObject({ sessionId: null, text: '', error: { reason: 'resource_not_found' } })
})

test.concurrent('an agent that cannot take up conversations is not given a new one, with exit code 4', async () => {
  const ran = await parley(makePlace(), ['run', 'hi', '--resume', 'some-id', ...hostile('strangers')])
  expect(ran).toMatchObject({ code: 4, stdout: '' })
  expect(ran.stderr).toContain('neither session/resume nor session/load')
})

test.concurrent('there is nothing to take up where nothing was said, with exit code 4', async () => {
  const { ran } = await report(makePlace(), ['say hi', '--resume'])
  expect(ran.code).toBe(4)
  expect(ran.stderr).toContain('leave --resume out')
})

test.concurrent('an agent that spells the protocol in its own way is told of, with the words to add it', async () => {
  const agent = fileURLToPath(new URL('../agents/fixtures/spelled-agent.mjs', import.meta.url))
  const place = makePlace()
  const { stderr } = await parley(place, ['run', '--agent', `node ${agent}`, 'hello'])
  expect(stderr).toContain('looks like document 003: an answer offers `authenticationMethods`')
  expect(stderr).toContain(`parley agents add <id> --dialect 003 -- node ${agent}`)
  const added = ['agents', 'add', 'mine', '--dialect', '003', '--', process.execPath, agent]
  expect((await parley(place, added)).code).toBe(0)
  expect((await parley(place, ['run', '--agent', 'mine', 'hello'])).stderr).not.toContain('looks like')
})

test.concurrent('a program that is not there, or dies at once, has exit code 8', async () => {
  const place = makePlace()
  const [absent, dead] = await Promise.all([
    parley(place, ['run', 'hi', '--agent', 'no-such-program-anywhere --acp']),
    parley(place, ['run', 'hi', ...hostile('exits')]),
  ])
  expect(absent.code).toBe(8)
  expect(absent.stderr).toContain('no-such-program-anywhere')
  expect(dead.code).toBe(8)
  expect(dead.stderr).toContain('exited with code 1')
})

test.concurrent('a named conversation is made, then taken up; the last one is, too, and what was said before is not shown again', async () => {
  const place = makePlace()
  const state = async (...args: readonly string[]) => {
    const { ran, report: told } = await report(place, ['state', ...args])
    return { code: ran.code, sessionId: told.sessionId, isLoaded: JSON.parse(told.text).isLoaded }
  }
  const made = await state('--session', 'work')
  expect(made).toMatchObject({ code: 0, isLoaded: false })
  const other = await state('--session', 'play')
  expect(other.isLoaded).toBe(false)
  const taken = { ...made, isLoaded: true }
  expect(await state('--session', 'work')).toEqual(taken)
  expect(await state('--resume')).toEqual(taken)
  expect(await state('--resume', other.sessionId ?? '')).toEqual({ ...other, isLoaded: true })
  const listed = await parley(place, ['sessions', 'list', '--format', 'json'])
  expect(listed.code).toBe(0)
  expect(listed.stdout).toContain('"play"')
})
