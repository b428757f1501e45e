import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Entry, Header } from '../inspect/index.js'
import { listRecordings, readRecordingFile, recordingWriter, streamRecording } from './recording.js'

const header: Header = {
  recording: 1,
  startedAt: 1_700_000_000_000,
  by: 'test',
  carrier: 'stdio',
  redaction: 'secrets',
}
const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'

function makeFolder(): string {
  const base = mkdtempSync(join(tmpdir(), 'parley-recording-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  return join(base, 'recordings')
}

const chunk = (text: string, at = 0): Entry => ({
  ...{ at, to: 'client', bytes: 10 },
  message: {
    ...{ jsonrpc: '2.0', method: 'session/update' },
    params: {
      sessionId: 's',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
    },
  },
})

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise(resolve => setTimeout(resolve, 10))
}

test('a recording is a file of its own that nobody else can read, in a folder that nobody else can open', async () => {
  const folder = makeFolder()
  mkdirSync(folder, { mode: 0o755 })
  const [one, other] = await Promise.all([
    recordingWriter({ header, folder }),
    recordingWriter({ header, folder }),
  ])
  expect(one.path).not.toBe(other.path)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(one.path).mode & 0o777).toBe(0o600)
  one.append({ at: 1, stderr: 'hello' })
  await Promise.all([one.close(), one.close(), other.close()])
  expect(await readRecordingFile(one.path)).toEqual({
    header,
    entries: [{ at: 1, stderr: 'hello' }],
    flaws: [],
  })
  expect(readdirSync(folder).sort()).toEqual(
    [one.path, other.path].map(path => path.slice(folder.length + 1)).sort(),
  )
})

test('nothing is written through a link, and a file of others becomes private', async () => {
  const folder = makeFolder()
  mkdirSync(folder)
  const [mine, link] = [join(folder, 'mine'), join(folder, 'link')]
  const before = '{"recording":1,"by":"before"}\n'
  writeFileSync(mine, before, { mode: 0o644 })
  symlinkSync(mine, link)
  await expect(recordingWriter({ header, path: link })).rejects.toThrow('ELOOP')
  expect(readFileSync(mine, 'utf8')).toBe(before)
  await (await recordingWriter({ header, path: mine })).close()
  expect(statSync(mine).mode & 0o777).toBe(0o600)
  expect(readFileSync(mine, 'utf8')).not.toContain('before')
})

test('secrets never reach the disk, those that were told and those split over pieces included', async () => {
  const folder = makeFolder()
  const writer = await recordingWriter({
    header: { ...header, agent: ['x', TOKEN] },
    folder,
    known: ['told-you-so'],
  })
  for (const text of [
    'my key: ',
    TOKEN.slice(0, 11),
    TOKEN.slice(11, 30),
    `${TOKEN.slice(30)}\n`,
    'told-yo',
    'u-so\n',
  ])
    writer.append(chunk(text))
  await writer.close()
  const text = readFileSync(writer.path, 'utf8')
  for (const part of [TOKEN, TOKEN.slice(0, 11), TOKEN.slice(11, 30), 'told-yo'])
    expect(text).not.toContain(part)
  expect(text.match(/«redacted:[\da-f]{8}»/g)).toHaveLength(3)
  expect(text.trim().split('\n')).toHaveLength(7)
})

