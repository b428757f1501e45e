import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  fixture,
  hugeMessage,
  MAIN,
  makeHome,
  manyMessages,
  mirrorThrough,
  startWire,
} from '../wire.fixture.js'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

const untilGone = async (pids: readonly number[]): Promise<void> => {
  const started = performance.now()
  while (pids.some(isAlive) && performance.now() - started < 10_000)
    await new Promise(resolve => setTimeout(resolve, 25))
}

const ODD = [
  Buffer.from('no json\r\n\r\n\n   \n{"jsonrpc":"2.0"}\r\n\0\x1b[31m'),
  Buffer.from([0xff, 0xfe, 0x0a, 0xc3, 0x28, 0x0a]),
  Buffer.from(`${'['.repeat(100_000)}\n`),
]

test('50,000 messages, one of 64 MB and all kinds of noise pass in both directions and no byte is another', {
  timeout: 120_000,
}, async () => {
  const { env } = makeHome()
  const pieces = function* (): Generator<Uint8Array> {
    yield* manyMessages(50_000)
    yield* ODD
    yield* hugeMessage(64 * 1024 * 1024)
    yield* manyMessages(100)
    yield Buffer.from('{"a last line":"without its newline"}')
  }
  const command = [process.execPath, MAIN, 'inspect', '--', process.execPath, fixture('mirror.mjs')] as const
  const { sent, heard, bytes } = await mirrorThrough([...command], pieces(), env)
  expect(bytes).toBeGreaterThan(64 * 1024 * 1024)
  expect(heard).toBe(sent)
})

test('the client closes its end: the agent learns of it, its last words arrive, its exit code is ours', async () => {
  const { env } = makeHome()
  const wire = startWire(['--', process.execPath, fixture('mirror.mjs')], env)
  wire.child.stdin.end('one\ntwo')
  expect(await wire.exited).toEqual([7, null])
  expect(wire.output()).toBe('one\ntwogoodbye\n')
  expect(wire.errors()).toBe('the mirror is here\n')
})

test('the agent closes its end and lives: the client learns of it, and can still close its own', async () => {
  const { env } = makeHome()
  const wire = startWire(['--', process.execPath, fixture('stubborn.mjs'), 'mute'], env)
  await once(wire.child.stdout, 'end')
  expect(wire.output()).toBe('last words\n')
  expect(wire.child.exitCode).toBeNull()
  wire.child.stdin.end()
  expect(await wire.exited).toEqual([3, null])
})

test('the same through a pipe of the shell, which cannot be closed halfway', async () => {
  const { env } = makeHome()
  const words = [process.execPath, MAIN, 'inspect', '--', process.execPath, fixture('stubborn.mjs'), 'mute']
  const child = spawn('sh', ['-c', '"$@" | { cat; echo over; }', 'sh', ...words], { env })
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  while (!output.includes('over')) await new Promise(resolve => setTimeout(resolve, 10))
  expect(output).toBe('last words\nover\n')
  expect(child.exitCode).toBeNull()
  child.stdin.end()
  await once(child, 'close')
})

test('an agent that hears nothing: who writes to it finds that out', async () => {
  const { env } = makeHome()
  const wire = startWire(['--', process.execPath, fixture('stubborn.mjs'), 'deaf'], env)
  await wire.hears('deaf')
  const broken = once(wire.child.stdin, 'close')
  const writing = setInterval(() => wire.child.stdin.write('x'.repeat(100_000)), 20)
  await expect(broken).rejects.toThrow('EPIPE')
  clearInterval(writing)
  wire.child.kill('SIGTERM')
  expect([...(await wire.exited), wire.errors()]).toEqual([null, 'SIGTERM', expect.any(String)])
})

test('the agent has the variables that the client gave, all of them, and none is another', async () => {
  const { env } = makeHome()
  const given = {
    ...env,
    MY_TOKEN: 'secret-of-mine',
    LD_SOMETHING: '1',
    NODE_OPTIONS: '--no-warnings',
    EMPTY: '',
  }
  const wire = startWire(['--', process.execPath, fixture('stubborn.mjs'), 'variables'], given)
  wire.child.stdin.end()
  await wire.exited
  const { ACP_TERM_OWNER: mark, ...seen } = JSON.parse(wire.output())
  expect(mark).toMatch(/;$/)
  expect(seen).toEqual(given)
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s is handed to the agent, which ends as it likes',
  async signal => {
    const { env } = makeHome()
    const wire = startWire(['--', process.execPath, fixture('stubborn.mjs'), 'catch'], env)
    await wire.hears('ready')
    wire.child.kill(signal)
    expect(await wire.exited).toEqual([21, null])
    expect(wire.output()).toBe(`ready\n${signal}\n`)
  },
)

test.each(['SIGKILL', 'SIGTERM', 'SIGABRT'])('an agent that is ended by %s: so are we', async signal => {
  const { env } = makeHome()
  const wire = startWire(['--', process.execPath, fixture('stubborn.mjs'), 'signal', signal], env)
  expect(await wire.exited).toEqual([null, signal])
})

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'ended by %s we leave nobody behind, not even who left the group',
  async signal => {
    const { env, home } = makeHome()
    const file = join(home, 'pids')
    const wire = startWire(['--', process.execPath, fixture('stubborn.mjs'), 'breed', file], env)
    await wire.hears('ready')
    const pids = readFileSync(file, 'utf8').split(' ').map(Number)
    expect(pids.map(isAlive)).toEqual([true, true])
    wire.child.kill(signal)
    await wire.exited
    await untilGone(pids)
    expect(pids.map(isAlive)).toEqual([false, false])
  },
)

