import { readFileSync, statSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { EXIT } from '../exit-code.js'
import { fixture, machineForEach } from './machine.fixture.js'
import { readRegistry } from './registry.js'

const person = machineForEach()
const file = fixture('registry.json')

const good = {
  ...{ id: 'some-agent', name: 'Some', version: '1.0.0', description: 'An agent' },
  distribution: { npx: { package: 'some-agent@1.0.0', args: ['--acp'] } },
}
const npx = (more: object): object => ({
  ...good,
  distribution: { npx: { package: 'some-agent@1.0.0', ...more } },
})
const binary = (more: object): object => {
  const target = { archive: 'https://example.com/a.zip', cmd: './a', ...more }
  const names = ['linux', 'darwin', 'windows'].flatMap(name => [`${name}-x86_64`, `${name}-aarch64`])
  return { ...good, distribution: { binary: Object.fromEntries(names.map(name => [name, target])) } }
}

test.each<[string, unknown, string]>([
  ['a path for an id', { ...good, id: '../../.bashrc' }, '.id'],
  ['an option for an id', { ...good, id: '--force' }, '.id'],
  ['an id without end', { ...good, id: 'a'.repeat(65) }, '.id'],
  ['escape codes in a name', { ...good, name: 'Nice\u001b[2J' }, '.name'],
  ['a name that turns the writing round', { ...good, name: 'Nice\u202egpj' }, '.name'],
  ['a name of two lines', { ...good, name: 'Nice\nrefused: nothing' }, '.name'],
  ['letters of two alphabets in a name', { ...good, name: 'Сlaude Code' }, '.name'],
  ['a huge name', { ...good, name: 'n'.repeat(100_000) }, '.name'],
  ['a range for a version', { ...good, version: '^1.0.0' }, '.version'],
  ['a tag for a version', { ...good, version: 'latest' }, '.version'],
  ['a number for a version', { ...good, version: 1 }, '.version'],
  ['an address that runs code', { ...good, website: 'javascript:alert(1)' }, '.website'],
  ['an address without TLS', { ...good, repository: 'http://example.com' }, '.repository'],
  ['an address with a password', { ...good, website: 'https://a:b@example.com' }, '.website'],
  ['an option for a package', npx({ package: '--registry=https://evil.example' }), '.package'],
  ['an address for a package', npx({ package: 'https://evil.example/x.tgz' }), '.package'],
  ['an address for a version', npx({ package: 'x@https://evil.example/x.tgz' }), '.package'],
  ['another package under a name', npx({ package: 'x@npm:evil@1.0.0' }), '.package'],
  ['a path for a package', npx({ package: '../../x' }), '.package'],
  ['the newest of a package', npx({ package: 'some-agent@latest' }), '.package'],
  ['no package', npx({ package: undefined }), '.package'],
  ['arguments that are no list', npx({ args: '--acp' }), '.args'],
  ['an argument that is no text', npx({ args: ['--acp', { toString: 1 }] }), '.args[1]'],
  ['an argument that hides something', npx({ args: ['--acp\u200b'] }), '.args[0]'],
  ['an argument with a line break', npx({ args: ['a\nb'] }), '.args[0]'],
  ['too many arguments', npx({ args: Array.from({ length: 100 }, () => 'a') }), '.args'],
  ['a variable that loads code', npx({ env: { NODE_OPTIONS: '--require=/tmp/x' } }), '.env'],
  ['a variable that loads a library', npx({ env: { LD_PRELOAD: '/tmp/x' } }), '.env'],
  ['a variable that says where programs are', npx({ env: { PATH: '/tmp' } }), '.env'],
  ['a variable that is no text', npx({ env: { MODE: 1 } }), '.env.MODE'],
  ['a path for a program', npx({ cmd: '../sh' }), '.cmd'],
  ['a program outside its archive', binary({ cmd: '../../bin/sh' }), '.cmd'],
  ['a program anywhere', binary({ cmd: '/bin/sh' }), '.cmd'],
  ['an archive without TLS', binary({ archive: 'http://example.com/a.zip' }), '.archive'],
  ['a sum that is none', binary({ sha256: 'abc' }), '.sha256'],
  [
    'a Python package with an address',
    { ...good, distribution: { uvx: { package: 'x @ https://evil' } } },
    '.package',
  ],
  ['no distribution', { ...good, distribution: null }, '.distribution'],
  ['a list for an entry', [], '$.agents[0]'],
  ['nothing for an entry', null, '$.agents[0]'],
])('%s is refused, and says where', (_, entry, where) => {
  const { agents, refused } = readRegistry({ version: '1.0.0', agents: [entry, { ...good, id: 'other' }] })
  expect(agents.map(({ id }) => id)).toEqual(['other'])
  expect(refused).toHaveLength(1)
  expect(refused[0]).toContain(where)
  expect(refused[0]?.length).toBeLessThan(300)
})

test('an entry that is as it should be is taken, without what nobody here knows', () => {
  const [entry] = readRegistry({ version: '1.0.0', agents: [{ ...good, surprise: 1 }] }).agents
  expect(entry).toMatchObject({
    id: 'some-agent',
    npm: { package: 'some-agent', version: '1.0.0', args: ['--acp'] },
  })
  expect(entry).not.toHaveProperty('surprise')
})

test('the second of two entries with one id is refused', () => {
  expect(readRegistry({ version: '1.0.0', agents: [good, good] }).refused[0]).toContain('every id once')
})

test('a registry from a file is kept for later, privately', async () => {
  const { code, stdout } = await person.machine.run('agents', 'registry', file)
  expect(code).toBe(EXIT.ok)
  expect(stdout).toContain('good-agent\tGood Agent\t1.2.3\t@example/good-agent\n')
  const kept = person.machine.path('state', 'parley', 'agents', 'registry.json')
  expect(statSync(kept).mode & 0o777).toBe(0o600)
  expect(readFileSync(kept, 'utf8')).not.toMatch(/surprise|icon\.svg|preview|u001b/)
  const { json } = await person.machine.run('agents', 'registry', '--format', 'json')
  expect(json.agents.map(({ id }: { id: string }) => id)).toEqual(['good-agent', 'snake', 'stone', 'gemini'])
  expect(json.agents[0].description).toBe('Does good· things')
})

test('what is in the registry is listed among all', async () => {
  await person.machine.run('agents', 'registry', file)
  expect((await person.machine.run('agents', 'list')).stdout).not.toContain('good-agent')
  const { json } = await person.machine.run('agents', 'list', '--all', '--format', 'json')
  const found = json.find(({ id }: { id: string }) => id === 'good-agent')
  expect(found).toMatchObject({ source: 'registry', state: 'not installed', version: '1.2.3' })
})

test('what is no npm package is not installed, and the line that adds it is told', async () => {
  await person.machine.run('agents', 'registry', file)
  const snake = await person.machine.run('agents', 'install', 'snake')
  expect(snake.code).toBe(EXIT.error)
  expect(snake.stderr).toContain('uv tool install snake-agent==2.0.0\n')
  expect(snake.stderr).toContain("parley agents add snake --env SNAKE_MODE=on -- snake-agent serve 'a b'\n")
  const stone = await person.machine.run('agents', 'install', 'stone')
  expect(stone.stderr).toContain('unpack https://example.com/stone.tar.gz')
  expect(stone.stderr).toContain('parley agents add stone -- /path/to/bin/stone acp\n')
})

test('a registry that is forgotten is gone, and without one it is said how to choose one', async () => {
  await person.machine.run('agents', 'registry', file)
  expect((await person.machine.run('agents', 'registry', '--off')).code).toBe(EXIT.ok)
  const { code, stderr } = await person.machine.run('agents', 'registry')
  expect(code).toBe(EXIT.usage)
  expect(stderr).toContain('choose one')
})

let server: Server | undefined
afterEach(() => void server?.close().closeAllConnections())

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a registry from an address of this machine is read, and read again when refreshed', async () => {
  let version = '1.0.0'
  const address = await serve((_, response) =>
    response.end(JSON.stringify({ version: '1.0.0', agents: [{ ...good, version }] })),
  )
  await person.machine.run('agents', 'registry', `${address}/registry.json`)
  version = '1.0.1'
  const { stdout } = await person.machine.run('agents', 'registry', '--refresh')
  expect(stdout).toContain('some-agent\tSome\t1.0.1')
})

