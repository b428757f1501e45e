import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { begin, makePlace } from '../run/command.fixture.js'
import { browserCommand } from './browser.js'

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
  writeFileSync(BROWSER, `#!/bin/sh\nprintf %s "$1" > "${seen}"\n`)
  chmodSync(BROWSER, 0o700)
  return { BROWSER, seen }
}

test('the browser is sent to the very link that is printed', async () => {
  const place = makePlace()
  const { BROWSER, seen } = makeBrowser(place.home)
  const web = begin(place, ['web', '--port', '0'], { env: { BROWSER } })
  const [link] = /http\S+/.exec(await web.said('Agents')) ?? []
  await expect.poll(() => existsSync(seen) && readFileSync(seen, 'utf8')).toBe(link)
  web.child.kill('SIGINT')
  const { code, stdout } = await web.wait
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^Open {4}http.*\nFolder {2}.*\nAgents {2}scout.*\nThe link works once, .*\n$/),
  ])
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
