import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Seat } from './seat.js'

let folder: string
let seat: Seat

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-seat-'))
  seat = await Seat.open(folder)
})

afterEach(async () => {
  await seat.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts the stand-in as a client would, with words and variables of its own. */
function start(words: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const [command = '', ...args] = seat.command
  return spawn(command, [...args, ...words], { env: { ...process.env, ...env } })
}

async function textFrom(stream: NodeJS.ReadableStream, until: string): Promise<string> {
  let text = ''
  for await (const chunk of stream) {
    text += String(chunk)
    if (text.includes(until)) return text
  }
  return text
}

test('bytes pass both ways as they are, and stderr has a line of its own', async () => {
  const child = start()
  const guest = await seat.next(10_000)
  child.stdin.write('{"a":1}\n')
  const line = await guest?.wire.lines[Symbol.asyncIterator]().next()
  expect(Buffer.from(line?.value.bytes).toString()).toBe('{"a":1}')
  guest?.wire.send(Buffer.from('żółć\n'))
  expect(await textFrom(child.stdout, '\n')).toBe('żółć\n')
  guest?.writeStderr('to be ignored\n')
  expect(await textFrom(child.stderr, '\n')).toBe('to be ignored\n')
  child.kill()
})

test('what a client adds to the command is told, and of its variables only those that may be', async () => {
  const child = start(['--sign-in', 'two words'], { PARLEY_TOLD_WAY: 'by hand', SECRET_WAY: 'hidden' })
  const guest = await seat.next(10_000)
  expect(guest?.words).toEqual(['--sign-in', 'two words'])
  expect(guest?.variables).toEqual({ PARLEY_TOLD_WAY: 'by hand' })
  child.kill()
})

test('a client that closes its end is told of, and the stand-in ends', async () => {
  const child = start()
  const guest = await seat.next(10_000)
  // Somebody must read, for the end to be seen.
  void (async () => {
    for await (const _ of guest?.wire.lines ?? []);
  })()
  const exited = new Promise(resolve => child.once('exit', resolve))
  child.stdin.end()
  expect(await guest?.wire.ended).toBe('the client closed the connection')
  expect(await exited).toBe(0)
})

test.each(['{"password":"guessed"}\n', 'no JSON\n', '{}\n', `${'x'.repeat(9_000)}`])(
  'somebody without the password is sent away',
  async greeting => {
    const socket = connect(seat.command[2] ?? '')
    const closed = new Promise(resolve => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.write(greeting)
    await closed
    expect(await seat.next(50)).toBeUndefined()
  },
)

test('a folder whose name is too long for a socket is not used: another one is, that only this user can reach', async () => {
  const long = join(folder, 'x'.repeat(120))
  await mkdir(long)
  const seats = [await Seat.open(long), await Seat.open(long)]
  const addresses = seats.map(({ command }) => command[2] ?? '')
  for (const address of addresses) {
    expect(address.length).toBeLessThan(104)
    expect((await stat(dirname(address))).mode & 0o077).toBe(0)
  }
  for (const each of seats) await each.close()
  for (const address of addresses) await expect(stat(dirname(address))).rejects.toThrow('ENOENT')
})

test('nobody is waited for whose client has ended, and who comes then is not sent to them', async () => {
  const started = Date.now()
  expect(await seat.next(60_000, Promise.resolve())).toBeUndefined()
  expect(Date.now() - started).toBeLessThan(10_000)
  const child = start(['late'])
  expect((await seat.next(10_000))?.words).toEqual(['late'])
  child.kill()
})
