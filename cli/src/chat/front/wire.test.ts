import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readToFront,
  readToWorker,
  SPOKEN,
  type ToFront,
  type ToWorker,
  toFrontPacket,
  toWorkerPacket,
} from './message.js'
import { MOST_PAYLOAD_BYTES, PacketReader, toPacket, WireFault } from './wire.js'

const settings = {
  cwd: '/work',
  directories: [],
  options: [['model', 'x']],
  env: { A: 'b' },
  protocol: 1,
  lendsFiles: true,
  lendsTerminals: false,
  theme: 'auto',
} as const

const toWorker: readonly ToWorker[] = [
  {
    is: 'hello',
    spoken: SPOKEN,
    size: { columns: 80, rows: 24 },
    cwd: '/',
    terminal: { TERM: 'x' },
    settings,
  },
  { is: 'input', bytes: Buffer.from([0, 255, 27]) },
  { is: 'resize', size: { columns: 1, rows: 1 } },
  { is: 'taken', bytes: 12 },
  { is: 'lent', exitCode: 3 },
  { is: 'not-lent', message: 'no' },
  { is: 'back' },
  { is: 'leave', why: 'SIGTERM' },
]
const toFront: readonly ToFront[] = [
  { is: 'output', isFull: true, bytes: Buffer.from('x') },
  { is: 'output', isFull: false, bytes: Buffer.alloc(0) },
  { is: 'lend', argv: ['vi', 'a'], cwd: '/', env: {} },
  { is: 'suspend' },
  { is: 'leave', lines: ['a', 'b'], exitCode: 7 },
  { is: 'detach', lines: [] },
  { is: 'taken-over' },
  { is: 'leaving' },
  { is: 'go', id: 'abc' },
]

test('every message comes out as it went in, however the line cuts it', () => {
  const stream = Buffer.concat([...toWorker.map(toWorkerPacket), ...toFront.map(toFrontPacket)])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), lengths => {
      const reader = new PacketReader()
      const packets = []
      for (let at = 0, turn = 0; at < stream.length; turn++) {
        const length = lengths[turn % lengths.length]!
        packets.push(...reader.read(stream.subarray(at, at + length)))
        at += length
      }
      expect(packets.slice(0, toWorker.length).map(readToWorker)).toEqual(toWorker)
      expect(packets.slice(toWorker.length).map(readToFront)).toEqual(toFront)
    }),
  )
})

test('a packet that is too long is a fault before it has come', () => {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(MOST_PAYLOAD_BYTES + 1, 0)
  expect(() => new PacketReader().read(head)).toThrow(WireFault)
  expect(() => toPacket(1, Buffer.alloc(MOST_PAYLOAD_BYTES + 1))).toThrow(WireFault)
})

test.each([
  'null',
  '[]',
  '{',
  '{"is":"nothing"}',
  '{"is":"resize"}',
  '{"is":"resize","size":{"columns":-1,"rows":2}}',
  '{"is":"resize","size":{"columns":1e9,"rows":2}}',
  '{"is":"taken","bytes":"many"}',
  '{"is":"lent","exitCode":256}',
  '{"is":"hello","spoken":1,"size":{"columns":1,"rows":1},"cwd":"/","terminal":{"TERM":1}}',
  '{"is":"hello","spoken":1,"size":{"columns":1,"rows":1},"cwd":"/","terminal":{},"settings":{"cwd":"/"}}',
  '{"is":"lend","argv":["a",1],"cwd":"/","env":{}}',
  '{"is":"leave","lines":"a","exitCode":0}',
])('%s is a fault', text => {
  const packet = { kind: 1, payload: Buffer.from(text) }
  expect(() => readToWorker(packet)).toThrow(WireFault)
  expect(() => readToFront(packet)).toThrow(WireFault)
})

test('any bytes are packets that are wrong, or wait for more: nothing else is thrown', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      try {
        for (const packet of new PacketReader().read(Buffer.from(bytes))) readToWorker(packet)
      } catch (error) {
        expect(error).toBeInstanceOf(WireFault)
      }
    }),
  )
})

test('many small pieces of a long packet are joined once', () => {
  const packet = toPacket(2, Buffer.alloc(3_000_000, 7))
  const reader = new PacketReader()
  const started = performance.now()
  let found = 0
  for (let at = 0; at < packet.length; at += 1_000)
    found += reader.read(packet.subarray(at, at + 1_000)).length
  expect(found).toBe(1)
  expect(performance.now() - started).toBeLessThan(500)
})
