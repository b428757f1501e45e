import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Entry, Header } from '@parley/acp/inspect'
import { listRecordings, recordingWriter } from '@parley/acp/node'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { SEALED_PIECE_BYTES, toSeal } from './seal.js'
import { type Missing, unseal } from './unseal.js'
import { WholeLines } from './whole-lines.js'

const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
const header: Header = { recording: 1, startedAt: 0, by: 'test', carrier: 'stdio', redaction: 'secrets' }
const said = (stderr: string): Entry => ({ at: 0, stderr })
const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-seal-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const identity = await generateIdentity()
  const seal = toSeal({ recipients: [await identityToRecipient(identity)] })
  const open = async (path: string) => {
    const lines = new WholeLines()
    const pieces = (await unseal(path, { identities: [identity] })).pieces()
    let text = ''
    for (;;) {
      const { done, value } = await pieces.next()
      if (done === true) return { text, missing: value as Missing | undefined }
      text += Buffer.from(lines.take(value)).toString('utf8')
    }
  }
  /** A sealed file of so many bytes of text. */
  const sealText = async (path: string, text: string) => {
    const bytes: Uint8Array[] = []
    const sealed = await seal.begin(async each => void bytes.push(each))
    await sealed.write(text)
    await sealed.end()
    writeFileSync(path, Buffer.concat(bytes))
    return bytes
  }
  return { folder, seal, open, sealText }
}

test('what is sealed keeps its secrets, and nobody finds them in the file or in its name', async () => {
  const { folder, seal, open } = await setUp()
  const writer = await recordingWriter({ header, folder, seal, known: ['innocent'], dropsContents: true })
  writer.append(said(`token=${TOKEN} innocent`))
  expect(await listRecordings(folder)).toMatchObject([{ isSealed: true, isLive: true }])
  await writer.close()
  expect(writer.path).toMatch(/\.ndjson\.age$/)
  expect(statSync(writer.path).mode & 0o777).toBe(0o600)
  const [one, ...others] = await listRecordings(folder)
  expect(one).toMatchObject({ isSealed: true, isLive: false, name: expect.not.stringContaining('.') })
  expect(others).toEqual([])
  const bytes = readFileSync(writer.path, 'latin1')
  expect(bytes.startsWith('age-encryption.org/v1\n')).toBe(true)
  expect(bytes).not.toContain('token')
  const { text, missing } = await open(writer.path)
  expect(missing).toBeUndefined()
  const [first = '', second = ''] = text.split('\n')
  expect(JSON.parse(first)).toMatchObject({ recording: 1, redaction: 'none' })
  expect(JSON.parse(second)).toEqual(said(`token=${TOKEN} innocent`))
})

test('what was said can be opened soon, though nobody ever ended the file', async () => {
  const { folder, seal, open } = await setUp()
  const writer = await recordingWriter({ header, folder, seal, limits: { settling: 50 } })
  writer.append(said('one'))
  while (statSync(writer.path).size < SEALED_PIECE_BYTES) await pause(10)
  const copy = join(folder, 'copy')
  copyFileSync(writer.path, copy)
  const { text, missing } = await open(copy)
  expect(
    text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line)),
  ).toMatchObject([{ recording: 1 }, said('one')])
  expect(missing).toEqual({ bytes: 0, isSpoiled: false })
  // Who says nothing more takes no more room.
  const { size } = statSync(writer.path)
  await pause(200)
  expect(statSync(writer.path).size).toBe(size)
  writer.append(said('two'))
  while (statSync(writer.path).size === size) await pause(10)
  writer.append(said('three'))
  await writer.close()
  const whole = await open(writer.path)
  expect(whole.missing).toBeUndefined()
  expect(
    whole.text
      .split('\n')
      .slice(1, -1)
      .map(line => JSON.parse(line)),
  ).toEqual(['one', 'two', 'three'].map(said))
})

test('a file that exists is not replaced by a sealed one, and a full disk is told once', async () => {
  const { folder, seal } = await setUp()
  const path = join(folder, 'mine.ndjson.age')
  writeFileSync(path, 'age-encryption.org/v1\n')
  await expect(recordingWriter({ header, path, seal })).rejects.toThrow('EEXIST')
  expect(readFileSync(path, 'utf8')).toBe('age-encryption.org/v1\n')
  const reasons: string[] = []
  const broken = { ...seal, begin: () => seal.begin(async bytes => failAfter(bytes)) }
  let left = 2
  const failAfter = (_: Uint8Array): void => {
    if (left-- <= 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }
  const writer = await recordingWriter({
    ...{ header, folder, seal: broken, limits: { settling: 10 } },
    onFailure: reason => void reasons.push(reason),
  })
  writer.append(said('one'))
  while (reasons.length === 0) await pause(5)
  await writer.close()
  expect(reasons).toEqual(['ENOSPC'])
})

test.each([0, 2, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 3 * 64 * 1024])(
  'of %i characters whatever is whole can be opened, wherever the file was cut',
  async length => {
    const { folder, open, sealText } = await setUp()
    const path = join(folder, 'text.age')
    const text = length === 0 ? '' : `${'x'.repeat(length - 1)}\n`
    const bytes = await sealText(path, text)
    expect(await open(path)).toMatchObject({ text, missing: undefined })
    const [size, head] = [statSync(path).size, (bytes[0]?.length ?? 0) + (bytes[1]?.length ?? 0)]
    for (const cut of [1, 16, 17, SEALED_PIECE_BYTES, SEALED_PIECE_BYTES + 1, 2 * SEALED_PIECE_BYTES]) {
      if (size - cut < head) continue
      truncateSync(path, size - cut)
      const { missing } = await open(path)
      const left = size - cut - head
      expect(missing).toEqual({ bytes: left % SEALED_PIECE_BYTES, isSpoiled: false })
    }
  },
)

test('a piece that was changed, or left out, ends what can be opened', async () => {
  const { folder, open, sealText } = await setUp()
  const path = join(folder, 'text.age')
  const line = (letter: string) => `${letter.repeat(64 * 1024 - 1)}\n`
  const [head = new Uint8Array(), nonce = new Uint8Array(), ...pieces] = await sealText(
    path,
    `${line('a')}${line('b')}${line('c')}d\n`,
  )
  const [a, b, c, d] = pieces as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  writeFileSync(path, Buffer.concat([head, nonce, a, c, d]))
  expect(await open(path)).toMatchObject({ text: line('a'), missing: { isSpoiled: true } })
  const changed = Buffer.from(b)
  changed[5] = (changed[5] ?? 0) ^ 1
  writeFileSync(path, Buffer.concat([head, nonce, a, changed, c, d]))
  expect(await open(path)).toMatchObject({
    text: line('a'),
    missing: { isSpoiled: true, bytes: 2 * SEALED_PIECE_BYTES + d.length },
  })
  // Without its last piece it is a file that was cut off, and says so.
  writeFileSync(path, Buffer.concat([head, nonce, a, b, c]))
  expect(await open(path)).toMatchObject({ text: line('a') + line('b') + line('c'), missing: { bytes: 0 } })
})