test('a command that cannot be started is explained, and nothing is said on the wire', async () => {
  const { env, home } = makeHome()
  const wire = startWire(['--', 'no-such-agent-anywhere'], env)
  expect(await wire.exited).toEqual([8, null])
  expect(wire.output()).toBe('')
  expect(wire.errors()).toContain('no-such-agent-anywhere')
  const folder = join(home, 'run', 'parley')
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
})

test('a client that reads nothing for a while loses nothing, and the agent waits', {
  timeout: 60_000,
}, async () => {
  const { env } = makeHome()
  const child = spawn(process.execPath, [MAIN, 'inspect', '--', 'head', '-c', '5000000', '/dev/zero'], {
    env,
  })
  await new Promise(resolve => setTimeout(resolve, 1_500))
  let bytes = 0
  child.stdout.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length
  })
  expect(await once(child, 'close')).toEqual([0, null])
  expect(bytes).toBe(5_000_000)
})

test('a wire can be found while it runs, by its user alone, and is gone with it', async () => {
  const { env, home } = makeHome()
  const wire = startWire(['--', process.execPath, fixture('stubborn.mjs'), 'catch'], env)
  await wire.hears('ready')
  const { listWires } = await import('../live/place.js')
  let wires = await listWires({ env })
  while (wires.length === 0) wires = await listWires({ env })
  expect(wires).toHaveLength(1)
  expect(wires[0]).toMatchObject({
    pid: wire.child.pid,
    title: expect.stringContaining('stubborn.mjs catch'),
  })
  wire.child.kill('SIGTERM')
  await wire.exited
  expect(await listWires({ env })).toEqual([])
  expect(existsSync(join(home, 'run', 'parley', `${wires[0]?.id}.json`))).toBe(false)
})

test('a client that takes nothing after the agent is gone: the first signal ends us', async () => {
  const { env } = makeHome()
  const child = spawn(process.execPath, [MAIN, 'inspect', '--', 'head', '-c', '5000000', '/dev/zero'], {
    env,
  })
  await new Promise(resolve => setTimeout(resolve, 1_000))
  expect(child.exitCode).toBeNull()
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  // The first may have met the agent, which waited for the client as well.
  const again = setInterval(() => child.kill('SIGTERM'), 300)
  const [, signal] = await ended
  clearInterval(again)
  expect(signal).toBe('SIGTERM')
})

