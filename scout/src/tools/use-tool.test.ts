import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asking, converse, hostFor, makeProject } from './errand.fixture.js'
import { useTool } from './use-tool.js'

test('an edit is shown, asked about exactly once, and made', async () => {
  const work = makeProject({ 'a.txt': 'one\ntwo\n' })
  const { asked, permission } = asking('allow_once')
  const { order } = await converse({ work, host: hostFor(work, { permission }) })
  const { result } = await order(errand =>
    useTool(errand, 'edit', { path: 'a.txt', oldText: 'two', newText: 'three' }),
  )
  expect(result).toEqual({ text: 'Edited a.txt: 1 replacement.' })
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('one\nthree\n')
  expect(asked).toHaveLength(1)
  expect(asked[0]?.changes).toEqual([
    { path: join(work, 'a.txt'), oldText: 'one\ntwo\n', newText: 'one\nthree\n' },
  ])
})

test('a client that lends nothing gets the same work, done by scout itself', async () => {
  const work = makeProject({ 'a.txt': 'one\n' })
  const { asked, permission } = asking('allow_once')
  const { order } = await converse({ work, host: { permission } })
  await order(errand => useTool(errand, 'write', { path: 'new/b.txt', content: 'b' }))
  expect(readFileSync(join(work, 'new/b.txt'), 'utf8')).toBe('b')
  const { result } = await order(errand => useTool(errand, 'run', { command: 'echo hello; exit 3' }))
  expect(result).toEqual({ text: 'hello\n\n\n[Exit code 3]', isError: true })
  expect((await order(errand => useTool(errand, 'read', { path: 'a.txt' }))).result).toEqual({
    text: 'one\n',
  })
  expect(asked).toHaveLength(2)
})

test('what the user rejects is not done', async () => {
  const work = makeProject()
  const { permission } = asking('reject_once')
  const { order } = await converse({ work, host: { permission } })
  const { result } = await order(errand => useTool(errand, 'write', { path: 'b.txt', content: 'b' }))
  expect(result).toEqual({ text: 'The user did not allow it: Create b.txt.', isError: true })
  expect(existsSync(join(work, 'b.txt'))).toBe(false)
})
