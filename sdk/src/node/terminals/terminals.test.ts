import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive, pidIn, workshop } from './terminals.fixture.js'

const refused = (code: number, reason: string) =>
  expect.objectContaining({ code, data: expect.objectContaining({ reason }) })
const unknown = refused(-32002, 'resource_not_found')
const limited = refused(-32008, 'rate_limited')

test('a command runs in the session directory, and its output and end are told', async () => {
  await using shop = workshop()
  expect(await shop.run({ command: 'sh', args: ['-c', 'pwd; echo oops >&2; exit 3'] })).toMatchObject({
    output: expect.stringContaining(`${shop.root}\n`),
    truncated: false,
    exitStatus: { exitCode: 3, signal: null },
  })
})

test('the words of a command are not read by a shell', async () => {
  await using shop = workshop()
  const { output } = await shop.run({ command: 'echo', args: ['$HOME', '; id', '*'] })
  expect(output).toBe('$HOME ; id *\n')
  expect(shop.admitted).toMatchObject([{ argv: ['echo', '$HOME', '; id', '*'], isShell: false }])
})

test('whoever is asked sees exactly what will run: the shell, the place, the variables', async () => {
  await using shop = workshop()
  const env = [{ name: 'GREETING', value: 'hi' }]
  expect((await shop.run({ command: 'echo $GREETING there', env })).output).toBe('hi there\n')
  expect(shop.admitted).toEqual([
    {
      action: 'terminal.exec',
      argv: ['sh', '-c', 'echo $GREETING there'],
      isShell: true,
      cwd: { path: shop.root, root: shop.root },
      env: { GREETING: 'hi' },
    },
  ])
  expect(shop.outcomes).toEqual(['done'])
})

test('a command that is not admitted does not run', async () => {
  await using shop = workshop({
    warden: { admit: () => Promise.reject(new Error('the user said no')) },
  })
  const file = join(shop.root, 'made')
  await expect(shop.run({ command: 'touch', args: [file] })).rejects.toThrow('the user said no')
  expect(existsSync(file)).toBe(false)
})

test('a command sees the allowed environment, its mark, and nothing else of ours', async () => {
  process.env.PARLEY_TEST_SECRET = 'hunter2'
  await using shop = workshop({ env: { GIVEN: 'yes' } })
  const { output } = await shop.run({ command: 'env', args: ['-u', '_'] })
  delete process.env.PARLEY_TEST_SECRET
  const seen = Object.fromEntries(output.split('\n').map(line => line.split('=', 2)))
  expect(seen).toMatchObject({ GIVEN: 'yes', TERM: 'dumb', PATH: process.env.PATH })
  expect(seen.ACP_TERM_OWNER).toMatch(/^[0-9a-f-]{32,}\.\d+;$/)
  expect(seen).not.toHaveProperty('PARLEY_TEST_SECRET')
})

test('a command has no input', async () => {
  await using shop = workshop()
  expect(await shop.run({ command: 'cat' })).toMatchObject({ output: '', exitStatus: { exitCode: 0 } })
})

test('a command leads a session and a group of its own', async () => {
  await using shop = workshop()
  const { output } = await shop.run({ command: 'cut', args: ['-d ', '-f1,5,6', '/proc/self/stat'] })
  const [pid, group, session] = output.trim().split(' ')
  expect([group, session]).toEqual([pid, pid])
})

test('a program that is not there, or may not be run, is a clear error, and takes no place', async () => {
  await using shop = workshop({ limits: { perSession: 1 } })
  for (let count = 0; count < 3; count++)
    await expect(shop.start('no-such-program-anywhere', 'x')).rejects.toThrow(
      'No such program: no-such-program-anywhere',
    )
  await expect(shop.start(shop.root, 'x')).rejects.toEqual(refused(-32005, 'resource_access_denied'))
  await expect(shop.start('echo', 'x'.repeat(3_000_000))).rejects.toEqual(refused(-32600, 'too_large'))
  expect(shop.outcomes).toEqual(['failed', 'failed', 'failed', 'failed', 'failed'])
  expect((await shop.run({ command: 'true' })).exitStatus).toMatchObject({ exitCode: 0 })
})

