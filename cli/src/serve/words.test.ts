import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePlace, parley } from '../run/command.fixture.js'
import { configOf, serve } from './serving.fixture.js'

test.each([
  [['--host', '0.0.0.0'], /0\.0\.0\.0 can be reached from other machines.*\n.*127\.0\.0\.1/],
  [['--host', 'example.org'], /example\.org/],
  [['--tls-cert', 'a.pem'], /--tls-key/],
  [['--tls-cert', 'a.pem', '--tls-key', 'b.pem'], /b\.pem cannot be read/],
  [['--port', '70000'], /--port/],
  [['--config', 'none.json'], /none\.json.*no such file/],
  [['--agent', 'nobody'], /there is no agent "nobody"/],
  [['--agent', 'scout', '--stdio-agent', 'x'], /--stdio-agent/],
  [['--stdio-agent', '"x'], /never closed/],
])('%s is refused with words', async (words, sentence) => {
  const told = await parley(makePlace(), ['serve', ...words])
  expect(told).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(sentence) })
})

test('a port that is taken is told of', async () => {
  const place = makePlace()
  const { port } = await serve(place)
  const told = await parley(makePlace(), ['serve', '--port', String(port)])
  expect(told).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('another program does') })
})

test('tokens are made, listed, replaced and taken back, and a running gateway knows at once', async () => {
  const place = makePlace()
  const config = configOf(place)
  const served = await serve(place, [...config, '--port', '0'])
  const token = (...words: readonly string[]) => parley(place, ['serve', 'token', ...words, ...config])
  const statusWith = (secret: string): Promise<number> =>
    fetch(`${served.url}/acp`, { headers: { authorization: `Bearer ${secret.trim()}` } }).then(
      ({ status }) => status,
    )
  const made = await token('add', 'laptop', '--role', 'viewer', '--days', '7')
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^parley_\S+\n$/), stderr: '' })
  // Let in, and told that it wants something else than a stream.
  expect(await statusWith(made.stdout)).toBe(406)
  expect(await token('add', 'laptop')).toMatchObject({ code: 2, stderr: expect.stringContaining('laptop') })
  expect(await token('add', 'a b')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a name of at most'),
  })
  const listed = await token('list')
  expect(listed.stdout).toMatch(/^laptop\towner\tsession\.read\t\S+\t\S+\n$/)
  expect(JSON.parse((await token('list', '--format', 'json')).stdout)).toMatchObject([{ name: 'laptop' }])
  const replaced = await token('rotate', 'laptop')
  expect(await statusWith(made.stdout)).toBe(401)
  expect(await statusWith(replaced.stdout)).toBe(406)
  expect(await token('revoke', 'laptop')).toMatchObject({ code: 0, stdout: '' })
  expect(await statusWith(replaced.stdout)).toBe(401)
  expect(await token('revoke', 'laptop')).toMatchObject({ code: 2 })
  const own = await token('rotate')
  expect(await statusWith(served.token)).toBe(401)
  expect(await statusWith(own.stdout)).toBe(406)
  expect(readFileSync(served.tokenFile, 'utf8')).toBe(own.stdout)
  const audit = readFileSync(join(place.home, '.local/state/parley/gateway/audit/audit.ndjson'), 'utf8')
  for (const secret of [made, replaced, own]) expect(audit).not.toContain(secret.stdout.trim())
})
