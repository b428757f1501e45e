import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Permission } from '@parley/acp/client'
import { expect, test } from 'vitest'
import { stopReasons } from './stops.js'
import { allow, lendingHost, visit } from './visit.fixture.js'
import { constantsOf } from './wire-judge.fixture.js'

const once = (values: readonly unknown[]): unknown[] =>
  [...new Set(values)].filter(each => each !== undefined).sort()

test('on version 1 every message of the tour is valid, and everything there is occurs', async () => {
  await using visitor = await visit(1, lendingHost())
  const { judge, session, cwd } = visitor
  for (const reason of stopReasons.filter(each => each !== 'cancelled'))
    expect(await visitor.ask(`/tour stop ${reason}`)).toBe(reason)
  const waiting = session.prompt('/tour stop cancelled')
  for await (const update of waiting.updates)
    if (update.sessionUpdate === 'agent_message_chunk') void session.cancel()
  expect((await waiting.outcome).stopReason).toBe('cancelled')
  expect(await visitor.ask('/tour')).toBe('end_turn')

  expect(judge.flaws).toEqual([])
  const { definitions: all, updates } = judge
  expect(once(updates.map(each => each.sessionUpdate))).toEqual(
    constantsOf(all.SessionUpdate, 'sessionUpdate').sort(),
  )
  expect(once(judge.stopReasons)).toEqual(constantsOf(all.StopReason).sort())
  const said = updates.filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
  expect(once(said.map(({ content }) => content?.type))).toEqual(constantsOf(all.ContentBlock, 'type').sort())
  expect(readdirSync(join(cwd, 'parley-tour')).sort()).toEqual(['README.md', 'done.txt', 'greet.mjs'])
})

test('on version 1 every kind of tool, of what it shows, of question, plan, notice and field occurs', async () => {
  await using visitor = await visit(1, lendingHost())
  await visitor.ask('/tour')
  const { judge } = visitor
  const { definitions: all, updates } = judge
  const calls = updates.filter(({ toolCallId }) => toolCallId !== undefined)
  expect(once(calls.map(({ kind }) => kind))).toEqual(constantsOf(all.ToolKind).sort())
  expect(once(calls.map(({ status }) => status))).toEqual(constantsOf(all.ToolCallStatus).sort())
  expect(once(judge.shown.map(({ type }) => type))).toEqual(constantsOf(all.ToolCallContent, 'type').sort())
  for (const field of ['locations', 'rawInput', 'rawOutput'])
    expect(
      calls.some(call => field in call),
      field,
    ).toBe(true)

  const options = judge.paramsOf('session/request_permission').flatMap(question => question.options ?? [])
  expect(once(options.map(({ kind }) => kind))).toEqual(constantsOf(all.PermissionOptionKind).sort())
  const steps = updates.flatMap(({ entries }) => entries ?? [])
  expect(once(steps.map(({ status }) => status))).toEqual(constantsOf(all.PlanEntryStatus).sort())
  expect(once(steps.map(({ priority }) => priority))).toEqual(constantsOf(all.PlanEntryPriority).sort())
  // An error is for what went wrong, and nothing did.
  const severities = constantsOf(all.NoticeSeverity).filter(each => each !== 'error')
  expect(once(updates.map(({ severity }) => severity))).toEqual(severities.sort())

  const asked = judge.paramsOf('elicitation/create')
  expect(once(asked.map(({ mode }) => mode))).toEqual(
    constantsOf(all.CreateElicitationRequest, 'mode').sort(),
  )
  const fields = asked.flatMap(({ requestedSchema }) => Object.values(requestedSchema?.properties ?? {}))
  expect(once(fields.map(({ type }) => type))).toEqual(
    constantsOf(all.ElicitationPropertySchema, 'type').sort(),
  )
  expect(once(fields.map(({ format }) => format))).toEqual(constantsOf(all.StringFormat).sort())
  expect(judge.paramsOf('elicitation/complete')).toHaveLength(1)

  const resources = updates.flatMap(({ content }) => content?.resource ?? [])
  expect(resources.map(resource => ('blob' in resource ? 'blob' : 'text')).sort()).toEqual(['blob', 'text'])
  const settings = updates.flatMap(({ configOptions }) => configOptions ?? [])
  expect(once(settings.map(({ type }) => type))).toEqual(constantsOf(all.SessionConfigOption, 'type').sort())
  expect(
    updates.some(({ content }) => content?.annotations !== undefined && content._meta !== undefined),
  ).toBe(true)
})

test('what the tour says it does is done: the program greets by the name from the form, as text and not as code', async () => {
  await using visitor = await visit(1, lendingHost())
  mkdirSync(join(visitor.cwd, 'parley-tour'))
  await visitor.ask('/tour')
  const folder = join(visitor.cwd, 'parley-tour-2')
  const name = `Ada "the 'first'" Lovelace`
  expect(visitor.said()).toContain(`Hello, ${name}!!\nBonjour, ${name}!!`)
  expect(visitor.said()).toContain('`parley-tour-2`')
  expect(readFileSync(join(folder, 'done.txt'), 'utf8')).toContain('TODO')
  expect(existsSync(join(folder, 'draft.txt'))).toBe(false)
  expect(readdirSync(join(visitor.cwd, 'parley-tour'))).toEqual([])
  expect(visitor.session.mode).toBe('ask')
  expect(visitor.session.options.find(({ id }) => id === 'thinking')?.value).toBe('medium')
})

test('each change and the command are asked about, once each, and a good tour ends without a warning', async () => {
  const asked: string[] = []
  const permission: Permission = (request, context) => {
    asked.push(request.title)
    return allow(request, context)
  }
  await using visitor = await visit(1, lendingHost({ permission }))
  await visitor.ask('/tour')
  const changes = ['Edit greet.mjs', 'Rename notes.txt to done.txt', 'Delete draft.txt', 'node greet.mjs']
  expect(asked).toEqual(['Make a small project in parley-tour', ...changes])
  const notices = visitor.judge.updates.filter(({ sessionUpdate }) => sessionUpdate === 'notice')
  for (const notice of notices)
    expect(notice).toMatchObject({ title: expect.stringMatching(/^Part of the tour/) })
  expect(visitor.said().match(/parley-tour`, in /g)).toHaveLength(1)
})
