import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Host, SessionUpdate } from '@parley/acp/client'
import { expect, test } from 'vitest'
import { asking, converse, hostFor, makeProject } from './errand.fixture.js'
import { undoLast } from './undo.js'
import { toolbox, useTool } from './use-tool.js'

const toolCalls = (updates: readonly SessionUpdate[]) =>
  updates.filter(({ sessionUpdate }) => sessionUpdate.startsWith('tool_call'))

test('an edit is shown, asked about exactly once, and made', async () => {
  const work = makeProject({ 'a.txt': 'one\ntwo\n' })
  const { asked, permission } = asking('allow_once')
  const { order } = await converse({ work, host: hostFor(work, { permission }) })
  const { result, updates } = await order(errand =>
    useTool(errand, 'edit', { path: 'a.txt', oldText: 'two', newText: 'three' }),
  )
  expect(result).toEqual({ text: 'Edited a.txt: 1 replacement.' })
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('one\nthree\n')
  expect(asked).toHaveLength(1)
  const change = { path: join(work, 'a.txt'), oldText: 'one\ntwo\n', newText: 'one\nthree\n' }
  expect(asked[0]?.changes).toEqual([change])
  expect(toolCalls(updates)).toMatchObject([
    { sessionUpdate: 'tool_call', status: 'pending', title: 'Edit a.txt', kind: 'edit' },
    { content: [{ type: 'diff', ...change }] },
    { status: 'in_progress' },
    { status: 'completed', rawOutput: { change: 'write', path: change.path } },
  ])
})

test('a secret is asked about for reading and for the change, and no third time', async () => {
  const work = makeProject({ '.env': 'KEY=1\n' })
  const { asked, permission } = asking('allow_once')
  const { order } = await converse({ work, host: hostFor(work, { permission }) })
  await order(errand => useTool(errand, 'edit', { path: '.env', oldText: '1', newText: '2' }))
  expect(readFileSync(join(work, '.env'), 'utf8')).toBe('KEY=2\n')
  expect(asked.map(({ action }) => action?.action)).toEqual(['fs.read', 'agent.claimed'])
})

test('several edits and new files are asked about once each', async () => {
  const work = makeProject({ 'a.txt': 'one\ntwo\n' })
  const { asked, permission } = asking('allow_once')
  const { order } = await converse({ work, host: hostFor(work, { permission }) })
  const edits = [
    { oldText: 'one', newText: '1' },
    { oldText: 'two', newText: '2' },
  ]
  await order(errand => useTool(errand, 'edit', { path: 'a.txt', edits }))
  await order(errand => useTool(errand, 'write', { path: 'deep/er/b.txt', content: 'new\n' }))
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('1\n2\n')
  expect(readFileSync(join(work, 'deep/er/b.txt'), 'utf8')).toBe('new\n')
  expect(asked.map(({ title }) => title)).toEqual(['Edit a.txt', 'Create deep/er/b.txt'])
})

test('in the mode code an edit is left to the engine of the client, and everything else is asked about', async () => {
  const work = makeProject()
  const { asked, permission } = asking('allow_once')
  const { order, say } = await converse({ work, host: { permission } })
  await say('mode code')
  await order(errand => useTool(errand, 'write', { path: 'a.txt', content: 'a' }))
  expect(asked).toEqual([])
  await order(errand => useTool(errand, 'run', { command: 'true' }))
  await order(errand => useTool(errand, 'move', { from: 'a.txt', to: 'b.txt' }))
  await order(undoLast)
  await order(errand => useTool(errand, 'remove', { path: 'a.txt' }))
  expect(asked.map(({ title }) => title)).toEqual([
    ...['true', 'Move a.txt to b.txt', 'Move b.txt to a.txt', 'Remove a.txt'],
  ])
  expect(existsSync(join(work, 'a.txt'))).toBe(false)
})

