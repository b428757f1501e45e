import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { begin, isGone, MAIN, makePlace, peakMemory, processesWith } from './command.fixture.js'

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

test.concurrent.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s cancels the turn, waits for its end and leaves nothing behind, with exit code 130',
  async signal => {
    const place = makePlace()
    const { child, wait, said } = begin(place, ['run', '--format', 'ndjson', ...place.actor, 'slow'])
    await said('working')
    child.kill(signal)
    const { code, stdout } = await wait
    expect(code).toBe(130)
    const events = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(events.map(({ type }) => type)).toEqual(['start', 'text', 'text', 'end'])
    expect(events.at(-1)).toMatchObject({ stopReason: 'cancelled', exitCode: 130, text: 'working stopped' })
    expect(await isGone(place.mark)).toBe(true)
  },
)

test.concurrent('a second Ctrl-C does not wait for an agent that goes on', async () => {
  const place = makePlace()
  const { child, wait, said } = begin(place, ['run', ...place.actor, 'stubborn'])
  await said('working')
  const start = performance.now()
  child.kill('SIGINT')
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(child.exitCode).toBe(null)
  child.kill('SIGINT')
  expect((await wait).code).toBe(130)
  expect(performance.now() - start).toBeLessThan(4_500)
  expect(await isGone(place.mark)).toBe(true)
})

test.concurrent('when the command is killed, what its agent started ends with it', async () => {
  const place = makePlace()
  const { child, said } = begin(place, ['run', ...place.actor, 'family'])
  await said('started')
  expect(processesWith(place.mark).length).toBeGreaterThanOrEqual(3)
  child.kill('SIGKILL')
  expect(await isGone(place.mark)).toBe(true)
})

test.concurrent('after a run nothing is left of what the agent started', async () => {
  const place = makePlace()
  const { child, wait, said } = begin(place, ['run', ...place.actor, 'family'])
  await said('started')
  child.kill('SIGINT')
  expect((await wait).code).toBe(130)
  expect(processesWith(place.mark)).toEqual([])
})

test.concurrent('a reader that stops reading ends the run quietly', async () => {
  const place = makePlace()
  const words = [process.execPath, MAIN, 'run', ...place.actor, 'gush'].map(quote).join(' ')
  const { stdout, stderr } = await promisify(execFile)(
    'bash',
    ['-c', `${words} | head -1 | cut -c 1-5; echo "\${PIPESTATUS[0]}"`],
    { cwd: place.cwd, env: place.env() },
  )
  expect(stdout).toBe('zzzzz\n130\n')
  expect(stderr).toBe('')
  expect(await isGone(place.mark)).toBe(true)
})

/** How many bytes a process has written that went past its own start; 0 while it has written little. */
function writtenBy(pid: number | undefined): number {
  // Where the system does not tell, nobody can see it stall.
  if (!existsSync('/proc/self/io')) return 1
  const [, bytes = '0'] = /^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8')) ?? []
  return Number(bytes) > 50_000 ? Number(bytes) : 0
}

test.concurrent('Ctrl-C ends a run whose reader has stalled', async () => {
  const place = makePlace()
  const child = spawn(process.execPath, [MAIN, 'run', ...place.actor, 'gush'], {
    cwd: place.cwd,
    env: place.env(),
  })
  // Nobody reads: the pipe is full, and so is the agent's.
  let before = -1
  while (writtenBy(child.pid) === 0 || writtenBy(child.pid) !== before) {
    before = writtenBy(child.pid)
    await new Promise(resolve => setTimeout(resolve, 300))
  }
  expect(peakMemory(child.pid) ?? 0).toBeLessThan(250)
  child.kill('SIGINT')
  const code = await new Promise(resolve => child.once('exit', resolve))
  expect(code).toBe(130)
  expect(await isGone(place.mark)).toBe(true)
})
