import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Host } from '@parley/acp/client'
import { expect, test } from 'vitest'
import { asking, converse, hostFor, makeProject } from './errand.fixture.js'
import { useTool } from './use-tool.js'

/** Uses a tool in a project of these files, with a client that allows everything. */
async function workshop(files: Readonly<Record<string, string>>, host: Host = asking('allow_once')) {
  const work = makeProject(files)
  const { order } = await converse({ work, host })
  const use = async (name: string, input: object) =>
    (await order(errand => useTool(errand, name, input))).result
  return { work, use, order }
}

test('a long file is read in windows, and each says how to read on', async () => {
  const lines = Array.from({ length: 2_500 }, (_, index) => `line ${index + 1}`)
  const { use } = await workshop({
    'long.txt': `${lines.join('\n')}\n`,
    'wide.txt': 'x'.repeat(70_000),
    'two.txt': 'a\nb\n',
  })
  expect(await use('read', { path: 'two.txt' })).toEqual({ text: 'a\nb\n' })
  expect(await use('read', { path: 'two.txt', line: 2 })).toEqual({ text: 'b\n' })
  expect(await use('read', { path: 'two.txt', limit: 2 })).toEqual({ text: 'a\nb\n' })
  expect((await use('read', { path: 'two.txt', limit: 1 })).text).toBe(
    'a\n\n[There is more. Read on with line 2.]',
  )
  const { text } = await use('read', { path: 'long.txt' })
  expect(text).toMatch(/line 2000\n\n\[There is more\. Read on with line 2001\.\]$/)
  expect((await use('read', { path: 'long.txt', line: 2001 })).text).toMatch(
    /^line 2001\n[\s\S]*line 2500\n$/,
  )
  expect((await use('read', { path: 'wide.txt' })).text).toContain('[Line 1 is longer than 65536 characters')
})

test('an image is an image, and a directory is for list', async () => {
  const { use, work } = await workshop({ 'src/a.txt': '' })
  // It is what it begins with, whatever its name says.
  const gif = Buffer.from('GIF89a and so on')
  writeFileSync(join(work, 'dot.png'), gif)
  writeFileSync(join(work, 'note.png'), 'no image')
  expect(await use('read', { path: 'dot.png' })).toEqual({
    text: 'dot.png: an image of 16 bytes.',
    blocks: [{ type: 'image', mimeType: 'image/gif', data: gif.toString('base64') }],
  })
  expect(await use('read', { path: 'note.png' })).toEqual({
    text: 'note.png has the name of an image, but it is no PNG, JPEG, GIF or WebP.',
    isError: true,
  })
  expect(await use('read', { path: 'src' })).toMatchObject({
    text: expect.stringContaining('Use list'),
    isError: true,
  })
})

test('list, find and search answer in lines, and say when there is more', async () => {
  const { use } = await workshop({ 'a.ts': 'x\ny\n', 'src/b.ts': 'x\n', 'src/c.md': '' })
  expect(await use('list', {})).toEqual({ text: 'a.ts\nsrc/' })
  expect(await use('list', { depth: 2 })).toEqual({ text: 'a.ts\nsrc/\nsrc/b.ts\nsrc/c.md' })
  expect(await use('find', { glob: '*.ts' })).toEqual({ text: 'a.ts\nsrc/b.ts' })
  expect((await use('find', { glob: '*.ts', limit: 1 })).text).toContain('There are more than these 1 file')
  expect(await use('search', { pattern: 'x' })).toEqual({ text: 'a.ts:1: x\nsrc/b.ts:1: x' })
  expect((await use('search', { pattern: 'x', limit: 1 })).text).toContain('more than these 1 match.')
  expect(await use('search', { pattern: 'nowhere' })).toEqual({ text: 'Nothing matches nowhere.' })
})