test('the mode architect looks and talks, and refuses the rest with a sentence, whatever is approved', async () => {
  const work = makeProject({ 'a.txt': 'a' })
  const { asked, permission } = asking('allow_once')
  const { order, say } = await converse({ work, host: { permission } })
  await say('mode architect')
  await say('set true')
  const inputs = {
    edit: { path: 'a.txt', oldText: 'a', newText: 'b' },
    write: { path: 'a.txt', content: 'b' },
    move: { from: 'a.txt', to: 'b.txt' },
    remove: { path: 'a.txt' },
    run: { command: 'touch c.txt' },
    fetch: { url: 'http://127.0.0.1:1/' },
  }
  for (const [name, input] of Object.entries(inputs)) {
    const { result } = await order(errand => useTool(errand, name, input))
    expect(result).toEqual({
      text: expect.stringContaining('The mode architect changes nothing'),
      isError: true,
    })
  }
  expect((await order(errand => useTool(errand, 'read', { path: 'a.txt' }))).result).toEqual({ text: 'a' })
  expect(asked).toEqual([])
  await order(errand => useTool(errand, 'switch_mode', { mode: 'code', reason: 'The plan is accepted.' }))
  expect(asked.map(({ title }) => title)).toEqual(['Switch to the mode code'])
  expect((await order(async ({ turn }) => turn.session.mode)).result).toBe('code')
})

test('what the user rejects is not done, and the call says so', async () => {
  const work = makeProject()
  const { permission } = asking('reject_once')
  const { order } = await converse({ work, host: hostFor(work, { permission }) })
  const { result, updates } = await order(errand => useTool(errand, 'write', { path: 'b.txt', content: 'b' }))
  expect(result).toEqual({ text: 'The user did not allow it: Create b.txt.', isError: true })
  expect(toolCalls(updates).at(-1)).toMatchObject({ status: 'failed' })
  expect(existsSync(join(work, 'b.txt'))).toBe(false)
})

test('"always" holds for the tool, but for a command only for that very one', async () => {
  const work = makeProject()
  const { asked, permission } = asking('allow_always')
  const { order } = await converse({ work, host: { permission } })
  for (const path of ['a.txt', 'b.txt'])
    await order(errand => useTool(errand, 'write', { path, content: 'x' }))
  for (const command of ['true', 'true', 'true x']) await order(errand => useTool(errand, 'run', { command }))
  expect(asked.map(({ title }) => title)).toEqual(['Create a.txt', 'true', 'true x'])
})

test('with its own hands scout asks in spite of autoApprove: nobody else would', async () => {
  const work = makeProject({ 'a.txt': 'a', 'b.txt': 'b' })
  const { asked, permission } = asking('allow_once')
  const { order, say } = await converse({ work, host: { permission } })
  await say('set true')
  await order(errand => useTool(errand, 'write', { path: 'a.txt', content: 'x' }))
  await order(errand => useTool(errand, 'run', { command: 'true' }))
  await order(errand => useTool(errand, 'fetch', { url: 'https://nowhere.invalid/' }))
  expect(asked.map(({ title }) => title)).toEqual(['Replace a.txt', 'true', 'Fetch https://nowhere.invalid/'])
})

test('what the protocol cannot lend is asked about in spite of autoApprove, also in the mode code', async () => {
  const work = makeProject({ 'a.txt': 'a', 'b.txt': 'b' })
  const { asked, permission } = asking('allow_once')
  const { order, say } = await converse({ work, host: hostFor(work, { permission }) })
  await say('set true')
  await say('mode code')
  await order(errand => useTool(errand, 'move', { from: 'a.txt', to: 'c.txt' }))
  await order(errand => useTool(errand, 'remove', { path: 'b.txt' }))
  expect(asked.map(({ title }) => title)).toEqual(['Move a.txt to c.txt', 'Remove b.txt'])
})