test('the end of much output is kept, in whole characters and within the limit', async () => {
  await using shop = workshop()
  const command = 'i=0; while [ $i -lt 2000 ]; do echo "€$i"; i=$((i+1)); done'
  const { output, truncated } = await shop.run({ command, outputByteLimit: 100 })
  expect(truncated).toBe(true)
  expect(output).toMatch(/€1998\n€1999\n$/)
  expect(output).not.toContain('\ufffd')
  expect(Buffer.byteLength(output)).toBeLessThanOrEqual(100)
  expect(Buffer.byteLength(output)).toBeGreaterThan(96)
})

test('while a command runs, half a character is not shown', async () => {
  await using shop = workshop()
  const terminal = await shop.start('sh', '-c', "printf 'a\\342\\202'; sleep 0.2; echo x >&2; exec sleep 60")
  const output = async () => (await shop.terminals.output(terminal, shop.here)).output
  await expect.poll(output).toContain('x')
  expect((await shop.terminals.output(terminal, shop.here)).exitStatus).toBeNull()
  expect((await output()).replace('x\n', '')).toBe('a')
  await shop.terminals.kill(terminal, shop.here)
  expect((await output()).replace('x\n', '')).toBe('a\ufffd')
})

test('half a character of one stream is not broken by the other', async () => {
  await using shop = workshop()
  const command = "printf '\\342\\202'; sleep 0.1; printf b >&2; sleep 0.1; printf '\\254'"
  expect((await shop.run({ command })).output).toBe('b€')
})

test('a limit of zero keeps nothing, and a limit below is an error of the parameters', async () => {
  await using shop = workshop()
  expect(await shop.run({ command: 'echo', args: ['x'], outputByteLimit: 0 })).toMatchObject({
    output: '',
    truncated: true,
  })
  await expect(shop.run({ command: 'echo', outputByteLimit: -1 })).rejects.toEqual(
    refused(-32602, 'invalid_params'),
  )
  expect(shop.admitted).toHaveLength(1)
})

test('a terminal of another session is not found, whatever is asked of it', async () => {
  await using shop = workshop()
  const { terminalId } = await shop.start('sleep', '60')
  const other = shop.contextOf('s2')
  const request = { sessionId: 's2', terminalId }
  for (const ask of ['output', 'waitForExit', 'kill', 'release'] as const) {
    await expect(shop.terminals[ask](request, other), ask).rejects.toEqual(unknown)
    await expect(shop.terminals[ask]({ ...request, terminalId: 'nothing' }, shop.here), ask).rejects.toEqual(
      unknown,
    )
  }
  expect(terminalId).toMatch(/^[0-9a-f]{32}$/)
  await expect(shop.terminals.output({ sessionId: 's1', terminalId }, shop.here)).resolves.toMatchObject({
    exitStatus: null,
  })
})

test('a killed command keeps its output, and killing it again is quiet', async () => {
  await using shop = workshop()
  const terminal = await shop.start('sh', '-c', 'echo here; exec sleep 60')
  await expect.poll(async () => (await shop.terminals.output(terminal, shop.here)).output).toBe('here\n')
  for (let count = 0; count < 2; count++) expect(await shop.terminals.kill(terminal, shop.here)).toEqual({})
  expect(await shop.terminals.waitForExit(terminal, shop.here)).toEqual({ exitCode: null, signal: 'SIGTERM' })
  expect(await shop.terminals.output(terminal, shop.here)).toEqual({
    output: 'here\n',
    truncated: false,
    exitStatus: { exitCode: null, signal: 'SIGTERM' },
  })
})

test('a released terminal is ended and unknown, and releasing or killing it again is quiet', async () => {
  await using shop = workshop()
  const file = join(shop.root, 'pid')
  const terminal = await shop.start('sh', '-c', `echo $$ > ${file}; exec sleep 60`)
  const pid = await pidIn(file)
  for (let count = 0; count < 2; count++)
    expect(await shop.terminals.release(terminal, shop.here)).toEqual({})
  expect(isAlive(pid)).toBe(false)
  await expect(shop.terminals.output(terminal, shop.here)).rejects.toEqual(unknown)
  expect(await shop.terminals.kill(terminal, shop.here)).toEqual({})
  await expect(shop.terminals.kill(terminal, shop.contextOf('s2'))).rejects.toEqual(unknown)
  await expect(shop.terminals.release(terminal, shop.contextOf('s2'))).rejects.toEqual(unknown)
  expect(shop.outcomes).toEqual(['done'])
})

