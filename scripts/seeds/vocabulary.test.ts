/** What document 003 wants a library to be made of has its place here: in a door's page, or among the types of the schema. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

const OFFERED: readonly [string, readonly string[]][] = [
  ['jsonrpc', ['Connection', 'Message', 'RpcError', 'ErrorObject', 'Channel']],
  ['client', ['connect', 'Client', 'Session', 'Turn']],
  ['agent', ['agent', 'Agent', 'Session', 'Turn', 'ToolCall', 'diff']],
  ['thread', ['Message', 'ToolCall']],
  ['transport', ['httpEndpoint', 'webSocketChannel']],
  ['node', ['serveStdio', 'spawnAgent', 'serveHttp', 'openWebSocket', 'openChannel']],
]

test.each(OFFERED)(
  'the page of /%s tells of what there is of connection, session, message or transport',
  (door, names) => {
    const page = read(`docs/api/${door}.md`)
    for (const name of names) expect(page).toMatch(new RegExp(`^### ${name}\\n\\n\\w`, 'm'))
  },
)

test('blocks, tool calls and capabilities are types of the schema, which nobody can change', () => {
  const types = read('sdk/src/schema/v1/types.gen.ts')
  const names = [
    'TextContent',
    'ImageContent',
    'EmbeddedResource',
    'ResourceLink',
    'ToolCall',
    'ToolCallUpdate',
  ]
  for (const name of [...names, 'Diff', 'Terminal', 'ClientCapabilities', 'AgentCapabilities'])
    expect(types).toMatch(new RegExp(`^export interface ${name} `, 'm'))
  const fields = types.match(/^ {2}(?!\s)[^/*}|].*: .*$/gm) ?? []
  expect(fields.length).toBeGreaterThan(400)
  expect(fields.filter(field => !field.startsWith('  readonly '))).toEqual([])
})
