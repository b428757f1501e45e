import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAddress } from './open-address.js'

const folder = mkdtempSync(join(tmpdir(), 'parley-open-'))
const env = { PATH: `${folder}:${process.env.PATH}` }
const name = process.platform === 'darwin' ? 'open' : 'xdg-open'

function browser(script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
}

beforeAll(() => browser(`printf '%s\\n' "$#" "$@" > '${folder}/opened'`))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an address goes to the browser as one word, whatever a shell would make of it', async () => {
  await openAddress("https://example.org/a?b=$(id)&c='`x`;", env)
  const [count, url] = readFileSync(join(folder, 'opened'), 'utf8').split('\n')
  expect(count).toBe('1')
  expect(url).toMatch(/^https:\/\/example\.org\/a\?b=\$\(id\)/)
})

test('what is no address of the web, and a browser that fails, are told', async () => {
  for (const address of [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    '--help',
    'example.org',
    '',
  ])
    await expect(openAddress(address, env)).rejects.toThrow('no address of the web')
  browser('exit 3')
  await expect(openAddress('https://example.org', env)).rejects.toThrow('ended with 3')
  rmSync(join(folder, name))
  await expect(openAddress('https://example.org', { PATH: folder })).rejects.toThrow('ENOENT')
})
