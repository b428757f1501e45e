import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryJournal } from '@parley/acp/store'
import { expect, test } from 'vitest'
import { asking, converse, hostFor, makeProject } from './errand.fixture.js'
import { undoLast } from './undo.js'
import { useTool } from './use-tool.js'

const text = (work: string, name: string) => readFileSync(join(work, name), 'utf8')

for (const version of [1, 2] as const)
  test(`in version ${version} every change is undone, the last one first, each asked about once`, async () => {
    const work = makeProject({ 'a.txt': 'one\ntwo', 'gone.txt': 'here\r\nstill', 'old.txt': 'old\n' })
    mkdirSync(join(work, 'empty'))
    const { asked, permission } = asking('allow_once')
    const host = version === 1 ? hostFor(work, { permission, questionsPerMinute: 100 }) : { permission }
    const { order } = await converse({ work, host, version })
    await order(errand => useTool(errand, 'edit', { path: 'a.txt', oldText: 'two', newText: 'three' }))
    await order(errand => useTool(errand, 'write', { path: 'new.txt', content: 'new' }))
    await order(errand => useTool(errand, 'remove', { path: 'gone.txt' }))
    await order(errand => useTool(errand, 'move', { from: 'old.txt', to: 'moved/new.txt' }))
    await order(errand => useTool(errand, 'remove', { path: 'empty' }))
    expect(asked).toHaveLength(5)

    const undo = async () => (await order(undoLast)).result.text
    expect(await undo()).toBe('Made empty again.')
    expect(existsSync(join(work, 'empty'))).toBe(true)
    expect(await undo()).toBe('Moved moved/new.txt to old.txt.')
    expect(text(work, 'old.txt')).toBe('old\n')
    expect(await undo()).toBe('Undid the last change of gone.txt.')
    expect(text(work, 'gone.txt')).toBe('here\r\nstill')
    expect(await undo()).toBe('Removed new.txt.')
    expect(existsSync(join(work, 'new.txt'))).toBe(false)
    expect(await undo()).toBe('Undid the last change of a.txt.')
    expect(text(work, 'a.txt')).toBe('one\ntwo')
    expect(asked).toHaveLength(10)
    expect(await undo()).toMatch(/^There is nothing to undo in this conversation\..*--resume/)
  })

test('a file that has changed since is left alone, and the answer says so', async () => {
  const work = makeProject({ 'a.txt': 'one' })
  const { permission } = asking('allow_once')
  const { order } = await converse({ work, host: { permission } })
  await order(errand => useTool(errand, 'write', { path: 'a.txt', content: 'two' }))
  writeFileSync(join(work, 'a.txt'), 'mine')
  const { result } = await order(undoLast)
  expect(result).toEqual({ text: expect.stringContaining('a.txt has changed since'), isError: true })
  expect(text(work, 'a.txt')).toBe('mine')
})

test('what failed, was rejected or stands there again is not undone', async () => {
  const work = makeProject({ 'a.txt': 'one' })
  const { permission } = asking('reject_once')
  const refusing = await converse({ work, host: { permission } })
  await refusing.order(errand => useTool(errand, 'write', { path: 'a.txt', content: 'two' }))
  expect((await refusing.order(undoLast)).result.text).toContain('nothing to undo')

  const { order } = await converse({ work, host: asking('allow_once') })
  await order(errand => useTool(errand, 'remove', { path: 'a.txt' }))
  writeFileSync(join(work, 'a.txt'), 'again')
  expect((await order(undoLast)).result.text).toContain('Something stands at a.txt again')
})

test('a restart forgets nothing: another agent undoes what the first one did', async () => {
  const work = makeProject({ 'a.txt': 'one' })
  const journal = memoryJournal()
  const { permission } = asking('allow_once')
  const first = await converse({ work, host: { permission }, journal })
  await first.order(errand => useTool(errand, 'write', { path: 'a.txt', content: 'two' }))
  await first.client.close()

  const second = await converse({ work, host: { permission }, journal, sessionId: first.session.id })
  expect((await second.order(undoLast)).result.text).toBe('Undid the last change of a.txt.')
  expect(text(work, 'a.txt')).toBe('one')
})

test('in the mode architect nothing is undone', async () => {
  const work = makeProject({ 'a.txt': 'one' })
  const { order, say } = await converse({ work, host: asking('allow_once') })
  await order(errand => useTool(errand, 'write', { path: 'a.txt', content: 'two' }))
  await say('mode architect')
  expect((await order(undoLast)).result.text).toContain('The mode architect')
  expect(text(work, 'a.txt')).toBe('two')
})