test('a registry that is too big, elsewhere, broken or absent is refused, and the old one stays', async () => {
  await person.machine.run('agents', 'registry', file)
  const address = await serve((request, response) => {
    if (request.url === '/redirect')
      return void response.writeHead(302, { location: 'https://example.com/' }).end()
    if (request.url === '/again') return void response.writeHead(302, { location: '/again' }).end()
    if (request.url === '/missing') return void response.writeHead(404).end()
    if (request.url === '/broken') return void response.end('{"version": "1.0.0", "agents": [')
    if (request.url === '/second') return void response.end('{"version": "2.0.0", "agents": []}')
    response.writeHead(200)
    const pour = (): void => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', pour)
    }
    pour()
  })
  for (const [path, why] of [
    ['/redirect', 'another host'],
    ['/again', 'again and again'],
    ['/missing', 'status 404'],
    ['/broken', 'expected JSON'],
    ['/second', 'a registry of version 1'],
    ['/huge', 'more than 4194304 bytes'],
  ]) {
    const { code, stderr } = await person.machine.run('agents', 'registry', `${address}${path}`)
    expect([code, stderr]).toEqual([EXIT.error, expect.stringContaining(why ?? '')])
  }
  expect((await person.machine.run('agents', 'registry')).stdout).toContain('good-agent')
})

test.each([
  'http://example.com/registry.json',
  'http://127.0.0.1.example.com/registry.json',
  'file:///etc/passwd',
  'ftp://127.0.0.1/registry.json',
  'https://name:password@example.com/registry.json',
])('the address %s is not used', async address => {
  const { code, stderr } = await person.machine.run('agents', 'registry', address)
  expect(code).toBe(EXIT.usage)
  expect(stderr).toContain('cannot be used')
})
