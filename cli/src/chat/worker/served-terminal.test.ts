import { createRequire } from 'node:module'
import { Duplex } from 'node:stream'
import type * as Headless from '@xterm/headless'
import { expect, test } from 'vitest'
import { readToFront, SPOKEN, type ToFront, type ToWorker, toWorkerPacket } from '../front/message.js'
import { PacketReader } from '../front/wire.js'
import type { Frame } from '../screen/frame.js'
import type { Input } from '../screen/input.js'
import { lineOf } from '../screen/line.js'
import { FrontLine } from './front-line.js'
import { type Hello, ServedTerminal } from './served-terminal.js'

const { Terminal }: typeof Headless = createRequire(import.meta.url)('@xterm/headless')
const HELLO: Hello = {
  is: 'hello',
  spoken: SPOKEN,
  size: { columns: 40, rows: 10 },
  cwd: '/',
  terminal: { TERM: 'xterm-256color' },
}

/** A front that takes bytes only when it is told to. */
class Desk {
  readonly terminal = new Terminal({ cols: 40, rows: 10, scrollback: 1_000, allowProposedApi: true })
  readonly heard: ToFront[] = []
  readonly line: FrontLine
  readonly stream: Duplex
  #untaken = 0

  constructor(served: ServedTerminal, hello = HELLO) {
    const packets = new PacketReader()
    this.stream = new Duplex({
      read: () => {},
      write: (bytes: Buffer, _encoding, done) => {
        for (const packet of packets.read(bytes)) this.#hear(readToFront(packet))
        done()
      },
    })
    this.line = new FrontLine(this.stream, {
      hear: message => served.take(this.line, message),
      close: () => void served.lose(this.line),
    })
    served.attach(this.line, hello)
  }

  #hear(message: ToFront): void {
    this.heard.push(message)
    if (message.is !== 'output') return
    this.#untaken += message.bytes.length
    this.terminal.write(message.bytes)
  }

  tell(message: ToWorker): Promise<void> {
    this.stream.push(toWorkerPacket(message))
    return this.settle()
  }

  take(): Promise<void> {
    const bytes = this.#untaken
    this.#untaken = 0
    return this.tell({ is: 'taken', bytes })
  }

  settle(): Promise<void> {
    return new Promise(resolve => setTimeout(() => this.terminal.write('', resolve), 5))
  }

  async lines(): Promise<readonly string[]> {
    await this.settle()
    const buffer = this.terminal.buffer.active
    const found = Array.from({ length: buffer.length }, (_, y) =>
      buffer.getLine(y)!.translateToString(true).trimEnd(),
    )
    while (found.at(-1) === '') found.pop()
    return found
  }
}

const frame = (live: string, ...settled: readonly string[]): Frame => ({
  settled: settled.map(text => lineOf(text)),
  live: [lineOf(live)],
  isFull: false,
  title: 't',
})

test('while the terminal is slow pictures are left out, and nothing that is settled', async () => {
  const served = new ServedTerminal(HELLO)
  const desk = new Desk(served)
  let readied = 0
  served.whenReady(() => readied++)
  served.paint(frame('first', 'one'))
  expect(served.isReady).toBe(false)
  for (let count = 0; count < 100; count++) served.paint(frame(`live ${count}`, `settled ${count}`))
  expect(desk.heard).toHaveLength(1)
  await desk.take()
  expect(desk.heard).toHaveLength(2)
  expect(readied).toBe(0)
  await desk.take()
  expect(readied).toBe(1)
  expect(served.isReady).toBe(true)
  const all = await desk.lines()
  expect(all.slice(0, 3)).toEqual(['one', 'settled 0', 'settled 1'])
  expect(all.slice(-2)).toEqual(['settled 99', 'live 99'])
  expect(all).toHaveLength(102)
})

test('what is settled while a page is shown is printed when it is left', async () => {
  const served = new ServedTerminal(HELLO)
  const desk = new Desk(served)
  for (const each of [
    frame('live', 'one'),
    { ...frame('page'), isFull: true },
    { ...frame('page 2', 'two'), isFull: true },
    frame('live', 'three'),
  ]) {
    served.paint(each)
    await desk.take()
  }
  expect(await desk.lines()).toEqual(['one', 'two', 'three', 'live'])
})