test('while what reads the copy is stuck the wire waits, nothing is lost, and it goes on', {
  timeout: 90_000,
}, async () => {
  const { env, home } = makeHome()
  const fifo = join(home, 'rows')
  execFileSync('mkfifo', [fifo])
  // Somebody who opened it and does not read.
  const reader = spawn('sh', ['-c', `exec 3<"${fifo}"; read -r go; cat <&3 >/dev/null`], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const child = spawn(
    process.execPath,
    [MAIN, 'inspect', '--log', fifo, '--', process.execPath, fixture('mirror.mjs')],
    { env },
  )
  let heard = 0
  child.stdout.on('data', (chunk: Uint8Array) => {
    heard += chunk.length
  })
  const message = Buffer.from(`{"jsonrpc":"2.0","method":"x","params":{"text":"${'y'.repeat(64 * 1024)}"}}\n`)
  const count = 1_600
  const writing = (async () => {
    for (let number = 0; number < count; number++)
      if (!child.stdin.write(message)) await once(child.stdin, 'drain')
    child.stdin.end()
  })()
  // Stands still: nothing more has come for a second, and not everything has.
  for (let before = -1; before !== heard || heard === 0; ) {
    before = heard
    await new Promise(resolve => setTimeout(resolve, 1_000))
  }
  expect(heard).toBeLessThan(count * message.length)
  expect(Number(readFileSync(`/proc/${child.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1])).toBeLessThan(
    700_000,
  )
  reader.stdin.write('go\n')
  await writing
  expect(await once(child, 'close')).toEqual([7, null])
  expect(heard).toBe(count * message.length + 'goodbye\n'.length)
  reader.kill()
})

test('where nothing can be written down people are told, and the wire is as good as ever', async () => {
  const { env } = makeHome()
  const wire = startWire(
    [
      '--log',
      '/no/such/folder/rows',
      '--record',
      '/no/such/folder/x',
      '--',
      process.execPath,
      fixture('mirror.mjs'),
    ],
    env,
  )
  wire.child.stdin.end('{"n":1}\n')
  expect(await wire.exited).toEqual([7, null])
  expect(wire.output()).toBe('{"n":1}\ngoodbye\n')
  expect(wire.errors()).toContain('parley inspect: no rows are written: ENOENT')
  expect(wire.errors()).toContain('parley inspect: nothing is recorded: ENOENT')
})

test('input may be a file, or nothing at all', async () => {
  const { env, home } = makeHome()
  const file = join(home, 'input')
  writeFileSync(file, '{"from":"a file"}\n')
  for (const [path, expected] of [
    [file, '{"from":"a file"}\ngoodbye\n'],
    ['/dev/null', 'goodbye\n'],
  ] as const) {
    const words = [process.execPath, MAIN, 'inspect', '--', process.execPath, fixture('mirror.mjs')]
    const said = spawn('sh', ['-c', 'file=$1; shift; exec "$@" <"$file"', 'sh', path, ...words], { env })
    let output = ''
    said.stdout.on('data', chunk => {
      output += chunk
    })
    expect(await once(said, 'close')).toEqual([7, null])
    expect(output).toBe(expected)
  }
})

test('a flood without line ends is written down whole, and at once', { timeout: 60_000 }, async () => {
  const { env, home } = makeHome()
  const file = join(home, 'flood.ndjson')
  const secrets = Object.fromEntries(
    Array.from({ length: 20 }, (_, number) => [`T${number}_TOKEN`, `told-${number}-in-confidence`]),
  )
  const wire = startWire(['--record', file, '--', process.execPath, fixture('flood.mjs'), '20000'], {
    ...env,
    ...secrets,
  })
  wire.child.stdin.end()
  expect(await wire.exited).toEqual([0, null])
  const lines = readFileSync(file, 'utf8').split('\n')
  expect(lines.length).toBeGreaterThan(20_000)
  expect(lines.at(-2)).toContain('"exited"')
})

test('while a flood goes on it reaches the disk, and a signal ends it soon, with what was left out counted', {
  timeout: 60_000,
}, async () => {
  const { env, home } = makeHome()
  const file = join(home, 'flood.ndjson')
  const wire = startWire(['--record', file, '--', process.execPath, fixture('flood.mjs')], env)
  const count = (): number => (existsSync(file) ? statSync(file).size : 0)
  while (count() < 1_000_000) await new Promise(resolve => setTimeout(resolve, 50))
  const signalled = performance.now()
  wire.child.kill('SIGTERM')
  expect(await wire.exited).toEqual([null, 'SIGTERM'])
  expect(performance.now() - signalled).toBeLessThan(20_000)
  expect(readFileSync(file, 'utf8').split('\n').at(-2)).toContain('"exited"')
})

const said = (text: string): string =>
  `${JSON.stringify({
    ...{ jsonrpc: '2.0', method: 'session/update' },
    params: {
      sessionId: 's',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
    },
  })}\n`

test('rows are written without secrets, for their user alone, and not through a link', async () => {
  const { env, home } = makeHome()
  const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
  const [file, link] = [join(home, 'rows'), join(home, 'link')]
  writeFileSync(file, 'old rows', { mode: 0o644 })
  symlinkSync(join(home, 'target'), link)
  const mirror = ['--', process.execPath, fixture('mirror.mjs')]
  const wire = startWire(['--log', file, ...mirror], { ...env, MY_TOKEN: 'secret-of-mine' })
  wire.child.stdin.end(
    said(`the key ${token.slice(0, 20)}`) + said(`${token.slice(20)} and secret-of-mine\n`),
  )
  await wire.exited
  const rows = readFileSync(file, 'utf8')
  expect(rows).toContain('the key')
  expect(rows).not.toMatch(/ghp_|6789|secret-of-mine|old rows/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const linked = startWire(['--log', link, ...mirror], env)
  linked.child.stdin.end()
  await linked.exited
  expect(linked.errors()).toContain('no rows are written: ELOOP')
  expect(existsSync(join(home, 'target'))).toBe(false)
})

test('ordinary words of the environment stay in a recording, and its secrets do not', async () => {
  const { env, home } = makeHome()
  const file = join(home, 'words.ndjson')
  const given = { ...env, EDITOR_NAME: 'visual-studio', MY_TOKEN: 'secret-of-mine' }
  const wire = startWire(['--record', file, '--', process.execPath, fixture('mirror.mjs')], given)
  wire.child.stdin.end(said('visual-studio and secret-of-mine\n'))
  await wire.exited
  const recorded = readFileSync(file, 'utf8')
  expect(recorded).toContain('visual-studio and')
  expect(recorded).not.toContain('secret-of-mine')
})
