import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MAIN, makePlace, parley } from '../run/command.fixture.js'
import { rootLines } from './root-lines.js'
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

test('a program that is not there is told of before anybody can come', async () => {
  const told = await parley(makePlace(), ['serve', '--port', '0', '--stdio-agent', 'no-such-program --acp'])
  expect(told).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no such program') })
})

test('an agent of the config whose program is not there is told of, and the others are served', async () => {
  const place = makePlace()
  const agents = { there: { command: process.execPath }, gone: { command: 'no-such-program' } }
  const served = await serve(place, [...configOf(place, { agents, defaultAgent: 'there' }), '--port', '0'])
  await expect.poll(served.said).toContain('the agent gone: cannot start "no-such-program"')
  expect(served.said()).not.toContain('the agent there')
  expect(served.defaultAgent).toBe('there')
})

test('it says what to type next', async () => {
  const place = makePlace()
  const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0'], { cwd: place.cwd, env: place.env() })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.setEncoding('utf8').on('data', text => (said += text))
  const line = /^talk with it: parley chat --url http:\S+ --token-file (\S+)$/m
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(line)
  expect(readFileSync(line.exec(said)?.[1] ?? '', 'utf8')).toMatch(/^parley_/)
})

test('it says where sessions may work, and that this folder is none of these where it is none', () => {
  const { cwd } = makePlace()
  const folder = (name: string): string => {
    mkdirSync(join(cwd, name), { recursive: true })
    return join(cwd, name)
  }
  const roots = [folder('home')]
  const where = `sessions work in folders inside ${roots[0]}`
  const linesAt = (path: string, isWritten = true, all: readonly string[] = roots): readonly string[] =>
    rootLines(all, { cwd: path, config: '/c/gateway.json', isWritten })
  expect(linesAt(folder('home'))).toEqual([where])
  expect(linesAt(folder('home/project'))).toEqual([where])
  const begin = 'this folder is outside of them: run the command below from inside one, or'
  for (const outside of [cwd, folder('home-of-others'), '/']) {
    const whole = `"roots": ${JSON.stringify([...roots, outside])}`
    expect(linesAt(outside)).toEqual([
      where,
      `${begin} add this folder to "roots" in /c/gateway.json (${whole}) and start again`,
    ])
    expect(linesAt(outside, false)).toEqual([
      where,
      `${begin} write { "version": 1, ${whole} } to /c/gateway.json and start again`,
    ])
  }
  const many = [...roots, '/a', '/b', '/c']
  expect(linesAt(folder('home'), true, many)).toEqual([`${where}, /a, /b and 1 more`])
  expect(linesAt('/', true, many)[1]).toBe(
    `${begin} add this folder to "roots" in /c/gateway.json and start again`,
  )
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