test('everybody in the group is asked to end, and has time for it', async () => {
  await using shop = workshop({ limits: { patience: 3_000 } })
  const [ready, file] = [join(shop.root, 'ready'), join(shop.root, 'tidy')]
  const child = `trap 'sleep 0.2; echo tidy > ${file}; exit' TERM; echo 1 > ${ready}; while :; do sleep 0.05; done`
  const terminal = await shop.start('sh', '-c', `sh -c "$0" & exec sleep 60`, child)
  await pidIn(ready)
  await shop.terminals.kill(terminal, shop.here)
  expect(readFileSync(file, 'utf8')).toBe('tidy\n')
})

test('a command that minds no SIGTERM is killed when the patience is over', { timeout: 4_000 }, async () => {
  await using shop = workshop({ limits: { patience: 100 } })
  const file = join(shop.root, 'pid')
  const terminal = await shop.start('sh', '-c', `trap '' TERM; echo $$ > ${file}; while :; do sleep 1; done`)
  const pid = await pidIn(file)
  await shop.terminals.kill(terminal, shop.here)
  expect(isAlive(pid)).toBe(false)
  expect(await shop.terminals.waitForExit(terminal, shop.here)).toEqual({ exitCode: null, signal: 'SIGKILL' })
})

test('who left the group, or lost the environment, is killed with the command', async () => {
  await using shop = workshop({ limits: { patience: 300 } })
  const file = (name: string) => join(shop.root, name)
  const stay = (name: string) => `sh -c 'echo $$ > ${file(name)}; exec sleep 60'`
  const command = `setsid ${stay('setsid')} & (setsid ${stay('forked')} &) ; (env -i /bin/${stay('bare')} &) ; exec sleep 60`
  const terminal = await shop.start('sh', '-c', command)
  const pids = await Promise.all(['setsid', 'forked', 'bare'].map(name => pidIn(file(name))))
  expect(pids.map(isAlive)).toEqual([true, true, true])
  await shop.terminals.kill(terminal, shop.here)
  expect(pids.map(isAlive)).toEqual([false, false, false])
})

test('what an ended command left behind lives on until its terminal is released', async () => {
  await using shop = workshop()
  const file = join(shop.root, 'pid')
  const terminal = await shop.start('sh', '-c', `setsid sh -c 'echo $$ > ${file}; exec sleep 60' & exit 0`)
  expect(await shop.terminals.waitForExit(terminal, shop.here)).toMatchObject({ exitCode: 0 })
  const pid = await pidIn(file)
  expect(isAlive(pid)).toBe(true)
  await shop.terminals.release(terminal, shop.here)
  expect(isAlive(pid)).toBe(false)
})

test('a session runs so many commands at once and no more, all sessions together so many more', async () => {
  await using shop = workshop({ limits: { perSession: 2, perClient: 3 } })
  const terminal = await shop.start('sleep', '60')
  await shop.start('sleep', '60')
  await expect(shop.start('sleep', '60')).rejects.toEqual(limited)
  const other = shop.contextOf('s2')
  const request = { sessionId: 's2', command: 'sleep', args: ['60'] }
  await shop.terminals.create(request, other)
  await expect(shop.terminals.create(request, other)).rejects.toEqual(limited)
  await shop.terminals.kill(terminal, shop.here)
  await shop.start('sleep', '60')
})

test('eight and thirty-two are the usual numbers, and questions count', async () => {
  const never = { admit: () => new Promise<never>(() => {}) }
  await using shop = workshop({ warden: never })
  for (let count = 0; count < 32; count++) {
    const sessionId = `s${Math.floor(count / 8)}`
    if (count % 8 === 0 && count > 0)
      await expect(
        shop.terminals.create({ sessionId: 's0', command: 'true' }, shop.contextOf('s0')),
      ).rejects.toEqual(limited)
    void shop.terminals.create({ sessionId, command: 'true' }, shop.contextOf(sessionId)).catch(() => {})
  }
  await expect(
    shop.terminals.create({ sessionId: 'new', command: 'true' }, shop.contextOf('new')),
  ).rejects.toThrow('At most 32 commands')
})

test('ended terminals that are never released are limited too', async () => {
  await using shop = workshop({ limits: { keptPerSession: 2 } })
  await shop.run({ command: 'true' })
  await shop.run({ command: 'true' })
  await expect(shop.run({ command: 'true' })).rejects.toThrow('release some')
})

