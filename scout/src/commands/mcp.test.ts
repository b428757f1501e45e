import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { talk } from '../conversation.fixture.js'
import { makeProject } from '../tools/errand.fixture.js'
import { readCall } from './mcp.js'

const program = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-filesystem/dist/index.js',
)

test('/mcp lists the tools of a real server, calls one after permission, and helps with mistakes', async () => {
  const work = makeProject({ 'a.txt': 'text of a\n' })
  const files = { name: 'files', command: process.execPath, args: [program, work], env: [] }
  const { say, asked, session } = await talk({ work, setup: { mcpServers: [files] } })
  expect((await say('/mcp')).said).toContain('`files/read_text_file`')
  const { said } = await say(`/mcp files/read_text_file {"path": "${work}/a.txt"}`)
  expect(said).toContain('text of a')
  expect(asked.map(({ title }) => title)).toEqual(['files/read_text_file'])
  expect((await say('/mcp files/read_txt_file {}')).said).toContain(
    'For example: `/mcp files/read_text_file {}`',
  )
  expect((await say('/mcp files/read_text_file {path}')).said).toContain(
    'Expected arguments that are a JSON object',
  )
  expect((await say('/status')).said).toContain('MCP servers: files')
  await session.setMode('architect')
  expect((await say(`/mcp files/read_text_file {"path": "${work}/a.txt"}`)).said).toContain('architect')
})

test('a server that cannot be started is told of', async () => {
  const broken = { name: 'broken', command: '/no/such/program', args: [], env: [] }
  const { say } = await talk({ setup: { mcpServers: [broken] } })
  const { said } = await say('/mcp')
  expect(said).toContain('broken')
})

test('a call is read up to its first brace', () => {
  expect(readCall('files/list me {"a": {"b": 1}}')).toEqual({ name: 'files/list me', args: { a: { b: 1 } } })
  expect(readCall('files/list')).toEqual({ name: 'files/list', args: {} })
  expect(() => readCall('files/list [1]{')).toThrow('Expected arguments')
})
