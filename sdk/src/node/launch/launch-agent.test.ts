import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../../client/index.js'
import { launchAgent } from '../launch.js'
import { failureOf, homeForEach } from './home.fixture.js'
import { foreignSystem, headOf, loaderOf } from './program-file.js'

const person = homeForEach()

for (const [layout, folder] of [
  ['nvm', '.nvm/versions/node/v22.3.0/bin'],
  ['fnm', '.local/share/fnm/node-versions/v22.3.0/installation/bin'],
  ['Volta', '.volta/bin'],
] as const)
  test(`an agent that only ${layout} knows starts on its own Node and shakes hands`, async () => {
    person.home.node(`${folder}/node`)
    const file = person.home.agent(`${folder}/some-agent`)
    const client = await connect(
      await launchAgent('some-agent', [], { ...person.home.options, shellDeadline: 0 }),
    )
    expect(client.info?.version?.split(':')[0]).toBe(dirname(file))
    await client.close()
  })

test('an agent that only the login shell knows starts, though its profile prints', async () => {
  person.home.node('tools/node')
  person.home.agent('tools/some-agent')
  person.home.write(
    '.bash_profile',
    `echo Welcome; export PATH=${person.home.path('tools')}:$PATH; echo '{"jsonrpc":"2.0"}'\n`,
  )
  const client = await connect(await launchAgent('some-agent', [], person.home.options))
  expect(client.info?.version?.split(':')[0]).toBe(person.home.path('tools'))
  await client.close()
})

test('an agent that is started anew is started from the same place', async () => {
  person.home.node('.volta/bin/node')
  person.home.agent('.volta/bin/some-agent')
  const first = await launchAgent('some-agent', [], { ...person.home.options, shellDeadline: 0 })
  const client = await connect(await first.reopen())
  expect(client.info?.version?.split(':')[0]).toBe(person.home.path('.volta/bin'))
  await client.close()
})

test('an agent that is nowhere is refused with where it was looked for and what to do', async () => {
  const error = await failureOf(launchAgent('no-such-agent', [], person.home.options))
  expect(error.message).toMatch(
    /^cannot start "no-such-agent": no such program was found\.\n {2}looked in the PATH/,
  )
  expect(error.message).toContain('What to do: install it')
})

test('a working directory that is missing, or none, is named before anything is started', async () => {
  const missing = await failureOf(
    launchAgent(process.execPath, [], { ...person.home.options, cwd: person.home.path('gone') }),
  )
  expect(missing.reason).toBe('no_directory')
  expect(missing.message).toContain(
    `cannot start the agent in ${person.home.path('gone')}: the working directory does not exist`,
  )
  expect(missing.cure).toContain('create it')
  const file = person.home.write('file', '')
  const none = await failureOf(launchAgent(process.execPath, [], { ...person.home.options, cwd: file }))
  expect(none.message).toContain('the working directory is no directory')
})

test('what the system refuses to start is told with its reason and a cure', async () => {
  const huge = 'x'.repeat(4 * 1024 * 1024)
  const error = await failureOf(launchAgent(process.execPath, ['-e', '0', huge], person.home.options))
  expect(error.reason).toBe('refused')
  expect(error.message).toContain('E2BIG')
  expect(error.cure).toBe('give fewer or shorter arguments and variables.')
})

test('a program for another machine or system is recognised', async () => {
  const head = await headOf(process.execPath)
  expect(foreignSystem(head, process)).toBeUndefined()
  const other = new Uint8Array(head)
  other.set([process.arch === 'arm64' ? 62 : 183, 0], 18)
  const file = person.home.write('bare/tool', '', 0o755)
  for (const [bytes, system] of [
    [other, /built for Linux on (?:arm64|x64)/],
    [Uint8Array.of(0xcf, 0xfa, 0xed, 0xfe, 0, 0), /built for macOS/],
    [Uint8Array.of(0x4d, 0x5a, 0x90, 0), /built for Windows/],
  ] as const) {
    rmSync(file)
    person.home.write('bare/tool', Buffer.from(bytes) as unknown as string, 0o755)
    const error = await failureOf(launchAgent('tool', [], person.home.options))
    expect(error.reason).toBe('wrong_system')
    expect(error.message).toMatch(system)
    expect(error.cure).toBe('install the build for this system.')
  }
})

test('a program whose loader is missing is recognised, though the system would call itself missing', async () => {
  const head = await headOf(process.execPath)
  const loader = loaderOf(head)
  expect(loader).toMatch(/^\/lib/)
  const at = Buffer.from(head).indexOf(loader ?? '')
  const other = Buffer.from(head)
  other.write('/no-musl', at)
  person.home.write('bare/tool', other as unknown as string, 0o755)
  const error = await failureOf(launchAgent('tool', [], person.home.options))
  expect(error.message).toContain('built for another kind of Linux')
  expect(error.cure).toContain('musl')
})
