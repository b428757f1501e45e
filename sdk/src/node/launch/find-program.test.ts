import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { findProgram } from './find-program.js'
import { failureOf, type Home, homeForEach } from './home.fixture.js'

const person = homeForEach()

/** Where no login shell is to be asked: what is looked for stands elsewhere. */
const unasked = (): Home['options'] => ({ ...person.home.options, shellDeadline: 0 })

test('a program on PATH is found there, and PATH stays as it is', async () => {
  const file = person.home.write('bare/tool', '', 0o755)
  const found = await findProgram('tool', person.home.options)
  expect(found).toEqual({
    file,
    from: 'the PATH of this process',
    path: person.home.path('bare'),
    looked: [],
  })
})

test('a relative folder on PATH is never looked in, because a repository could put a program there', async () => {
  person.home.write('project/tool', '', 0o755)
  person.home.write('project/bin/tool', '', 0o755)
  const env = { ...person.home.env, PATH: `.:bin::${person.home.path('bare')}` }
  const error = await failureOf(findProgram('tool', { ...unasked(), env }))
  expect(error.looked[0]?.folders).toEqual([person.home.path('bare')])
})

test('a command with a slash is meant from the working directory, and one with a tilde from the home', async () => {
  const here = person.home.write('project/bin/tool', '', 0o755)
  expect((await findProgram('./bin/tool', person.home.options)).file).toBe(here)
  expect((await findProgram('~/project/bin/tool', person.home.options)).file).toBe(here)
  expect((await findProgram(here, person.home.options)).file).toBe(here)
})

test('a program that only the login shell knows is found on its PATH, which it then gets', async () => {
  const file = person.home.write('tools/tool', '', 0o755)
  person.home.write('.bash_profile', `export PATH=${person.home.path('tools')}:$PATH\n`)
  const found = await findProgram('tool', person.home.options)
  expect(found.file).toBe(file)
  expect(found.from).toBe('the PATH of the login shell /bin/bash')
  expect(found.path.split(':').slice(0, 1)).toEqual([person.home.path('tools')])
  expect(found.path.split(':')).toContain(person.home.path('bare'))
})

test('a profile that prints, before and after, does no harm', async () => {
  const file = person.home.write('tools/tool', '', 0o755)
  const profile = `echo 'Welcome! PATH=/nowhere'; echo 'to stderr' >&2
    export PATH=${person.home.path('tools')}:$PATH; trap 'echo goodbye' EXIT; printf 'no line end'\n`
  person.home.write('.bash_profile', profile)
  expect((await findProgram('tool', person.home.options)).file).toBe(file)
})

test('a profile that hangs is given up at the deadline, named in the error, and ended with what it started', async () => {
  person.home.write('.bash_profile', 'sleep 60 & sleep 60\n')
  const started = performance.now()
  const error = await failureOf(findProgram('tool', { ...person.home.options, shellDeadline: 400 }))
  expect(performance.now() - started).toBeLessThan(3_000)
  expect(error.message).toContain('login shell /bin/bash: did not name its PATH within 400 milliseconds')
  expect(error.message).toContain('does its profile wait for something?')
})

test('a profile that leaves something running in the background does not hold the answer up', async () => {
  const file = person.home.write('tools/tool', '', 0o755)
  person.home.write('.bash_profile', `sleep 60 & export PATH=${person.home.path('tools')}:$PATH\n`)
  const started = performance.now()
  expect((await findProgram('tool', person.home.options)).file).toBe(file)
  expect(performance.now() - started).toBeLessThan(4_000)
})

test('a shell that cannot be started is a remark, and the search goes on', async () => {
  const file = person.home.write('.volta/bin/tool', '', 0o755)
  const env = { ...person.home.env, SHELL: '/no/such/shell' }
  const found = await findProgram('tool', { ...person.home.options, env })
  expect(found.file).toBe(file)
  expect(found.looked.at(1)?.remark).toContain('could not be started')
})

test('nvm: the default comes first, by way of its aliases, and a script finds the Node it was installed with', async () => {
  for (const version of ['v18.20.0', 'v20.11.1', 'v22.3.0', 'v9.0.0'])
    person.home.node(`.nvm/versions/node/${version}/bin/node`)
  person.home.write('bare/node', 'a Node of the system that is older', 0o755)
  person.home.write('.nvm/alias/default', 'lts/*\n')
  person.home.write('.nvm/alias/lts/*', 'lts/iron\n')
  person.home.write('.nvm/alias/lts/iron', 'v20.11.1\n')
  const file = person.home.agent('.nvm/versions/node/v20.11.1/bin/tool')
  person.home.agent('.nvm/versions/node/v22.3.0/bin/tool')
  const found = await findProgram('tool', unasked())
  expect(found).toMatchObject({ file, from: 'nvm' })
  expect(found.path).toBe(`${dirname(file)}:${person.home.path('bare')}`)
})