test('what ended terminals keep is bounded: of the oldest only the end is left, and it says so', async () => {
  await using shop = workshop({ limits: { keptBytesPerSession: 2_100_000 } })
  const print = { command: `head -c 900000 /dev/zero | tr '\\0' a; echo END`, outputByteLimit: 1_000_000 }
  const terminals: { sessionId: string; terminalId: string }[] = []
  for (let count = 0; count < 3; count++) {
    const { terminalId } = await shop.terminals.create({ sessionId: 's1', ...print }, shop.here)
    terminals.push({ sessionId: 's1', terminalId })
    await shop.terminals.waitForExit({ sessionId: 's1', terminalId }, shop.here)
  }
  const reports = await Promise.all(terminals.map(each => shop.terminals.output(each, shop.here)))
  expect(reports.map(({ output }) => output.length)).toEqual([65_536, 900_004, 900_004])
  expect(reports.map(({ truncated }) => truncated)).toEqual([true, false, false])
  expect(reports.every(({ output }) => output.endsWith('END\n'))).toBe(true)
})

test('a command that runs too long is ended, and the agent is told why', async () => {
  await using shop = workshop({ limits: { wallMilliseconds: 100 } })
  expect(await shop.run({ command: 'sleep', args: ['60'] })).toMatchObject({
    exitStatus: { signal: 'SIGTERM' },
    _meta: { endedBy: 'time_limit' },
  })
})

test('releasing a session ends what is its own, started or asked for, and nothing else', async () => {
  const questions: (() => void)[] = []
  let isAsking = false
  await using shop = workshop({
    warden: {
      async admit() {
        if (isAsking) await new Promise<void>(resolve => questions.push(resolve))
        return { finish: async () => {} }
      },
    },
  })
  const own = await shop.start('sleep', '60')
  const other = shop.contextOf('s2')
  const foreign = {
    sessionId: 's2',
    ...(await shop.terminals.create({ sessionId: 's2', command: 'sleep', args: ['60'] }, other)),
  }
  isAsking = true
  const file = join(shop.root, 'made')
  const pending = shop.start('touch', file)
  await expect.poll(() => questions.length).toBe(1)
  await shop.terminals.releaseSession('s1')
  questions[0]?.()
  await expect(pending).rejects.toEqual(refused(-32800, 'request_cancelled'))
  expect(existsSync(file)).toBe(false)
  await expect(shop.terminals.output(own, shop.here)).rejects.toEqual(unknown)
  expect(await shop.terminals.output(foreign, other)).toMatchObject({ exitStatus: null })
})

test('a terminal that nobody waits for any more is not kept', async () => {
  const giveUp = new AbortController()
  const reports: string[] = []
  await using shop = workshop({
    warden: {
      async admit() {
        // When the command runs, and before its name is told.
        queueMicrotask(() => setImmediate(() => giveUp.abort()))
        return { finish: async outcome => void reports.push(outcome) }
      },
    },
  })
  const context = shop.contextOf('s1', giveUp.signal)
  const started = shop.terminals.create({ sessionId: 's1', command: 'sleep', args: ['60'] }, context)
  const terminalId = await started
    .then(answer => answer.terminalId)
    .catch(error => {
      expect(error).toEqual(refused(-32800, 'request_cancelled'))
      return undefined
    })
  await expect.poll(() => giveUp.signal.aborted).toBe(true)
  if (terminalId !== undefined) await shop.terminals.release({ sessionId: 's1', terminalId }, shop.here)
  await expect.poll(() => reports).toHaveLength(1)
  // Eight commands run at once, and no place is taken.
  for (let count = 0; count < 8; count++)
    await shop.terminals.create({ sessionId: 's1', command: 'sleep', args: ['60'] }, shop.here)
})

test('who gives up waiting for an exit is answered at once, and the command goes on', async () => {
  await using shop = workshop()
  const terminal = await shop.start('sleep', '60')
  const giveUp = new AbortController()
  const waiting = shop.terminals.waitForExit(terminal, shop.contextOf('s1', giveUp.signal))
  giveUp.abort()
  await expect(waiting).rejects.toEqual(refused(-32800, 'request_cancelled'))
  expect(await shop.terminals.output(terminal, shop.here)).toMatchObject({ exitStatus: null })
})

test('after closing nothing runs and nothing more is started', async () => {
  await using shop = workshop()
  const file = join(shop.root, 'pid')
  await shop.start('sh', '-c', `echo $$ > ${file}; exec sleep 60`)
  const pid = await pidIn(file)
  await shop.terminals.close()
  expect(isAlive(pid)).toBe(false)
  await expect(shop.start('true')).rejects.toEqual(refused(-32006, 'invalid_session_state'))
})
