import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GatewayConfig } from './config.js'
import { ConfigError, readGatewayConfig } from './read-config.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-config-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const HASH = 'ab'.repeat(32)

async function read(value: unknown): Promise<GatewayConfig> {
  const path = join(folder, `${crypto.randomUUID()}.json`)
  await writeFile(path, typeof value === 'string' ? value : JSON.stringify(value), { mode: 0o600 })
  return readGatewayConfig({ path, env: { HOME: '/home/somebody' } })
}

async function flawOf(value: unknown): Promise<string> {
  const error = await read(value).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ConfigError)
  return (error as ConfigError).message
}

describe('without a file', () => {
  test('there is one agent, one principal, this machine, and the limits that are usual', () => {
    const config = readGatewayConfig({ env: { HOME: folder } })
    expect(config.path).toBeUndefined()
    expect([...config.agents.keys()]).toEqual(['scout'])
    expect(config.owner).toBe('owner')
    expect([...config.principals.keys()]).toEqual(['owner'])
    expect(config.address).toBe('127.0.0.1')
    expect(config.stateFolder).toBe(join(folder, '.local/state/parley/gateway'))
    expect(config.principals.get('owner')).toMatchObject({
      roots: [folder],
      limits: {
        ...{ connections: 64, sessions: 256, requestsPerSecond: 50 },
        ...{ requestBurst: 200, bytesPerSecond: 10_000_000 },
      },
    })
    expect(config.strangers).toEqual({ unauthenticatedPerMinute: 10, failedTokens: 5, backOffSeconds: 60 })
  })

  test('a file that was named must be there', () => {
    expect(() => readGatewayConfig({ path: join(folder, 'absent.json') })).toThrow(/there is no such file/)
  })
})

