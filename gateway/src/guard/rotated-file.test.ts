import { execFile } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './gate.fixture.js'

const CHILD = fileURLToPath(new URL('../fixtures/full-disk.mjs', import.meta.url))

test.skipIf(process.platform === 'win32')(
  'a full disk tears one line, swallows no other, and what it did not take makes no file full',
  async () => {
    const folder = await makeFolder()
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const path = join(folder, 'any.ndjson')
    // Some kilobytes: the unit is each shell's own.
    const command = 'ulimit -f 8 && exec "$0" "$@"'
    const child = ['-c', command, process.execPath, CHILD, path, '20000']
    const { stdout } = await promisify(execFile)('sh', child)
    const { size, said } = JSON.parse(stdout)
    expect(size % 1_024).toBe(0)
    expect(new Set(said.slice(50, 100))).toEqual(new Set(['EFBIG']))
    expect(said.slice(100)).toEqual(['kept', 'kept'])
    expect(await readdir(folder)).toEqual(['any.ndjson'])
    const lines = (await readFile(path, 'utf8')).split('\n')
    expect(lines.slice(-3)).toEqual(['"first"', '"second"', ''])
    expect(lines.filter(line => line.endsWith('}')).map(line => JSON.parse(line).index)).toEqual(
      Array.from({ length: lines.length - 4 }, (_, index) => index),
    )
  },
)