test('nvm: what the project asks for comes before the default, and without either the newest is taken', async () => {
  for (const version of ['v9.11.0', 'v20.2.0', 'v20.11.1', 'v22.3.0'])
    person.home.agent(`.nvm/versions/node/${version}/bin/tool`)
  for (const version of ['v9.11.0', 'v20.2.0', 'v20.11.1', 'v22.3.0'])
    person.home.node(`.nvm/versions/node/${version}/bin/node`)
  const newest = await findProgram('tool', unasked())
  expect(newest.file).toContain('/v22.3.0/')
  person.home.write('.nvm/alias/default', '22')
  person.home.write('.nvmrc', '20\n')
  expect((await findProgram('tool', unasked())).file).toContain('/v20.11.1/')
  person.home.write('elsewhere', 'v9.11.0\n')
  person.home.write('.nvmrc', '../../elsewhere\n')
  expect((await findProgram('tool', unasked())).file).toContain('/v22.3.0/')
})

test.each([
  ['a pipe', (path: string) => void execFileSync('mkfifo', [path])],
  ['a device without an end', (path: string) => symlinkSync('/dev/zero', path)],
])('nvm: a wish that is %s holds nobody up', async (_, make) => {
  person.home.agent('.nvm/versions/node/v22.3.0/bin/tool')
  person.home.node('.nvm/versions/node/v22.3.0/bin/node')
  make(person.home.path('.nvmrc'))
  expect((await findProgram('tool', unasked())).file).toContain('/v22.3.0/')
})

test('fnm: the default is found in each of its homes, and a script finds its Node there', async () => {
  for (const root of ['.local/share/fnm', '.fnm']) {
    person.home.node(`${root}/node-versions/v22.3.0/installation/bin/node`)
    person.home.agent(`${root}/node-versions/v22.3.0/installation/bin/tool`)
    mkdirSync(person.home.path(root, 'aliases'), { recursive: true })
    symlinkSync(
      person.home.path(root, 'node-versions/v22.3.0/installation'),
      person.home.path(root, 'aliases/default'),
    )
    const found = await findProgram('tool', unasked())
    expect(found.from).toBe('fnm')
    expect(found.file).toBe(person.home.path(root, 'aliases/default/bin/tool'))
    expect(found.path.split(':')[0]).toBe(person.home.path(root, 'aliases/default/bin'))
    person.home.remove()
    mkdirSync(person.home.path('project'), { recursive: true })
  }
})

test('fnm: the folder of a shell, which goes away with it, is replaced by what it leads to', async () => {
  const file = person.home.agent('.fnm/node-versions/v22.3.0/installation/bin/tool')
  person.home.node('.fnm/node-versions/v22.3.0/installation/bin/node')
  symlinkSync(person.home.path('.fnm/node-versions/v22.3.0/installation'), person.home.path('shell_1'))
  const env = { ...person.home.env, FNM_MULTISHELL_PATH: person.home.path('shell_1') }
  const found = await findProgram('tool', { ...unasked(), env })
  expect(found.file).toBe(realpathSync(file))
})

for (const [manager, folder] of [
  ['Volta', '.volta/bin'],
  ['mise', '.local/share/mise/shims'],
  ['asdf', '.asdf/shims'],
  ['pnpm', '.local/share/pnpm'],
  ['Bun', '.bun/bin'],
  ['Deno', '.deno/bin'],
  ['the own folders of the user', '.local/bin'],
] as const)
  test(`a program that ${manager} keeps is found without a shell`, async () => {
    const file = person.home.write(`${folder}/tool`, '', 0o755)
    expect(await findProgram('tool', unasked())).toMatchObject({ file, from: manager })
  })

test('a program under the prefix that npm was given is found', async () => {
  const file = person.home.write('globals/bin/tool', '', 0o755)
  person.home.write('.npmrc', `; mine\nprefix = \${HOME}/globals\n`)
  expect(await findProgram('tool', unasked())).toMatchObject({ file, from: 'the prefix of npm' })
})

