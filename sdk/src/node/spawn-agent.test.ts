import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../client/index.js'
import { ConnectionError } from '../jsonrpc/index.js'
import { Listener } from '../testing/channel-probe.js'
import { channelContract } from '../testing/index.js'
import { contentLength, lines } from '../transport/index.js'
import { childChannels, fixture } from './pairs.fixture.js'
import { type AgentProcess, type SpawnOptions, spawnAgent } from './spawn-agent.js'
import { isAlive, isGone, pidIn } from './terminals/terminals.fixture.js'

for (const { title, run } of channelContract(childChannels(lines, 'lines')))
  test(`a child on lines: ${title}`, run)
for (const { title, run } of channelContract(childChannels(contentLength, 'content-length')))
  test(`a child on content-length: ${title}`, run)

const script = (code: string, options: SpawnOptions = {}): AgentProcess =>
  spawnAgent(process.execPath, ['-e', code], { patience: 200, ...options })

const endOf = async (agent: AgentProcess): Promise<string> => {
  try {
    for await (const _ of agent.incoming);
  } catch (error) {
    expect(error).toBeInstanceOf(ConnectionError)
    return (error as ConnectionError).message
  } finally {
    await agent.close()
  }
  return 'ended quietly'
}

const family = async (
  ...args: string[]
): Promise<{ agent: AgentProcess; pids: readonly [number, number] }> => {
  const agent = spawnAgent(process.execPath, [fixture('parent.mjs'), ...args], { patience: 150 })
  const heard = new Listener(agent)
  await heard.until(1)
  return { agent, pids: (heard.heard[0] as { params: [number, number] }).params }
}

test('an agent that dies is reported with how it ended and the tail of its stderr', async () => {
  const agent = script('console.error("the disk is full"); process.exitCode = 3')
  expect(await endOf(agent)).toBe('the agent exited with code 3; its stderr ends:\nthe disk is full')
  expect(await agent.exited).toEqual({ code: 3, signal: null })
})

test('an agent that is killed is reported with its signal', async () => {
  const agent = script('process.kill(process.pid, "SIGKILL")')
  expect(await endOf(agent)).toBe('the agent was ended by SIGKILL and said nothing on stderr')
  expect(await agent.exited).toEqual({ code: null, signal: 'SIGKILL' })
})

test('only the last kilobytes of stderr are kept, and everything is passed on as it comes', async () => {
  let passed = 0
  const agent = script('process.stderr.write("x".repeat(100000) + "the end")', {
    onStderr: text => {
      passed += text.length
    },
  })
  const message = await endOf(agent)
  expect(message.length).toBeLessThan(5_000)
  expect(message).toMatch(/x the end$|xthe end$/)
  expect(passed).toBe(100_007)
})

test('what an agent was given in confidence is not in the report of its death, in no spelling', async () => {
  const secret = 'canary+7f3a/9c1e'
  const spellings = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]
  const agent = script(
    'for (const it of JSON.parse(process.env.SAY)) console.error("using " + it); process.exit(1)',
    {
      env: {
        MODEL_KEY: secret,
        SAY: JSON.stringify([...spellings, 'ghp_0123456789abcdefghijABCDEFGHIJ012345']),
      },
    },
  )
  const message = await endOf(agent)
  expect(message.match(/using «redacted»/g)).toHaveLength(4)
  for (const each of [...spellings, 'ghp_']) expect(message).not.toContain(each)
  expect(agent.stderr).toContain(secret)
})

test('a secret that is cut in half by the limit of what is kept is not in the report either', async () => {
  const secret = 'canary-7f3a9c1e-canary'
  const agent = script(
    'process.stderr.write(process.env.MODEL_KEY + "x".repeat(4096 - 12)); process.exitCode = 1',
    { env: { MODEL_KEY: secret } },
  )
  expect(await endOf(agent)).toMatch(/ends:\n«redacted»x+$/)
})

test('escape sequences of a dying agent do not reach who reads of its death', async () => {
  const agent = script('console.error("\\u001b]0;title\\u0007\\u001b[31mred\\u202e"); process.exitCode = 3')
  expect(await endOf(agent)).toBe('the agent exited with code 3; its stderr ends:\n·red·')
})

