import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { withLock } from './file-lock.js'

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const count = (file: string) => async (): Promise<void> => {
  const before = Number(existsSync(file) ? readFileSync(file, 'utf8') : '0')
  await pause(1)
  writeFileSync(file, String(before + 1))
}

test('of many who change a file at once none undoes what another did, and nothing is left beside it', async () => {
  const folder = place()
  const file = join(folder, 'count')
  await Promise.all(Array.from({ length: 20 }, () => withLock(file, count(file))))
  expect(readFileSync(file, 'utf8')).toBe('20')
  expect(readdirSync(folder)).toEqual(['count'])
})

test('the lock of a process that was killed is taken over, by one at a time', async () => {
  const folder = place()
  const file = join(folder, 'count')
  const module = new URL('../dist/file-lock.js', import.meta.url).href
  const program = `import { withLock } from ${JSON.stringify(module)}
    await withLock(${JSON.stringify(file)}, async () => { console.log('held'); await new Promise(r => setTimeout(r, 60000)) })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  await expect(withLock(file, count(file), 100)).rejects.toMatchObject({ reason: 'locked' })
  child.kill('SIGKILL')
  await once(child, 'close')
  await Promise.all(Array.from({ length: 8 }, () => withLock(file, count(file))))
  expect(readFileSync(file, 'utf8')).toBe('8')
})

test('a lock that a loss of power left empty is taken over', async () => {
  const file = join(place(), 'count')
  writeFileSync(`${file}.lock`, '')
  await withLock(file, count(file))
  expect(readFileSync(file, 'utf8')).toBe('1')
})

test('the lock of a process that is dead and that nobody has reaped is taken over', async () => {
  const file = join(place(), 'count')
  const module = new URL('../dist/file-lock.js', import.meta.url).href
  const program = `import { holdLock } from '${module}'; await holdLock('${file}'); process.kill(process.pid, 'SIGKILL')`
  // What the shell turns into does not know that it has a child.
  const script = `'${process.execPath}' --input-type=module -e "${program}" & exec sleep 60`
  const parent = spawn('sh', ['-c', script], { stdio: 'ignore' })
  onTestFinished(() => void parent.kill('SIGKILL'))
  while (!existsSync(`${file}.lock`)) await pause(10)
  await withLock(file, async () => {}, 5_000)
  expect(existsSync(`${file}.lock`)).toBe(false)
})