test('autoApprove leaves it to the client where it lends, but not where files steer tools', async () => {
  const work = makeProject()
  const { asked, permission } = asking('allow_once')
  const lent: string[] = []
  const files: Host['files'] = {
    read: ({ path }) => ({ content: readFileSync(path, 'utf8') }),
    write({ path, content }) {
      lent.push(path)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      return {}
    },
  }
  const { order, say } = await converse({ work, host: { permission, files } })
  await say('set true')
  await order(errand => useTool(errand, 'write', { path: 'a.txt', content: 'x' }))
  expect(asked).toEqual([])
  expect(lent).toEqual([join(work, 'a.txt')])
  await order(errand => useTool(errand, 'write', { path: '.git/hooks/pre-commit', content: 'x' }))
  expect(asked.map(({ title }) => title)).toEqual(['Create .git/hooks/pre-commit'])
  expect(asked[0]?.options.map(({ kind }) => kind)).toEqual(['allow_once', 'reject_once'])
})

test('a file that looks like a secret is asked about where no client judges the read', async () => {
  const work = makeProject({ '.env': 'KEY=1' })
  const { asked, permission } = asking('reject_once')
  const { order } = await converse({ work, host: { permission } })
  const { result } = await order(errand => useTool(errand, 'read', { path: '.env' }))
  expect(result).toMatchObject({ isError: true })
  expect(result.text).not.toContain('KEY')
  expect(asked).toHaveLength(1)
})

test('a file that was saved while the question was open is not overwritten', async () => {
  const work = makeProject({ 'a.txt': 'one' })
  const permission: Host['permission'] = request => {
    writeFileSync(join(work, 'a.txt'), 'saved meanwhile')
    return request.options[0]
  }
  const { order } = await converse({ work, host: { permission } })
  const { result } = await order(errand => useTool(errand, 'write', { path: 'a.txt', content: 'two' }))
  expect(result).toEqual({ text: expect.stringContaining('a.txt changed meanwhile'), isError: true })
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('saved meanwhile')
})

test('an unknown tool and an input that does not fit are results, not exceptions', async () => {
  const work = makeProject()
  const { order } = await converse({ work, host: {} })
  const unknown = await order(errand => useTool(errand, 'reed', {}))
  expect(unknown.result).toEqual({
    text: expect.stringMatching(/There is no tool "reed"\. There are read,/),
    isError: true,
  })
  const flawed = await order(errand => useTool(errand, 'read', { path: 3 }))
  expect(flawed.result).toEqual({
    text: 'read cannot be used so: path should be a string, but it is a number.',
    isError: true,
  })
  const outside = await order(errand => useTool(errand, 'read', { path: '../x' }))
  expect(outside.result.text).toContain('../x is outside the project')
  expect(toolCalls(outside.updates).at(-1)).toMatchObject({ status: 'failed' })
})

test('without anybody to ask, nothing is changed', async () => {
  const work = makeProject()
  const { order } = await converse({ work, host: {} })
  const { result } = await order(errand => useTool(errand, 'write', { path: 'a.txt', content: 'x' }))
  expect(result).toMatchObject({ isError: true })
  expect(existsSync(join(work, 'a.txt'))).toBe(false)
})

test('in version 2, where a client lends nothing, everything works the same', async () => {
  const work = makeProject({ 'a.txt': 'one\n' })
  mkdirSync(join(work, 'src'))
  const { asked, permission } = asking('allow_once')
  const { order } = await converse({ work, host: hostFor(work, { permission }), version: 2 })
  await order(errand => useTool(errand, 'edit', { path: 'a.txt', oldText: 'one', newText: 'two' }))
  const { result } = await order(errand => useTool(errand, 'run', { argv: ['cat', 'a.txt'], cwd: '.' }))
  expect(result).toEqual({ text: 'two\n\n\n[Exit code 0]', isError: false })
  expect(asked).toHaveLength(2)
})

test('every tool has a name of its own, and a schema that its check understands', async () => {
  const { order } = await converse({ work: makeProject(), host: {} })
  await order(async errand => {
    const tools = await toolbox(errand)
    expect(tools.map(({ name }) => name)).toEqual([
      ...['read', 'list', 'find', 'search', 'edit', 'write', 'move', 'remove', 'run', 'fetch'],
      ...['ask', 'plan', 'switch_mode'],
    ])
    for (const { parameters } of tools) expect(parameters).toMatchObject({ type: 'object' })
    return undefined
  })
})