test('what was typed before anybody listened is heard, and an escape after a moment', async () => {
  const served = new ServedTerminal(HELLO)
  const desk = new Desk(served)
  await desk.tell({ is: 'input', bytes: Buffer.from('a') })
  const heard: Input[] = []
  let told = Number.NaN
  let waited = Number.NaN
  served.listen(input => {
    waited = performance.now() - told
    heard.push(input)
  })
  told = performance.now()
  await desk.tell({ is: 'input', bytes: Buffer.from('\x1b') })
  await expect.poll(() => heard.length).toBe(2)
  // A timer may be early by a part of a millisecond.
  expect(waited).toBeGreaterThan(29)
  expect(heard.map(each => each.type === 'key' && each.key.name)).toEqual(['character', 'escape'])
})

test('lent, nothing is drawn; back, the last picture stands below what the program wrote', async () => {
  const served = new ServedTerminal(HELLO)
  const desk = new Desk(served)
  served.paint(frame('live', 'one'))
  await desk.take()
  const lent = served.lend({ argv: ['vi'], cwd: '/', env: {} })
  await desk.take()
  served.paint(frame('later', 'two'))
  expect(served.isReady).toBe(false)
  expect(await desk.lines()).toEqual(['one'])
  desk.terminal.write('the program')
  await desk.tell({ is: 'lent', exitCode: 4 })
  expect(await lent).toBe(4)
  await desk.take()
  await desk.take()
  expect(await desk.lines()).toEqual(['one', 'the program', 'two', 'later'])
  await expect(
    Promise.all([
      served.lend({ argv: ['vi'], cwd: '/', env: {} }),
      desk.tell({ is: 'not-lent', message: 'no' }),
    ]),
  ).rejects.toThrow('no')
})

test('a terminal that goes while it is lent is told to whoever lent it', async () => {
  const served = new ServedTerminal(HELLO)
  const desk = new Desk(served)
  const lent = served.lend({ argv: ['vi'], cwd: '/', env: {} })
  desk.stream.destroy()
  await expect(lent).rejects.toThrow('the terminal is gone')
  expect(served.isAttached).toBe(false)
  served.paint(frame('nobody sees it'))
  await expect(served.lend({ argv: ['vi'], cwd: '/', env: {} })).rejects.toThrow('there is no terminal')
})

test('a second terminal takes the place of the first, and starts with nothing', async () => {
  const served = new ServedTerminal(HELLO)
  const first = new Desk(served)
  served.paint(frame('live', 'one'))
  const second = new Desk(served, { ...HELLO, size: { columns: 50, rows: 12 } })
  expect(first.heard.at(-1)).toEqual({ is: 'taken-over' })
  expect(served.size).toEqual({ columns: 50, rows: 12 })
  await first.tell({ is: 'resize', size: { columns: 1, rows: 1 } })
  expect(served.size.columns).toBe(50)
  expect(served.isReady).toBe(true)
  served.paint(frame('live', 'two'))
  expect(await second.lines()).toEqual(['two', 'live'])
  first.stream.destroy()
  await first.settle()
  expect(served.isAttached).toBe(true)
})

test('a message to a person who is elsewhere is one bell and two notices, and nothing that was put into it', async () => {
  const served = new ServedTerminal(HELLO)
  const desk = new Desk(served)
  served.notify('a\x07\x1b]52;c;eA==\x07', `b;${'c'.repeat(1_000)}\n`)
  const [message] = desk.heard
  const text = message?.is === 'output' ? message.bytes.toString() : ''
  expect(text.split('\x1b]').map(part => part.slice(0, 4))).toEqual(
    ['\x07', '9;a', '777;'].map(part => expect.stringContaining(part.slice(0, 2))),
  )
  expect(text.split('\x07')).toHaveLength(4)
  expect(text.length).toBeLessThan(900)
})
