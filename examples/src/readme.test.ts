import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
// Inside the project, so that the programs find the library where a user's would: in node_modules.
const folder = join(root, '.build/readme')

const env = { ...process.env, XDG_STATE_HOME: join(folder, 'state'), XDG_CONFIG_HOME: join(folder, 'config') }

const prelude = `
const shown: string[] = []
const ask = () => undefined
const show = (update: { sessionUpdate: string, content?: unknown }) =>
  console.log(update.sessionUpdate, JSON.stringify(update.content))
`

beforeAll(async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const [agent = '', client = ''] = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(match => match[1])
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'src'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'tsconfig.json'), /`(\{ "compilerOptions": .*\})`/.exec(readme)?.[1] ?? '')
  await writeFile(join(folder, 'notes.md'), 'Buy milk.\n')
  await writeFile(join(folder, 'src/echo.ts'), agent)
  await writeFile(join(folder, 'src/client.ts'), prelude + client)
  const onVersion2 = client.replace(
    'nodeHost({ permission: ask }))',
    'nodeHost({ permission: ask }), { version: 2 })',
  )
  expect(onVersion2).not.toBe(client)
  await writeFile(join(folder, 'src/client-v2.ts'), prelude + onVersion2)
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder])
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the two programs of the README run as printed', async () => {
  const { stdout } = await run(process.execPath, ['dist/client.js'], { cwd: folder, env })
  const lines = stdout.trim().split('\n')
  expect(lines.map(line => line.split(' ')[0])).toEqual([
    'tool_call',
    'tool_call_update',
    'agent_message_chunk',
    'end_turn',
  ])
  expect(lines[1]).toContain('Buy milk.')
  expect(lines[2]).toContain('You said: hello')
})

test('the same two programs speak version 2 when asked to, where nobody lends files', async () => {
  const { stdout } = await run(process.execPath, ['dist/client-v2.js'], { cwd: folder, env })
  expect(stdout).toContain('no files here')
  expect(stdout).toContain('You said: hello')
  expect(stdout.trim().split('\n').at(-1)).toBe('end_turn')
})

test('the echo example shows a whole conversation and leaves with success', async () => {
  const { stdout, stderr } = await run(process.execPath, [join(root, 'examples/dist/echo-client.js')], {
    env,
  })
  expect(stderr).toBe('')
  expect(
    stdout
      .trim()
      .split('\n')
      .map(line => line.split(/\s+/)[0]),
  ).toEqual(['started', 'you', 'tool', 'tool', 'agent', 'ended'])
})
