import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from '@parley/acp/client'
import { auditLog, grantMemory, nodeHost, spawnAgent } from '@parley/acp/node'
import { expect, onTestFinished, test } from 'vitest'
import type { Answer, PermissionQuestion, Question } from '../model/question.js'
import { Asking } from './asking.js'

const ACTOR = fileURLToPath(new URL('../../run/fixtures/actor.mjs', import.meta.url))
const ASKER = fileURLToPath(new URL('fixtures/asker.mjs', import.meta.url))

/** An agent that runs, a host that asks, and somebody who sees the questions. */
async function open(agent: string, policy = '{"version":1,"rules":[]}') {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-asking-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const cwd = join(base, 'work')
  mkdirSync(cwd)
  const file = join(base, 'policy.json')
  writeFileSync(file, policy, { mode: 0o600 })
  const questions: Question[] = []
  const withdrawn: string[] = []
  const asking = new Asking({
    ask: question => questions.push(question),
    withdraw: id => withdrawn.push(id),
  })
  const { permission, elicit } = asking
  const audit = auditLog({ folder: join(base, 'audit') })
  const grants = grantMemory({ folder: join(base, 'grants') })
  const host = nodeHost({ permission, elicit, policy: file, audit, grants, questionsPerMinute: 1_000 })
  const client = await connect(spawnAgent(process.execPath, [agent, 'mark'], { cwd }), host)
  onTestFinished(() => client.close())
  const session = await client.newSession({ cwd })
  const prompt = (words: string) => {
    const turn = session.prompt(words)
    return (async () => {
      let said = ''
      for await (const update of turn.updates)
        if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
          said += update.content.text
      const { stopReason } = await turn.outcome
      return { said, stopReason }
    })()
  }
  const next = async (count = 1): Promise<Question> => {
    while (questions.length < count) await new Promise(resolve => setTimeout(resolve, 5))
    const question = questions[count - 1]
    if (question === undefined) throw new Error('there is none')
    return question
  }
  const leave = async (count = 1): Promise<PermissionQuestion> => {
    const question = await next(count)
    if (question.is !== 'permission') throw new Error('it is another one')
    return question
  }
  const answer = (question: Question, given: Answer) => asking.answer(question.id, given)
  return { cwd, session, prompt, next, leave, answer, questions, withdrawn, grants }
}

const yes = (optionId: string): Answer => ({ is: 'option', optionId })

test('a write is asked about with its file, the answers of this side and the rule of each that lasts', async () => {
  const { cwd, prompt, leave, answer } = await open(ACTOR)
  writeFileSync(join(cwd, 'a.txt'), 'old\n')
  const turn = prompt('write a.txt new text')
  const question = await leave()
  const path = join(cwd, 'a.txt')
  expect(question).toMatchObject({
    ...{ title: `Change a file: ${path}`, action: 'fs.write', isDestructive: true, cwd, lines: [] },
    changes: [{ path, oldText: 'old\n', newText: 'new text\n' }],
  })
  expect(question.reason).toBeTruthy()
  expect(question.description).toBeUndefined()
  expect(question.options.map(({ id, kind, isLasting = false }) => `${id} ${kind} ${isLasting}`)).toEqual([
    'once allow_once false',
    'session allow_always false',
    'workspace allow_always true',
    'always allow_always true',
    'reject reject_once false',
  ])
  expect(question.options.map(({ rule }) => rule)).toEqual([
    undefined,
    `Allow fs.write ${path} for an agent that calls itself actor, in this session, for at most 24 hours`,
    `Allow fs.write ${path} for an agent that calls itself actor, in this workspace, for 30 days`,
    `Allow fs.write ${path} for an agent that calls itself actor, until it is revoked`,
    undefined,
  ])
  expect(answer(question, yes('once'))).toBe(true)
  expect(answer(question, yes('once'))).toBe(false)
  expect(await turn).toMatchObject({ said: 'written' })
  expect(readFileSync(path, 'utf8')).toBe('new text\n')
})

test('a command is asked about once, with where it runs; a no is a no', async () => {
  const { cwd, prompt, leave, answer } = await open(ACTOR)
  const turn = prompt('run node -e 1')
  const question = await leave()
  expect(question.title).toBe('Run a program: node -e 1')
  expect(question.lines).toEqual([`  in ${cwd}`])
  expect(question).toMatchObject({ action: 'terminal.exec', isDestructive: true, changes: [] })
  answer(question, yes('reject'))
  expect((await turn).said).toMatch(/^not run: /)
})

test('what an agent only claims is called so, and its own memory is not offered', async () => {
  const { cwd, prompt, leave, answer } = await open(ACTOR)
  const turn = prompt('ask edit new.txt')
  const question = await leave()
  expect(question).toMatchObject({
    ...{ action: 'agent.claimed', claimedKind: 'edit', isDestructive: true },
    ...{ title: 'Do the edit', changes: [{ path: join(cwd, 'new.txt'), newText: 'x' }] },
    options: [
      { id: 'yes', name: 'Allow', kind: 'allow_once' },
      { id: 'no', name: 'Reject', kind: 'reject_once' },
    ],
  })
  expect(question.lines).toEqual(['  (in the agent’s words, which nobody checked; it calls this “edit”)'])
  answer(question, yes('yes'))
  expect(await turn).toMatchObject({ said: 'answered yes' })
})

