import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, connect, type PermissionRequest } from '../../client/index.js'
import { auditLog, grantMemory, nodeHost, spawnAgent, verifyAudit } from '../index.js'
import { follow, reported } from './our-client.fixture.js'
import { saidIn } from './said.fixture.js'

const program = fileURLToPath(new URL('fixtures/official-agent.mjs', import.meta.url))
const asked: PermissionRequest[] = []
let home: string
let cwd: string
let client: Client

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'parley-host-')))
  cwd = join(home, 'work')
  await writeFile(join(home, 'outside.txt'), 'private')
  const host = nodeHost({
    policy: false,
    audit: auditLog({ folder: join(home, 'audit') }),
    grants: grantMemory({ folder: join(home, 'permissions') }),
    permission: request => {
      asked.push(request)
      return request.options.find(({ kind }) => kind === 'allow_once')
    },
  })
  await mkdir(cwd)
  client = await connect(spawnAgent(process.execPath, [program, '1']), host)
})

afterAll(async () => {
  await client.close()
  await rm(home, { recursive: true })
})

const begin = () => client.newSession({ cwd })

test('an agent on the official SDK learns what our host lends', async () => {
  const { clientCapabilities } = await reported((await begin()).prompt('greeting'))
  expect(clientCapabilities).toMatchObject({
    fs: { readTextFile: true, writeTextFile: true },
    terminal: true,
    _meta: { boundary: expect.any(String), processGuard: expect.any(String) },
  })
})

test('it writes a file and reads it, whole and in part', async () => {
  const session = await begin()
  const path = join(cwd, 'notes.txt')
  expect(await reported(session.prompt(`write ${path} one\ntwo\nthree\n`))).toEqual({})
  expect(await readFile(path, 'utf8')).toBe('one\ntwo\nthree\n')
  const whole = await follow(session.prompt(`read ${path}`))
  expect(saidIn(whole.updates)).toEqual(['one\ntwo\nthree\n'])
  const part = await follow(session.prompt(`read ${path} 2 1`))
  expect(saidIn(part.updates).join('')).toMatch(/^two\n?$/)
})

test('it does not reach what lies outside', async () => {
  const session = await begin()
  const error = await session.prompt(`read ${join(home, 'outside.txt')}`).outcome.catch(error => error)
  expect(JSON.stringify(error)).not.toContain('private')
  expect(error).toBeInstanceOf(Error)
})

test('it runs a command, waits for it, reads its output and releases it', async () => {
  const session = await begin()
  const { updates } = await follow(session.prompt('run printenv COLOUR'))
  const [first = '', second = ''] = saidIn(updates)
  expect(JSON.parse(first)).toMatchObject({
    exit: { exitCode: 0 },
    output: { output: 'green\n', truncated: false },
  })
  expect(JSON.parse(second)).toMatchObject({ code: -32002 })
})

test('it kills a command, and its output stays until it is released', async () => {
  const session = await begin()
  const { before, exit } = await reported(session.prompt('kill sleep 60'))
  expect(before).toBe(null)
  expect(exit).toMatchObject({ signal: 'SIGTERM' })
})

test('its own question is answered with its least lasting answer', async () => {
  const session = await begin()
  expect(await reported(session.prompt('ask'))).toEqual({ outcome: 'selected', optionId: 'yes' })
  expect(asked.at(-1)?.action).toMatchObject({ action: 'agent.claimed', kind: 'delete' })
  expect(await verifyAudit(join(home, 'audit'))).toMatchObject({ isWhole: true })
})
