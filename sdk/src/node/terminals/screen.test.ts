import { execFileSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive, pidIn, type Workshop, workshop } from './terminals.fixture.js'

test('on a screen a command sees a terminal of the size asked for, its directory, and no input', async () => {
  await using shop = workshop({ pty: { cols: 123, rows: 45 } })
  const script =
    'test -t 1 && test -t 2 && echo screen; stty size <&1; echo $TERM; echo $PWD; cat; test -t 0 || echo empty'
  const { output, exitStatus } = await shop.run({ command: 'sh', args: ['-c', script] })
  expect(output.split('\r\n')).toEqual(['screen', '45 123', 'xterm-256color', shop.root, 'empty', ''])
  expect(exitStatus).toEqual({ exitCode: 0, signal: null })
})

test('on a screen the words of a command are not read by a shell either', async () => {
  await using shop = workshop({ pty: true })
  const { output } = await shop.run({ command: 'printf', args: ['%s|', '$HOME', '; id', '*', ''] })
  expect(output).toBe('$HOME|; id|*||')
})

test('on a screen nothing of the end is lost', { timeout: 60_000 }, async () => {
  await using shop = workshop({ pty: true })
  const bytes = 3_000_000
  const command = `head -c ${bytes} /dev/zero | tr '\\0' a; echo END`
  for (let run = 0; run < 20; run++) {
    const { output, truncated } = await shop.run({ command, outputByteLimit: 4_000_000 })
    expect(truncated).toBe(false)
    expect(output.length).toBe(bytes + 'END\r\n'.length)
    expect(output.endsWith('aEND\r\n')).toBe(true)
  }
})

test('on a screen the end of a command is known soon, with its signal', async () => {
  await using shop = workshop({ pty: true })
  const { exitStatus } = await shop.run({ command: 'kill -KILL $$' })
  expect(exitStatus).toEqual({ exitCode: null, signal: 'SIGKILL' })
  // As soon as in pipes, and not only when a whole wait for silence is over; a busy machine slows both.
  await using pipes = workshop()
  const [onScreen, inPipes] = [await quickest(shop), await quickest(pipes)]
  expect(onScreen - inPipes).toBeLessThan(190)
})

const quickest = async (shop: Workshop): Promise<number> => {
  const times: number[] = []
  for (let run = 0; run < 8; run++) {
    const started = performance.now()
    await shop.run({ command: 'true' })
    times.push(performance.now() - started)
  }
  return Math.min(...times)
}

test('a command on a screen is killed with everything it started', async () => {
  await using shop = workshop({ pty: true, limits: { patience: 300 } })
  const file = (name: string) => join(shop.root, name)
  const stay = (name: string) => `sh -c 'echo $$ > ${file(name)}; exec sleep 60'`
  const script = `set -m; setsid ${stay('setsid')} & env -i /bin/${stay('job')} & trap '' TERM HUP; echo $$ > ${file('own')}; while :; do sleep 1; done`
  const terminal = await shop.start('sh', '-c', script)
  const pids = await Promise.all(['setsid', 'job', 'own'].map(name => pidIn(file(name))))
  await shop.terminals.kill(terminal, shop.here)
  expect(pids.map(isAlive)).toEqual([false, false, false])
  expect(await shop.terminals.waitForExit(terminal, shop.here)).toEqual({ exitCode: null, signal: 'SIGKILL' })
})

test('without the package commands run in pipes, and that is said once', async () => {
  await using shop = workshop()
  // The built library, where nothing is installed beside it.
  cpSync(join(import.meta.dirname, '../../../lib'), join(shop.root, 'lib'), { recursive: true })
  const program = `import { hostTerminals } from './lib/node.js'
    const notices = []
    const warden = { admit: async () => ({ finish: async () => {} }) }
    const terminals = hostTerminals({ warden, pty: true, onNotice: notice => notices.push(notice) })
    const context = { sessionId: 's', roots: [process.cwd()], signal: new AbortController().signal }
    const outputs = []
    for (let count = 0; count < 2; count++) {
      const request = { sessionId: 's', ...(await terminals.create({ sessionId: 's', command: 'test -t 1; echo $? $TERM' }, context)) }
      await terminals.waitForExit(request, context)
      outputs.push((await terminals.output(request, context)).output)
    }
    await terminals.close()
    console.log(JSON.stringify({ notices, outputs }))`
  writeFileSync(join(shop.root, 'program.mjs'), program)
  const said = execFileSync(process.execPath, ['program.mjs'], {
    cwd: shop.root,
    encoding: 'utf8',
    timeout: 30_000,
  })
  expect(JSON.parse(said)).toEqual({
    notices: [{ kind: 'terminal', path: '', message: expect.stringContaining('@lydell/node-pty') }],
    outputs: ['1 dumb\n', '1 dumb\n'],
  })
})

test('a host says that commands run in pipes to whoever listens to it', async () => {
  await using shop = workshop()
  cpSync(join(import.meta.dirname, '../../../lib'), join(shop.root, 'lib'), { recursive: true })
  const rules = [{ effect: 'allow', action: 'terminal.exec', argv: ['true'], cwd: '{root}' }]
  writeFileSync(join(shop.root, 'policy.json'), JSON.stringify({ version: 1, rules }), { mode: 0o600 })
  const program = `import { grantMemory, nodeHost } from './lib/node.js'
    const notices = []
    const root = process.cwd()
    const host = nodeHost({ headless: true, terminals: { pty: true }, audit: false, policy: root + '/policy.json',
      grants: grantMemory({ folder: root + '/grants' }), onNotice: notice => notices.push(notice) })
    host.sessionOpened({ id: 's', roots: [root], turns: [] })
    const context = { sessionId: 's', roots: [root], signal: new AbortController().signal }
    await host.terminals.create({ sessionId: 's', command: 'true' }, context)
    await host.close()
    console.log(JSON.stringify(notices))`
  writeFileSync(join(shop.root, 'program.mjs'), program)
  const said = execFileSync(process.execPath, ['program.mjs'], {
    cwd: shop.root,
    encoding: 'utf8',
    timeout: 30_000,
  })
  expect(JSON.parse(said)).toEqual([
    { kind: 'terminal', path: '', message: expect.stringContaining('@lydell/node-pty') },
  ])
})