test('where the policy delegates it, the agent’s memory is offered, is said to be the agent’s, and lasts', async () => {
  const { prompt, leave, answer } = await open(ACTOR, '{"version":1,"delegateAlways":true,"rules":[]}')
  const turn = prompt('ask read')
  const question = await leave()
  expect(question.isDestructive).toBe(false)
  expect(question.options[1]).toMatchObject({ id: 'always', kind: 'allow_always', isLasting: true })
  expect(question.options[1]?.rule).toContain('the agent remembers it')
  answer(question, { is: 'option', optionId: 'always', isConfirmed: true })
  expect(await turn).toMatchObject({ said: 'answered always' })
})

test('an answer that holds for good was confirmed where it was pressed: nobody is asked once more', async () => {
  const { prompt, leave, answer, questions, grants } = await open(ACTOR)
  const turn = prompt('run node --version')
  const question = await leave()
  const always = question.options.find(({ id }) => id === 'always')
  expect(always).toMatchObject({ isLasting: true })
  answer(question, { is: 'option', optionId: 'always', isConfirmed: true })
  expect((await turn).said).toBe('ran with 0')
  expect(questions).toHaveLength(1)
  expect(await prompt('run node --version')).toMatchObject({ said: 'ran with 0' })
  expect(questions).toHaveLength(1)
  expect(await grants.list()).toMatchObject([{ scope: 'always', action: 'terminal.exec' }])
})

test('one that was not confirmed is asked about once more', async () => {
  const { prompt, leave, answer } = await open(ACTOR)
  const turn = prompt('run node --version')
  answer(await leave(), yes('always'))
  const again = await leave(2)
  expect(again.title).toMatch(/^Sure\? /)
  answer(again, yes('reject'))
  expect((await turn).said).toMatch(/^not run: /)
})

test('a cancel takes the question away, and an answer that comes late is nobody’s', async () => {
  const { session, prompt, leave, answer, withdrawn } = await open(ACTOR)
  const turn = prompt('ask execute')
  const question = await leave()
  await session.cancel()
  expect(await turn).toMatchObject({ said: 'answered cancelled', stopReason: 'cancelled' })
  expect(withdrawn).toEqual([question.id])
  expect(answer(question, yes('yes'))).toBe(false)
})

test('a dismissed question is told as cancelled', async () => {
  const { prompt, leave, answer, withdrawn } = await open(ACTOR)
  const turn = prompt('ask execute')
  answer(await leave(), { is: 'dismissed' })
  expect(await turn).toMatchObject({ said: 'answered cancelled' })
  expect(withdrawn).toEqual([])
})

test('a form is put with its fields and defaults, and what was filled in reaches the agent', async () => {
  const { prompt, next, answer } = await open(ASKER)
  const turn = prompt('form')
  const question = await next()
  expect(question).toMatchObject({
    ...{ is: 'form', message: 'Who are you?', at: 0 },
    fields: [
      { name: 'name', title: 'Your name', type: 'string', isRequired: true },
      { name: 'pets', type: 'array', choices: [{ value: 'cat' }, { value: 'dog' }] },
      { name: 'isSure', type: 'boolean', chosen: ['true'] },
    ],
  })
  answer(question, { is: 'form', content: { name: 'Ada', pets: ['dog'], isSure: true } })
  const told = { action: 'accept', content: { name: 'Ada', pets: ['dog'], isSure: true } }
  expect(JSON.parse((await turn).said)).toEqual(told)
})

test.each([
  ['declined', 'decline'],
  ['dismissed', 'cancel'],
] as const)('a form that was %s is told as %s', async (is, action) => {
  const { prompt, next, answer } = await open(ASKER)
  const turn = prompt('form')
  answer(await next(), { is })
  expect(JSON.parse((await turn).said)).toEqual({ action })
})

test.each([
  ['visited', 'accept'],
  ['declined', 'decline'],
  ['dismissed', 'cancel'],
] as const)('an address in other letters is put as it is opened; %s is told as %s', async (is, action) => {
  const { prompt, next, answer } = await open(ASKER)
  const turn = prompt('url')
  const question = await next()
  expect(question).toMatchObject({
    ...{ is: 'address', message: 'Sign in, please.', host: 'xn--bcher-kva.example' },
    url: 'https://xn--bcher-kva.example/login?x=1',
  })
  answer(question, { is })
  expect(JSON.parse((await turn).said)).toEqual({ action })
})

test('an agent that asks without end is told that it was dismissed', async () => {
  const { prompt, next, answer, questions } = await open(ASKER)
  const turn = prompt('url 40')
  await next(32)
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(questions).toHaveLength(32)
  for (const question of questions) answer(question, { is: 'visited' })
  const actions: readonly string[] = JSON.parse((await turn).said)
  expect(actions.filter(action => action === 'accept')).toHaveLength(32)
  expect(actions.filter(action => action === 'cancel')).toHaveLength(8)
})