test('what waits for the end of a line is written after a while, for the process may be killed', async () => {
  const folder = makeFolder()
  const program = `
    import { recordingWriter } from ${JSON.stringify(new URL('../../lib/node.js', import.meta.url).href)}
    const writer = await recordingWriter({ header: ${JSON.stringify(header)}, folder: ${JSON.stringify(folder)}, limits: { patience: 50 } })
    writer.append(${JSON.stringify(chunk('an unfinished line'))})
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const written = (): string => {
    const [name] = existsSync(folder) ? readdirSync(folder).filter(each => each.endsWith('.ndjson')) : []
    return name === undefined ? '' : readFileSync(join(folder, name), 'utf8')
  }
  await until(() => written().includes('an unfinished line'))
  const [live] = await listRecordings(folder)
  expect(live).toMatchObject({ isLive: true })
  child.kill('SIGKILL')
  await once(child, 'exit')
  await until(() => existsSync(folder))
  const [dead] = await listRecordings(folder)
  expect(dead).toMatchObject({ isLive: false })
  const read = await readRecordingFile(dead?.path ?? '')
  expect(read).toMatchObject({ entries: [chunk('an unfinished line')], flaws: [] })
})

test('old recordings go, then the oldest until there is room; never one that is being written', async () => {
  const folder = makeFolder()
  const keep = await recordingWriter({ header, folder })
  const day = 86_400
  const now = Date.now() / 1_000
  const make = (name: string, bytes: number, age: number): void => {
    writeFileSync(join(folder, `${name}.ndjson`), 'x'.repeat(bytes))
    utimesSync(join(folder, `${name}.ndjson`), now - age, now - age)
  }
  make('ancient', 10, 8 * day)
  make('older', 600, 3 * day)
  make('newer', 600, 2 * day)
  utimesSync(keep.path, now - 9 * day, now - 9 * day)
  const next = await recordingWriter({ header, folder, limits: { bytes: 1_000 } })
  expect(
    (await listRecordings(folder))
      .map(({ path, name }) => (path === keep.path ? 'kept' : path === next.path ? 'next' : name))
      .sort(),
  ).toEqual(['kept', 'newer', 'next'])
  await Promise.all([keep.close(), next.close()])
})

test('a recording that has become too large says so and ends', async () => {
  const folder = makeFolder()
  const writer = await recordingWriter({ header, folder, limits: { bytes: 2_000 } })
  for (let number = 0; number < 100; number++) writer.append({ at: number, stderr: 'x'.repeat(100) })
  await writer.close()
  expect(statSync(writer.path).size).toBeLessThan(2_300)
  const read = await readRecordingFile(writer.path)
  expect('entries' in read && read.entries.at(-1)).toMatchObject({
    event: 'omitted',
    detail: expect.stringContaining('2000 bytes'),
  })
})

test('whoever is faster than the disk is asked to wait, and what is left out else is counted', async () => {
  const folder = makeFolder()
  const writer = await recordingWriter({ header, folder, limits: { waitingBytes: 4_000 } })
  let asked = 0
  for (let number = 0; number < 200; number++)
    if (writer.append({ at: number, stderr: `${number} ${'y'.repeat(100)}` }) !== undefined) asked++
  expect(asked).toBeGreaterThan(100)
  await writer.append({ at: 200, stderr: 'late' })
  writer.append({ at: 201, stderr: 'in time' })
  await writer.close()
  const read = await readRecordingFile(writer.path)
  const entries = 'entries' in read ? read.entries : []
  const omitted = entries.flatMap(entry => ('event' in entry ? [Number.parseInt(entry.detail, 10)] : []))
  const told = entries.filter(entry => 'stderr' in entry)
  expect(told.length + omitted.reduce((sum, each) => sum + each, 0)).toBe(202)
  expect(omitted.length).toBeGreaterThan(0)
})

test.runIf(existsSync('/dev/full'))('a disk that is full is told once, and nobody is harmed', async () => {
  const told: string[] = []
  const writer = await recordingWriter({ header, path: '/dev/full', onFailure: reason => told.push(reason) })
  for (let number = 0; number < 3; number++) await writer.append({ at: number, stderr: 'x' })
  await new Promise(resolve => setTimeout(resolve, 50))
  writer.append({ at: 9, stderr: 'x' })
  await writer.close()
  expect(told).toEqual(['ENOSPC'])
})

test('a torn tail harms nothing but itself, and files are read by chunks', async () => {
  const folder = makeFolder()
  const writer = await recordingWriter({ header, folder, limits: { waitingBytes: 1e9 } })
  for (let number = 0; number < 20_000; number++)
    writer.append({ at: number, stderr: `${number} ☃ ${'z'.repeat(90)}` })
  await writer.close()
  truncateSync(writer.path, statSync(writer.path).size - 20)
  const stream = await streamRecording(writer.path)
  if ('line' in stream) throw new Error('no header')
  let [batches, entries] = [0, 0]
  for await (const batch of stream.batches) {
    batches++
    entries += batch.length
  }
  expect(entries).toBe(19_999)
  expect(batches).toBeGreaterThan(2)
  expect(stream.flaws).toEqual([
    { line: 20_001, expected: 'a line of JSON', found: 'a line that was cut off' },
  ])
})

test('what is no recording is told so, and what cannot be read is an error', async () => {
  const folder = makeFolder()
  mkdirSync(folder)
  chmodSync(folder, 0o700)
  const path = join(folder, 'a.ndjson')
  appendFileSync(path, '{"recording":7}\n')
  expect(await readRecordingFile(path)).toEqual({
    line: 1,
    expected: 'a recording of format 1',
    found: 'format 7',
  })
  await expect(readRecordingFile(folder)).rejects.toThrow()
  await expect(readRecordingFile(join(folder, 'absent'))).rejects.toThrow('ENOENT')
  expect(await listRecordings(join(folder, 'nowhere'))).toEqual([])
})

test('a recording replaces a recording or an empty file, and nothing else', async () => {
  const folder = makeFolder()
  mkdirSync(folder, { recursive: true })
  const notes = join(folder, 'notes.md')
  const empty = join(folder, 'empty')
  const old = join(folder, 'old.ndjson')
  writeFileSync(notes, '# what I must not lose\n')
  writeFileSync(empty, '')
  await expect(recordingWriter({ header, path: notes })).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(notes, 'utf8')).toBe('# what I must not lose\n')
  for (const path of [empty, old, old]) {
    const writer = await recordingWriter({ header, path })
    await writer.close()
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2)
  }
})
