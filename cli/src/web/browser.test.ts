import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { begin, makePlace } from '../run/command.fixture.js'
import { browserCommand } from './browser.js'
import { makeWayIn } from './way-in.js'

const LINK = 'http://127.0.0.1:7431/#ticket=abc'

test.each<[NodeJS.Platform, NodeJS.ProcessEnv, readonly string[] | undefined]>([
  ['linux', { DISPLAY: ':0' }, ['xdg-open', LINK]],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open', LINK]],
  ['linux', {}, undefined],
  ['linux', { DISPLAY: '' }, undefined],
  ['linux', { DISPLAY: ':0', CI: 'true' }, undefined],
  ['linux', { DISPLAY: ':0', CI: 'false' }, ['xdg-open', LINK]],
  ['linux', { BROWSER: 'firefox --new-window:chromium' }, ['firefox', '--new-window', LINK]],
  ['linux', { BROWSER: 'open-it --at=%s now' }, ['open-it', `--at=${LINK}`, 'now']],
  ['linux', { BROWSER: 'none', DISPLAY: ':0' }, undefined],
  ['linux', { BROWSER: 'firefox', CI: '1' }, undefined],
  ['darwin', {}, ['open', LINK]],
  ['darwin', { CI: '1' }, undefined],
  ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler', LINK]],
])('on %s with %o the link is opened by %o', (platform, env, command) => {
  expect(browserCommand(LINK, { env }, platform)).toEqual(command)
})

/** A browser that writes down where it was sent. */
function makeBrowser(home: string): { readonly BROWSER: string; readonly seen: string } {
  const [BROWSER, seen] = [join(home, 'browser.sh'), join(home, 'seen')]
  writeFileSync(BROWSER, `#!/bin/sh\nprintf %s "$1" > "${seen}.new" && mv "${seen}.new" "${seen}"\n`)
  chmodSync(BROWSER, 0o700)
  return { BROWSER, seen }
}

test('the browser is sent to a file that only its user can read, and that leads to the link that is printed', async () => {
  const place = makePlace()
  const { BROWSER, seen } = makeBrowser(place.home)
  const web = begin(place, ['web', '--port', '0'], { env: { BROWSER } })
  const [link] = /http\S+/.exec(await web.said('Agents')) ?? []
  await expect.poll(() => existsSync(seen)).toBe(true)
  const told = readFileSync(seen, 'utf8')
  expect(told).toMatch(/^file:\/\/.*\/open-[\w-]+\.html$/)
  expect(told).not.toContain('ticket')
  const path = fileURLToPath(told)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  expect(readFileSync(path, 'utf8')).toContain(`url=${link}"`)
  web.child.kill('SIGINT')
  const { code, stdout } = await web.wait
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^Open {4}http.*\nFolder {2}.*\nAgents {2}scout.*\nThe link works once, .*\n$/),
  ])
  expect(existsSync(path)).toBe(false)
})

test.each([
  [['--no-open'], {}],
  [['--format', 'json'], {}],
  [[], { CI: 'true' }],
])('none is opened with %o and %o', async (words, env) => {
  const place = makePlace()
  const { BROWSER, seen } = makeBrowser(place.home)
  const web = begin(place, ['web', '--port', '0', ...words], { env: { BROWSER, ...env } })
  await web.said('http://')
  web.child.kill('SIGINT')
  expect((await web.wait).code).toBe(0)
  expect(existsSync(seen)).toBe(false)
})

test('what others left is swept up when it is too old', async () => {
  const { home } = makePlace()
  const left = join(home, 'open-left.html')
  for (const name of [left, join(home, 'other.html')]) {
    writeFileSync(name, '')
    utimesSync(name, new Date(0), new Date(0))
  }
  const first = await makeWayIn(LINK, home)
  const second = await makeWayIn(LINK, home)
  expect(readdirSync(home).filter(name => name.startsWith('open-'))).toHaveLength(2)
  expect(existsSync(join(home, 'other.html'))).toBe(true)
  await first[Symbol.asyncDispose]()
  expect(existsSync(fileURLToPath(first.url))).toBe(false)
  expect(existsSync(fileURLToPath(second.url))).toBe(true)
})
