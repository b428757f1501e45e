/** The tour where little is lent and little is allowed: it says so, goes on, and ends well. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Host, Permission } from '@parley/acp/client'
import { expect, test } from 'vitest'
import { allow, lendingHost, visit } from './visit.fixture.js'

const reject: Permission = ({ options }) => options.find(({ kind }) => kind === 'reject_once')

test('a client that lends nothing and rejects everything is told what is left out, and nothing is made', async () => {
  await using visitor = await visit(1, { permission: reject })
  expect(await visitor.ask('/tour')).toBe('end_turn')
  const said = visitor.said()
  expect(said).toContain('Your client shows no forms')
  expect(said).toContain('I leave out what needs it: files, change, run, show.')
  expect(said).toContain('Your client cannot send you to a page')
  expect(said).toContain('Nothing is left behind.')
  expect(readdirSync(visitor.cwd)).toEqual([])
  expect(visitor.judge.paramsOf('session/request_permission')).toHaveLength(1)
  expect(visitor.judge.flaws).toEqual([])
})

test('a client that lends nothing and allows everything gets the whole tour, done by the agent itself', async () => {
  await using visitor = await visit(1, { permission: allow })
  expect(await visitor.ask('/tour')).toBe('end_turn')
  expect(visitor.said()).toContain('Your client lends me no files')
  expect(visitor.said()).toContain('A process of mine said: Hello, newcomer!')
  expect(visitor.judge.updates.filter(({ status }) => status === 'failed')).toHaveLength(1)
  expect(visitor.judge.flaws).toEqual([])
})

test('who allows only the folder sees each change refused, and the files stay as they were', async () => {
  const onlyFolder: Permission = (request, context) =>
    request.title.startsWith('Make') ? allow(request, context) : reject(request, context)
  await using visitor = await visit(1, { permission: onlyFolder })
  expect(await visitor.ask('/tour')).toBe('end_turn')
  expect(visitor.said()).toContain('draft.txt stays, then.')
  expect(visitor.said()).toContain('The program was not run, or did not end well.')
  expect(readdirSync(join(visitor.cwd, 'parley-tour'))).toContain('draft.txt')
})

test('an answer for the whole tour is not asked for again', async () => {
  const always: Permission = ({ options }) => options.find(({ kind }) => kind === 'allow_always')
  await using visitor = await visit(1, { permission: always })
  await visitor.ask('/tour')
  expect(visitor.judge.paramsOf('session/request_permission')).toHaveLength(1)
  expect(existsSync(join(visitor.cwd, 'parley-tour', 'draft.txt'))).toBe(false)
})

test('a client whose disk is full in the middle leaves no half-made project', async () => {
  let writes = 0
  const files: Host['files'] = {
    read: () => ({ content: '' }),
    write({ path, content }) {
      if (++writes > 2) throw new Error('The disk is full.')
      writeFileSync(path, content)
      return {}
    },
  }
  await using visitor = await visit(1, { permission: allow, files })
  expect(await visitor.ask('/tour files')).toBe('end_turn')
  expect(writes).toBe(3)
  expect(visitor.said()).toContain('There is no folder to work in')
  expect(readdirSync(visitor.cwd)).toEqual([])
})

test('a folder that the visitor does not want to keep is removed at the end', async () => {
  const form = () => ({ action: 'accept' as const, content: { name: 'Ada', keeps: false } })
  await using visitor = await visit(1, lendingHost({ elicit: { form } }))
  await visitor.ask('/tour')
  expect(visitor.said()).toContain('Nothing is left behind.')
  expect(readdirSync(visitor.cwd)).toEqual([])
})

test('where no folder can be made, and where a form cannot be shown, the tour says so and goes on', async () => {
  const form = () => Promise.reject(new Error('The screen is broken.'))
  await using visitor = await visit(1, { permission: allow, elicit: { form } }, '/nowhere/at/all')
  expect(await visitor.ask('/tour')).toBe('end_turn')
  expect(visitor.said().match(/That did not work\./g)).toHaveLength(1)
  expect(visitor.judge.updates.filter(({ status }) => status === 'failed')).toHaveLength(1)
  expect(visitor.said()).toContain('I leave out what needs it: files, change, run, show.')
  expect(visitor.said()).toContain('That was the tour.')
})

test('a page that nobody visits, and one that is declined, keep nobody waiting', async () => {
  for (const action of ['accept', 'decline'] as const) {
    await using visitor = await visit(1, { elicit: { url: () => ({ action }) } })
    expect(await visitor.ask('/tour page')).toBe('end_turn')
    expect(visitor.said()).toContain(action === 'accept' ? 'Nobody came' : 'You did not go to the page')
    expect(visitor.judge.paramsOf('elicitation/complete')).toEqual([])
  }
})

test('in the mode architect nothing is changed unless the visitor leaves it, and it is the mode again afterwards', async () => {
  for (const [permission, isMade] of [
    [reject, false],
    [allow, true],
  ] as const) {
    await using visitor = await visit(1, { permission })
    await visitor.session.setMode('architect')
    expect(await visitor.ask('/tour files')).toBe('end_turn')
    expect(existsSync(join(visitor.cwd, 'parley-tour'))).toBe(isMade)
    expect(visitor.session.mode).toBe('architect')
    const [first] = visitor.judge.paramsOf('session/request_permission')
    expect(first).toMatchObject({ toolCall: { title: 'Leave the mode architect for this tour' } })
  }
})

test('the stops are listed, also to somebody who asks for one that is not there', async () => {
  await using visitor = await visit(1, {})
  expect(await visitor.ask('/tour list')).toBe('end_turn')
  expect(await visitor.ask('/tour moon')).toBe('end_turn')
  expect(visitor.said().match(/`\/tour change`: Edit, move and delete/g)).toHaveLength(2)
  expect(visitor.said()).toContain('no stop called “moon”')
  expect(await visitor.ask('/tour stop lightning')).toBe('end_turn')
  expect(visitor.said()).toContain('one of end_turn, max_tokens, max_turn_requests, refusal, cancelled')
})