test('output of a command is cut in the middle, without colours, and its exit code is told', async () => {
  const { use } = await workshop({})
  const { text, isError } = await use('run', {
    command: 'printf "\\033[31mred\\033[0m"; seq 1 20000; exit 2',
  })
  expect(isError).toBe(true)
  expect(text.length).toBeLessThan(31_000)
  expect(text).toMatch(/^red1\n2\n/)
  expect(text).toContain('characters left out')
  expect(text).toMatch(/20000\n\n\n\[Exit code 2\]$/)
})

test('a command runs in the terminal of the client where it lends one, and the call shows it', async () => {
  const work = makeProject()
  const { permission } = asking('allow_once')
  const { order } = await converse({ work, host: hostFor(work, { permission }) })
  const { result, updates } = await order(errand => useTool(errand, 'run', { command: 'echo hello' }))
  expect(result).toEqual({ text: 'hello\n\n\n[Exit code 0]', isError: false })
  expect(updates).toContainEqual(
    expect.objectContaining({ content: [{ type: 'terminal', terminalId: expect.any(String) }] }),
  )
  expect(updates.at(-1)).toMatchObject({ status: 'completed', rawOutput: { exitCode: 0, output: 'hello\n' } })
})

test('a command that takes too long is ended, and the result says so', async () => {
  const { use } = await workshop({})
  expect(await use('run', { argv: ['sleep', '30'], timeout: 1 })).toEqual({
    text: '(no output)\n\n[Ended after 1 seconds, because its time was up]',
    isError: true,
  })
})

test('a question is a form where the client shows forms', async () => {
  const messages: string[] = []
  const form: NonNullable<Host['elicit']>['form'] = request => {
    messages.push(request.message)
    return { action: 'accept', content: { answer: 'blue' } }
  }
  const { use } = await workshop({}, { elicit: { form } })
  expect(await use('ask', { question: 'Which colour?', answers: ['red', 'blue'] })).toEqual({
    text: 'The user answered: blue',
  })
  expect(messages).toEqual(['Which colour?'])
})

test('a question is a choice where it shows none, and cannot be asked where there is nothing to choose from', async () => {
  const work = makeProject()
  const permission: Host['permission'] = ({ options }) => options.find(({ name }) => name.includes('blue'))
  for (const host of [{ permission }, hostFor(work, { permission })]) {
    const { order } = await converse({ work, host })
    const { result } = await order(errand =>
      useTool(errand, 'ask', { question: 'Which?', answers: ['red', 'blue'] }),
    )
    expect(result).toEqual({ text: 'The user answered: blue' })
  }
  const { use } = await workshop({})
  expect(await use('ask', { question: 'Why?' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('no forms'),
  })
})

test('a plan is shown as a plan', async () => {
  const { order } = await workshop({})
  const entries = [{ content: 'look', status: 'completed', priority: 'high' }, { content: 'do' }]
  const { result, updates } = await order(errand => useTool(errand, 'plan', { entries }))
  expect(result).toEqual({ text: 'The plan is shown: 2 steps, 1 done.' })
  expect(updates).toEqual([
    {
      sessionUpdate: 'plan',
      entries: [entries[0], { content: 'do', status: 'pending', priority: 'medium' }],
    },
  ])
})

test('a mode is not switched when the user says no', async () => {
  const { order, use } = await workshop({}, asking('reject_once'))
  expect(await use('switch_mode', { mode: 'code' })).toMatchObject({ isError: true })
  expect((await order(async ({ turn }) => turn.session.mode)).result).toBe('ask')
})

test('what is removed is shown before', async () => {
  const { asked, permission } = asking('allow_once')
  const { use, work } = await workshop({ 'a.txt': 'gone\n', 'b.bin': 'a\0' }, { permission })
  await use('remove', { path: 'a.txt' })
  expect(asked[0]?.toolCall?.content).toEqual([
    { type: 'diff', path: join(work, 'a.txt'), oldText: 'gone\n', newText: '' },
  ])
  await use('remove', { path: 'b.bin' })
  expect(JSON.stringify(asked[1]?.toolCall?.content)).toContain('cannot be brought back')
})
