import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PromptHistory } from './prompt-history.js'

function place(): { readonly env: NodeJS.ProcessEnv; readonly file: string } {
  const home = mkdtempSync(join(tmpdir(), 'parley-prompts-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return { env: { HOME: home, XDG_STATE_HOME: home }, file: join(home, 'parley', 'prompts', 'sent.ndjson') }
}

async function send(env: NodeJS.ProcessEnv, cwd: string, ...texts: readonly string[]): Promise<void> {
  const history = new PromptHistory({ env })
  expect(history.take({ do: 'start', talk: 't', agent: 'scout', cwd })).toBe(false)
  for (const text of texts) expect(history.take({ do: 'remember', talk: 't', text })).toBe(true)
  await history.close()
}

const read = (env: NodeJS.ProcessEnv, cwd: string): Promise<readonly string[]> =>
  new PromptHistory({ env }).read(cwd)

test('what was sent is remembered, that of this directory last, and nothing twice in a row', async () => {
  const { env, file } = place()
  expect(await read(env, '/a')).toEqual([])
  await send(env, '/a', 'one', 'two\nlines', 'two\nlines', ' ')
  await send(env, '/b', 'three')
  expect(await read(env, '/a')).toEqual(['three', 'one', 'two\nlines'])
  expect(await read(env, '/b')).toEqual(['one', 'two\nlines', 'three'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a line that a crash tore does no harm to those around it', async () => {
  const { env, file } = place()
  await send(env, '/a', 'one')
  appendFileSync(file, '{"cwd":"/a","text":"to')
  await send(env, '/a', 'two')
  appendFileSync(file, 'null\n[]\n{"cwd":1,"text":2}\n')
  expect(await read(env, '/a')).toEqual(['one', 'two'])
})

test('no more than 2,000 are remembered, and the file does not grow without end', async () => {
  const { env, file } = place()
  mkdirSync(join(file, '..'), { recursive: true })
  const rows = Array.from({ length: 4_100 }, (_, index) => JSON.stringify({ cwd: '/a', text: `p${index}` }))
  writeFileSync(file, `${rows.join('\n')}\n`)
  await send(env, '/a', 'last')
  const all = await read(env, '/a')
  expect(all).toHaveLength(2_000)
  expect(all.at(-1)).toBe('last')
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2_001)
})

test('of several processes at once none loses what another sent', async () => {
  const { env } = place()
  const module = new URL('../../../dist/chat/work/prompt-history.js', import.meta.url).href
  const program = (name: string): string => `import { PromptHistory } from ${JSON.stringify(module)}
    const history = new PromptHistory({ env: process.env })
    for (let count = 0; count < 15; count++) history.take({ do: 'remember', talk: 't', text: '${name}' + count })
    await history.close()`
  const children = ['x', 'y', 'z'].map(name =>
    spawn(process.execPath, ['--input-type=module', '-e', program(name)], { env, stdio: 'inherit' }),
  )
  const codes = await Promise.all(children.map(child => once(child, 'exit')))
  expect(codes.map(([code]) => code)).toEqual([0, 0, 0])
  expect(await read(env, '')).toHaveLength(45)
})