test('stderr is no part of the wire', async () => {
  const agent = script('console.error("{}"); console.log("[1]"); process.stdin.resume()')
  const heard = new Listener(agent)
  await heard.until(1)
  await agent.close()
  expect(heard.heard).toEqual([[1]])
  expect(agent.stderr).toBe('{}\n')
})

test('a program that does not exist is named in a clear error, and nothing hangs', async () => {
  const agent = spawnAgent('no-such-program-anywhere')
  expect(await endOf(agent)).toBe(
    'cannot start "no-such-program-anywhere": no such program on PATH, or no such working directory',
  )
  await expect(connect(spawnAgent('no-such-program-anywhere'))).rejects.toMatchObject({
    name: 'ConnectionError',
    message: expect.stringContaining('no such program'),
  })
})

test('a file that may not be run is named in a clear error', async () => {
  expect(await endOf(spawnAgent(fixture('agent.mjs')))).toContain('cannot start')
})

test('closing closes stdin first, and an agent that ends by itself is not signalled', async () => {
  const agent = script('process.stdin.resume().on("end", () => process.exit(5))', { patience: 3_000 })
  const heard = new Listener(agent)
  await agent.close()
  await heard.ended
  expect(await agent.exited).toEqual({ code: 5, signal: null })
})

test('an agent that does not mind its stdin gets SIGTERM', async () => {
  const agent = script(
    'process.on("SIGTERM", () => process.exit(9)); setInterval(() => {}, 1000); console.log(1)',
  )
  const heard = new Listener(agent)
  await heard.until(1)
  await agent.close()
  expect(await agent.exited).toEqual({ code: 9, signal: null })
})

test('an agent that minds nothing gets SIGKILL', async () => {
  const agent = script('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log(1)')
  const heard = new Listener(agent)
  await heard.until(1)
  await agent.close()
  expect(await agent.exited).toEqual({ code: null, signal: 'SIGKILL' })
})

test('grandchildren die with the agent, whether it ends by itself or has to be killed', async () => {
  for (const args of [[], ['stubborn']]) {
    const { agent, pids } = await family(...args)
    expect(pids.every(isAlive)).toBe(true)
    await agent.close()
    for (const pid of pids) await isGone(pid)
    expect(pids.map(isAlive)).toEqual([false, false])
  }
})

test('grandchildren die with the connection when the agent crashed', async () => {
  const { agent, pids } = await family()
  process.kill(pids[0], 'SIGKILL')
  await agent.exited
  await agent.close()
  await isGone(pids[1])
  expect(isAlive(pids[1])).toBe(false)
})

test('the agent leads a process group of its own', async () => {
  const agent = script(
    'console.log(require("node:child_process").execSync("ps -o pgid= -p " + process.pid).toString().trim())',
  )
  const heard = new Listener(agent)
  await heard.until(1)
  expect(heard.heard[0]).toBe(agent.pid)
  await agent.close()
})

test('the agent sees the allowed environment and what it was given, and nothing else', async () => {
  process.env.PARLEY_TEST_SECRET = 'hunter2'
  const agent = script('console.log(JSON.stringify(process.env))', {
    env: { GIVEN: 'yes', UNSET: undefined },
  })
  const heard = new Listener(agent)
  await heard.until(1)
  await agent.close()
  delete process.env.PARLEY_TEST_SECRET
  const seen = heard.heard[0] as Record<string, string>
  expect(seen.GIVEN).toBe('yes')
  expect(seen.PATH).toBe(process.env.PATH)
  expect(seen).not.toHaveProperty('PARLEY_TEST_SECRET')
  expect(seen).not.toHaveProperty('UNSET')
})

test('the agent runs in the directory it was given', async () => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'parley-cwd-')))
  const agent = script('console.log(JSON.stringify(process.cwd()))', { cwd })
  const heard = new Listener(agent)
  await heard.until(1)
  await agent.close()
  rmdirSync(cwd)
  expect(heard.heard).toEqual([cwd])
})

