import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ChatEvent } from '../event.js'
import type { Lending } from '../worker/terminal.js'
import { Editor } from './editor.js'

/** A terminal that runs what it is lent to, without a picture. */
async function lend({ argv, cwd, env }: Lending): Promise<number> {
  const [program = '', ...args] = argv
  const child = spawn(program, args, { cwd, env, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  return Number(code)
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'parley-editor-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** An editor that is a shell script. Its last argument is the file. */
function script(place: string, body: string): string {
  const path = join(place, 'my editor')
  writeFileSync(path, `#!/bin/sh\n${body}\n`)
  chmodSync(path, 0o700)
  return path
}

async function edit(env: NodeJS.ProcessEnv, text: string): Promise<readonly ChatEvent[]> {
  const events: ChatEvent[] = []
  return new Promise(fulfil => {
    const editor = new Editor({
      ...{ env: { PATH: process.env.PATH, ...env }, cwd: '/', terminal: { lend } },
      tell: event => {
        events.push(event)
        setTimeout(() => fulfil(events), 50)
      },
    })
    expect(editor.take({ do: 'edit', talk: 't', text })).toBe(true)
  })
}

test('the text is changed by the editor of the person, whose command may have arguments, and the file is gone', async () => {
  const place = folder()
  const seen = join(place, 'seen')
  const editor = script(
    place,
    `echo "$1 $2" > '${seen}'; stat -c %a "$2" >> '${seen}'; cat "$2" >> '${seen}'; echo more >> "$2"`,
  )
  const events = await edit({ VISUAL: `'${editor}' --wait`, EDITOR: 'false' }, 'hello\n')
  expect(events).toEqual([{ type: 'edited', talk: 't', text: 'hello\nmore' }])
  const [command = '', mode, text] = readFileSync(seen, 'utf8').split('\n')
  expect(command).toMatch(/^--wait .*\.md$/)
  expect([mode, text]).toEqual(['600', 'hello'])
  expect(existsSync(command.slice('--wait '.length))).toBe(false)
})

test('an editor that is left with a failure changes nothing', async () => {
  const place = folder()
  const editor = script(place, 'echo other > "$1"; exit 1')
  expect(await edit({ EDITOR: `"${editor}"` }, 'hello')).toEqual([{ type: 'edited', talk: 't' }])
})

test.each(['/no/such/editor', "'unfinished"])(
  'an editor that cannot be run is said, and nothing changes: %s',
  async name => {
    expect(await edit({ EDITOR: name }, 'hello')).toEqual([
      { type: 'edited', talk: 't' },
      expect.objectContaining({ type: 'remark', kind: 'warning' }),
    ])
  },
)
