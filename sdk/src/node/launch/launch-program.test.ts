import { once } from 'node:events'
import { expect, test } from 'vitest'
import { LaunchError, launchProgram } from '../index.js'
import { isAlive } from '../terminals/terminals.fixture.js'

const textOf = async (stream: AsyncIterable<unknown>): Promise<string> => {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}

test('a program has the variables it is given and no others, and its bytes are as it writes them', async () => {
  const { PATH } = process.env
  const env = { PATH, MY_SECRET: 'kept', NODE_PATH: '/x' }
  const program = await launchProgram('sh', ['-c', 'env; cat; echo beside >&2; exit 5'], { env })
  program.stdin.end(Buffer.from([0xff, 0x00, 0x0a]))
  const [output, errors, exit] = await Promise.all([
    textOf(program.stdout.setEncoding('latin1')),
    textOf(program.stderr),
    program.exited,
  ])
  expect(output.endsWith('\u00ff\u0000\n')).toBe(true)
  const names = output.split('\n').flatMap(line => /^(\w+)=/.exec(line)?.[1] ?? [])
  expect(names.filter(name => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name)).sort()).toEqual([
    'ACP_TERM_OWNER',
    'MY_SECRET',
    'NODE_PATH',
    'PATH',
  ])
  expect([errors, exit]).toEqual(['beside\n', { code: 5, signal: null }])
})

test('its end is the end of all that it started, also of who left its group', async () => {
  const program = await launchProgram('sh', ['-c', 'setsid sleep 300 & echo $!; wait'], {})
  const [line] = await once(program.stdout, 'data')
  const child = Number(String(line))
  expect([isAlive(child), isAlive(program.pid)]).toEqual([true, true])
  await program.end(50)
  expect([isAlive(child), isAlive(program.pid)]).toEqual([false, false])
})

test('a signal reaches the whole group', async () => {
  const program = await launchProgram(
    'sh',
    ['-c', 'trap "exit 9" TERM; echo ready; while :; do sleep 0.05; done'],
    {},
  )
  await once(program.stdout, 'data')
  program.signal('SIGTERM')
  expect(await program.exited).toEqual({ code: 9, signal: null })
  await program.end(0)
})

test('what cannot be started is explained', async () => {
  await expect(launchProgram('no-such-program-anywhere', [], { shellDeadline: 0 })).rejects.toThrow(
    LaunchError,
  )
  await expect(launchProgram('sh', [], { cwd: '/no/such/folder' })).rejects.toThrow('the system refused it')
})