describe('a file', () => {
  test('says everything that can be said', async () => {
    const config = await read({
      version: 1,
      agents: {
        scout: {
          command: 'parley',
          args: ['scout', ''],
          env: { A: '' },
          inherit: ['KEY'],
          cwd: '/srv',
          roots: ['/srv/a'],
        },
        other: { command: '/opt/other' },
      },
      defaultAgent: 'other',
      principals: {
        alice: {
          ...{ role: 'editor', roots: ['/home/alice/../alice'], agents: ['scout'], limits: { sessions: 3 } },
          tokens: {
            laptop: { sha256: HASH },
            screen: { sha256: 'cd'.repeat(32), role: 'admin', expires: '2030-01-01T00:00:00Z' },
          },
        },
        guest: { scopes: ['session.read'] },
      },
      limits: { connections: 8 },
      strangers: { failedTokens: 3 },
      listen: { address: '::', port: 8443 },
      tls: { key: '/etc/key.pem', certificate: '/etc/cert.pem' },
      hosts: ['ACP.example.org', 'acp.example.org:8443'],
      origins: ['https://acp.example.org'],
      trustedProxies: ['10.0.0.2', '::ffff:10.0.0.3'],
      stateFolder: '/var/lib/parley',
    })
    expect(config.defaultAgent).toBe('other')
    expect(config.owner).toBeUndefined()
    const alice = config.principals.get('alice')
    expect(alice?.roots).toEqual(['/home/alice'])
    expect(alice?.limits).toMatchObject({ connections: 8, sessions: 3 })
    expect(alice?.tokens[0]?.scopes).toEqual(new Set(['session.read', 'session.write', 'permission.answer']))
    // A token never does more than its principal.
    expect(alice?.tokens[1]?.scopes.has('admin')).toBe(false)
    expect(alice?.tokens[1]?.expiresAt).toBe(Date.parse('2030-01-01'))
    expect(config.principals.get('guest')?.scopes).toEqual(new Set(['session.read']))
    expect(config.trustedProxies).toEqual(['10.0.0.2', '10.0.0.3'])
    expect(config.hosts).toEqual(['acp.example.org', 'acp.example.org:8443'])
  })

  test.each([
    [
      { version: 1, agnets: {} },
      /\$: expected no other keys than .*, found "agnets" \(did you mean "agents"\?\)/,
    ],
    [{ version: 2 }, /\$\.version: expected 1, found another number/],
    [{}, /\$\.version: .*found nothing/],
    [{ version: 1, agents: { a: {} } }, /\$\.agents\.a\.command: expected text, found nothing/],
    [
      { version: 1, agents: { a: { command: 'x', cwd: 'rel' } } },
      /\$\.agents\.a\.cwd: expected an absolute path, found a relative one/,
    ],
    [{ version: 1, agents: { 'a/b': { command: 'x' } } }, /\$\.agents\.a\/b: expected a name/],
    [
      { version: 1, agents: { a: { command: 'x', env: { 'A=B': '' } } } },
      /\.env: expected the name of a variable/,
    ],
    [
      { version: 1, agents: { a: { command: 'x' }, b: { command: 'y' } } },
      /\$\.defaultAgent: expected one of a, b, found nothing/,
    ],
    [
      { version: 1, principals: { p: {} } },
      /\$\.principals\.p: expected a role or a list of scopes, found neither/,
    ],
    [
      { version: 1, principals: { p: { role: 'edtor' } } },
      /\.role: expected one of viewer, editor, admin, found text \(did you mean "editor"\?\)/,
    ],
    [
      { version: 1, principals: { p: { role: 'viewer', tokens: { t: { sha256: 'secret' } } } } },
      /\.sha256: expected the SHA-256 of a token/,
    ],
    [{ version: 1, listen: { address: 'example.org' } }, /\$\.listen\.address: expected an IP address/],
    [{ version: 1, listen: { address: '0' } }, /\$\.listen\.address: expected an IP address/],
    [{ version: 1, listen: { port: 70_000 } }, /\$\.listen\.port: expected a whole number from 0 to 65535/],
    [{ version: 1, origins: ['https://a.example/'] }, /\$\.origins\[0\]: expected an origin/],
    [{ version: 1, origins: ['*'] }, /\$\.origins\[0\]/],
    [{ version: 1, hosts: ['a b'] }, /\$\.hosts\[0\]: expected a host name/],
    [
      { version: 1, trustedProxies: ['10.0.0.0/8'] },
      /\$\.trustedProxies\[0\]: expected the IP address of one proxy/,
    ],
    [{ version: 1, limits: { sessions: 0 } }, /\$\.limits\.sessions/],
    [
      '{"version":1,\n"agents": parley_secret}',
      /\$: expected JSON, found (?:a mistake in line 2|something else)\./,
    ],
    [[], /\$: expected an object, found a list/],
  ])('says where it is wrong: %j', async (value, message) => {
    expect(await flawOf(value)).toMatch(message)
  })

  test('as the documentation shows it is one', async () => {
    const page = await readFile(new URL('../../../docs/gateway.md', import.meta.url), 'utf8')
    const printed = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => text)
    const [smallest, config] = await Promise.all([read(printed[0] ?? ''), read(printed[1] ?? '')])
    expect(smallest.principals.get('owner')?.roots).toEqual(['/home/me', '/srv/project'])
    expect([...config.principals.keys()]).toEqual(['alice', 'build'])
  })

  test('never quotes what stands in it', async () => {
    expect(await flawOf('{"version":1, "x": "parley_secret')).not.toContain('parley_secret')
    expect(await flawOf({ version: 1, principals: { p: { role: 'hunter2' } } })).not.toContain('hunter2')
  })

  test('one hash under two names is refused', async () => {
    const tokens = { t: { sha256: HASH } }
    expect(
      await flawOf({
        version: 1,
        principals: { a: { role: 'viewer', tokens }, b: { role: 'admin', tokens } },
      }),
    ).toMatch(/each token once/)
  })

  test('that others can write is not believed', async () => {
    const path = join(folder, 'open.json')
    await writeFile(path, '{"version":1}')
    await chmod(path, 0o666)
    expect(() => readGatewayConfig({ path })).toThrow(/others can write it/)
    await chmod(path, 0o600)
    expect(readGatewayConfig({ path }).path).toBe(path)
  })
})
