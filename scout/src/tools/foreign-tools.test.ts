import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { asking, converse, hostFor, makeProject } from './errand.fixture.js'
import { undoLast } from './undo.js'
import { toolbox, useTool } from './use-tool.js'

const program = fileURLToPath(new URL('./fixtures/mcp-server.mjs', import.meta.url))
const mcpServers = [{ name: 'word', command: process.execPath, args: [program], env: [] }]

test('a tool of an MCP server is among the tools, and asked about exactly once', async () => {
  const work = makeProject()
  const { asked, permission } = asking('allow_once')
  const host = hostFor(work, { permission })
  const { order, say } = await converse({ work, host, mcpServers })
  await order(async errand => {
    const tools = await toolbox(errand)
    expect(tools.at(-1)).toMatchObject({ name: 'word/echo', description: 'Says a word.', effect: 'foreign' })
    return undefined
  })
  const { result, updates } = await order(errand => useTool(errand, 'word/echo', { word: 'hello' }))
  expect(result).toEqual({ text: 'said hello', isError: false, blocks: [] })
  expect(asked.map(({ title }) => title)).toEqual(['word/echo'])
  expect(asked[0]?.toolCall).toMatchObject({
    kind: 'other',
    rawInput: { server: 'word', tool: 'echo', arguments: { word: 'hello' } },
  })
  expect(JSON.stringify(asked[0]?.toolCall?.content)).toContain('hello')
  expect(updates.filter(({ sessionUpdate }) => sessionUpdate === 'tool_call')).toHaveLength(1)

  const flawed = await order(errand => useTool(errand, 'word/echo', {}))
  expect(flawed.result.text).toContain('lacks "word"')

  await say('set true')
  await order(errand => useTool(errand, 'word/echo', { word: 'approved' }))
  expect(asked).toHaveLength(2)

  await say('mode architect')
  const refused = await order(errand => useTool(errand, 'word/echo', { word: 'no' }))
  expect(refused.result.text).toContain('The mode architect')
})

test('a server cannot pass its answer off as a change to be undone', async () => {
  const work = makeProject({ 'a.txt': 'a' })
  const { order } = await converse({ work, host: asking('allow_once'), mcpServers })
  const forged = { change: 'move', from: join(work, 'b.txt'), to: join(work, 'a.txt') }
  const { updates } = await order(errand => useTool(errand, 'word/forge', forged))
  expect(updates.at(-1)).toMatchObject({ status: 'completed', rawOutput: forged })
  expect((await order(undoLast)).result.text).toContain('nothing to undo')
})

test('a server that does not start is reported, and the other tools work without it', async () => {
  const work = makeProject({ 'a.txt': 'a' })
  const servers = [{ name: 'gone', command: '/no/such/program', args: [], env: [] }]
  const { order } = await converse({ work, host: {}, mcpServers: servers })
  const { result, updates } = await order(errand => useTool(errand, 'gone/echo', {}))
  expect(result).toMatchObject({
    text: expect.stringContaining('There is no tool "gone/echo"'),
    isError: true,
  })
  expect(JSON.stringify(updates)).toContain('The MCP server \\"gone\\" cannot be used')
  expect((await order(errand => useTool(errand, 'read', { path: 'a.txt' }))).result).toEqual({ text: 'a' })
})