test('an agent that closes its stdin while we write does no harm, and what it says is still read', async () => {
  const agent = script(
    'process.stdin.destroy(); setTimeout(() => { console.log(JSON.stringify({ jsonrpc: "2.0", method: "last" })) }, 100)',
  )
  const heard = new Listener(agent)
  for (let index = 0; index < 50; index++) {
    try {
      agent.send({} as never, JSON.stringify('x'.repeat(10_000)))
    } catch (error) {
      expect(error).toBeInstanceOf(ConnectionError)
    }
    await new Promise(setImmediate)
  }
  await heard.until(1)
  expect(heard.heard).toMatchObject([{ method: 'last' }])
  await agent.close()
})

test('reopening starts another process in the same way', async () => {
  const first = script('console.log(process.pid); process.stdin.resume()')
  const heard = new Listener(first)
  await heard.until(1)
  const second = await first.reopen()
  const again = new Listener(second)
  await again.until(1)
  expect(again.heard[0]).toBe(second.pid)
  expect(again.heard[0]).not.toBe(heard.heard[0])
  await second.close()
})

test('an agent that dies is mourned although something it started still holds its output', async () => {
  const code = `require('node:child_process').spawn('sleep', ['30'], { stdio: ['ignore', 'inherit', 'inherit'] })
    setTimeout(() => process.exit(3), 50)`
  const started = performance.now()
  expect(await endOf(script(code))).toContain('exited with code 3')
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('what the agent started dies with it, also who left its group', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-away-'))
  const file = join(folder, 'pid')
  const agent = spawnAgent('sh', ['-c', `setsid sh -c 'echo $$ > ${file}; exec sleep 60' & cat`])
  const pid = await pidIn(file)
  expect(isAlive(pid)).toBe(true)
  await agent.close()
  await isGone(pid)
  expect(isAlive(pid)).toBe(false)
  rmSync(folder, { recursive: true })
})

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  test(`what we started ends with us when we are ended by ${signal}, also without a reaper`, async () => {
    const program = `import { execFileSync } from 'node:child_process'
      import { spawnAgent } from '@parley/acp/node'
      const agent = spawnAgent('sleep', ['60'])
      const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
      process.kill(Number.parseInt(/^ *\\d+ .*acp-reaper$/m.exec(listed)[0], 10), 'SIGKILL')
      console.log(agent.pid)`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(parent.stdout, 'data')
    const pid = Number(String(line))
    expect(isAlive(pid)).toBe(true)
    parent.kill(signal)
    const [, endedBy] = await once(parent, 'exit')
    expect(endedBy).toBe(signal)
    await isGone(pid)
    expect(isAlive(pid)).toBe(false)
  })

test('where no descriptor is free, an agent and a command are not started, and the reason is said', async () => {
  const lib = new URL('../../lib/node.js', import.meta.url).href
  // So many are left free in turn: what fails first differs.
  const program = `import { openSync, closeSync } from 'node:fs'
    import { hostTerminals, spawnAgent } from ${JSON.stringify(lib)}
    const warden = { admit: async () => ({ finish: async () => {} }) }
    const terminals = hostTerminals({ warden })
    const context = { sessionId: 's', roots: [process.argv[1]], signal: new AbortController().signal }
    const run = () => terminals.create({ sessionId: 's', command: 'true' }, context)
    const start = async () => { for await (const _ of spawnAgent('true').incoming); }
    for (const act of [run, start]) await act().catch(() => {})
    const said = new Set()
    const taken = []
    try { for (;;) taken.push(openSync('/dev/null')) } catch {}
    for (let free = 0; free < 8; free++) {
      for (const act of [run, start]) await act().then(() => {}, error => said.add(error.message))
      closeSync(taken.pop())
    }
    for (const descriptor of taken) closeSync(descriptor)
    await terminals.close()
    console.log(JSON.stringify([...said]))`
  const shell = spawn(
    'sh',
    [
      '-c',
      'ulimit -n 64; exec "$0" --input-type=module -e "$1" "$2"',
      process.execPath,
      program,
      import.meta.dirname,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], timeout: 30_000 },
  )
  let output = ''
  shell.stdout.on('data', chunk => {
    output += chunk
  })
  await once(shell, 'close')
  const said: string[] = JSON.parse(output)
  expect(said).toContain('cannot start "true": too many files are open (EMFILE)')
  expect(said).toContain('The command cannot be started: too many files are open (EMFILE)')
  expect(said.filter(message => /undefined|Cannot read/.test(message))).toEqual([])
})
