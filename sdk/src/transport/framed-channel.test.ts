import { expect, test } from 'vitest'
import { asLine, socketChannels, socketPair, streamOf, withLength } from '../node/pairs.fixture.js'
import { Listener, say } from '../testing/channel-probe.js'
import { byteChannelContract } from '../testing/index.js'
import { contentLength, detected, lines } from './framed-channel.js'

for (const { title, run } of byteChannelContract(socketChannels(lines, asLine))) test(`lines: ${title}`, run)

for (const { title, run } of byteChannelContract(socketChannels(contentLength, withLength)))
  test(`content-length: ${title}`, run)

for (const { title, run } of byteChannelContract(socketChannels(detected, asLine)))
  test(`detected: ${title}`, run)

test('a side that detects answers in the framing it was spoken to in', async () => {
  for (const make of [lines, contentLength]) {
    const [near, far] = await socketPair()
    const [speaker, detector] = [make(streamOf(near)), detected(streamOf(far))]
    const [atSpeaker, atDetector] = [new Listener(speaker), new Listener(detector)]
    say(speaker, 'hello')
    await atDetector.until(1)
    say(detector, 'hello yourself')
    await atSpeaker.until(1)
    expect(atSpeaker.said).toEqual(['hello yourself'])
    await Promise.all([speaker.close(), detector.close()])
  }
})

test('what is sent in one go leaves as one write', async () => {
  const writes: string[] = []
  const channel = lines({
    input: (async function* () {})(),
    write: text => void writes.push(text) as undefined,
    whenIdle: callback => process.nextTick(callback),
    end: async () => {},
  })
  for (let index = 0; index < 100; index++) say(channel, index)
  await new Promise(setImmediate)
  expect(writes).toHaveLength(1)
  expect(writes[0]?.split('\n')).toHaveLength(101)
  await channel.close()
})

test('a peer that is gone while a message waits to be written crashes nothing, and the next send says so', async () => {
  const channel = lines({
    input: (async function* () {})(),
    write: () => {
      throw new Error('EPIPE')
    },
    whenIdle: callback => process.nextTick(callback),
    end: async () => {},
  })
  say(channel, 'lost')
  await new Promise(setImmediate)
  expect(() => say(channel, 'too')).toThrow('EPIPE')
  await channel.close()
})