test('a script given by its path runs on the Node beside it, whatever PATH says', async () => {
  person.home.write('bare/node', '', 0o755)
  person.home.node('.nvm/versions/node/v22.3.0/bin/node')
  const file = person.home.agent('.nvm/versions/node/v22.3.0/bin/tool')
  expect((await findProgram(file, unasked())).path).toBe(`${dirname(file)}:${person.home.path('bare')}`)
})

test('a script on PATH whose interpreter is elsewhere gets a PATH that leads to it', async () => {
  person.home.agent('bare/tool')
  person.home.node('.volta/bin/node')
  expect((await findProgram('tool', unasked())).path).toBe(
    `${person.home.path('.volta/bin')}:${person.home.path('bare')}`,
  )
})

test('a program that is nowhere is an error that says where it was looked for, and what to do', async () => {
  person.home.node('.nvm/versions/node/v22.3.0/bin/node')
  person.home.write('.bash_profile', `export PATH=${person.home.path('tools')}\n`)
  const error = await failureOf(findProgram('no-such-agent', person.home.options))
  expect(error.reason).toBe('not_found')
  expect(error.message).toContain('cannot start "no-such-agent": no such program was found.')
  expect(error.message).toContain(`looked in the PATH of this process: ${person.home.path('bare')}\n`)
  expect(error.message).toContain(
    `looked in the PATH of the login shell /bin/bash: ${person.home.path('tools')}\n`,
  )
  expect(error.message).toContain(`looked in nvm: ${person.home.path('.nvm/versions/node/v22.3.0/bin')}\n`)
  expect(error.message).not.toContain('Volta')
  expect(error.message).toContain('What to do: install it, or give its full path')
  expect(error.message).toContain('`command -v no-such-agent`')
})

test('a whole command line in the place of a command is recognised', async () => {
  const error = await failureOf(findProgram('no-such-npx -y some-agent', unasked()))
  expect(error.cure).toBe(
    'give the program and its arguments apart: "no-such-npx" is the command, ["-y","some-agent"] are its arguments.',
  )
})

test('a file that may not be executed, a link that leads nowhere and a folder are told apart', async () => {
  person.home.write('bare/tool', '')
  symlinkSync('/gone/away', person.home.path('bare/dangling-tool'))
  const forbidden = await failureOf(findProgram('tool', unasked()))
  expect(forbidden.reason).toBe('not_executable')
  expect(forbidden.message).toContain(`${person.home.path('bare/tool')} may not be executed`)
  expect(forbidden.cure).toContain(`chmod +x ${person.home.path('bare/tool')}`)
  const dangling = await failureOf(findProgram('dangling-tool', unasked()))
  expect(dangling.message).toContain('is a link to /gone/away, which is not there')
  const folder = await failureOf(findProgram(person.home.path('bare'), unasked()))
  expect(folder.message).toContain('is a directory')
  const missing = await failureOf(findProgram('./nothing', unasked()))
  expect(missing.message).toContain(`there is no file ${person.home.path('project/nothing')}`)
})

test('what cannot be run by name is passed over for what can', async () => {
  person.home.write('bare/tool', '')
  const file = person.home.write('.volta/bin/tool', '', 0o755)
  expect((await findProgram('tool', unasked())).file).toBe(file)
})

test('a script without its interpreter is an error that names both', async () => {
  const script = person.home.write('bare/tool', '#!/usr/bin/env no-such-interpreter\n', 0o755)
  const byName = await failureOf(findProgram('tool', unasked()))
  expect(byName.reason).toBe('no_interpreter')
  expect(byName.message).toContain(`cannot start ${script}: it is a script for "no-such-interpreter"`)
  expect(byName.cure).toBe('install no-such-interpreter, or put the folder that holds it on PATH.')
  person.home.write('bare/tool', '#!/no/such/python3 -u\n', 0o755)
  const byPlace = await failureOf(findProgram('tool', unasked()))
  expect(byPlace.message).toContain('it is a script for /no/such/python3, which is not there')
})

test('a script with the line ends of Windows is recognised', async () => {
  const file = person.home.write('bare/tool', '#!/usr/bin/env node\r\n', 0o755)
  const error = await failureOf(findProgram('tool', unasked()))
  expect(error.message).toContain('ends as lines do on Windows')
  expect(error.cure).toContain(file)
})

test('nothing is no command', async () => {
  for (const command of ['', '  ', 'a\0b'])
    expect((await failureOf(findProgram(command, unasked()))).cure).toBe('name one.')
})
