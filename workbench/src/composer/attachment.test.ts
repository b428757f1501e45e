import { expect, test } from 'vitest'
import type { Abilities } from '../state/talk.js'
import { judgeFile, toSize } from './attachment.js'
import { readFiles } from './attachment-reader.js'

const all: Abilities = {
  ...{ image: true, audio: true, embeddedContext: true, fork: true, rename: true },
  ...{ archive: true, delete: true, workspace: true },
}
const none: Abilities = { ...all, image: false, audio: false, embeddedContext: false }

test('pictures, sounds and texts are taken where the agent takes them', () => {
  expect(judgeFile({ name: 'a.png', type: 'image/png', size: 9 }, all, 'Scout')).toEqual({
    kind: 'image',
    mimeType: 'image/png',
  })
  expect(judgeFile({ name: 'a.mp3', type: 'audio/mpeg', size: 9 }, all, 'Scout')).toMatchObject({
    kind: 'audio',
  })
  expect(judgeFile({ name: 'a.rs', type: '', size: 9 }, all, 'Scout')).toEqual({
    kind: 'text',
    mimeType: 'text/plain',
  })
})

test('a drawing that can hold script goes as text', () => {
  expect(judgeFile({ name: 'a.svg', type: 'image/svg+xml', size: 9 }, all, 'Scout')).toMatchObject({
    kind: 'text',
  })
})

test.each([
  ['a.png', 'image/png', 'takes no pictures'],
  ['a.mp3', 'audio/mpeg', 'takes no sounds'],
  ['a.txt', 'text/plain', 'Mention one of the folder with @'],
])('what the agent does not take is said: %s', (name, type, words) => {
  const judged = judgeFile({ name, type, size: 9 }, none, 'Scout')
  expect('refusal' in judged && judged.refusal).toContain(words)
})

test('what is too large, empty or of another kind is said, with its size', () => {
  const refusalOf = (type: string, size: number) => judgeFile({ name: 'a', type, size }, all, 'Scout')
  expect(refusalOf('image/png', 11_000_000)).toEqual({
    refusal: 'a was left out: it has 10 MB, and 10 MB is the most.',
  })
  expect(refusalOf('text/plain', 3_000_000)).toMatchObject({ refusal: expect.stringContaining('2.9 MB') })
  expect(refusalOf('video/mp4', 9)).toMatchObject({ refusal: expect.stringContaining('of this kind') })
  expect(refusalOf('text/plain', 0)).toMatchObject({ refusal: expect.stringContaining('empty') })
})

test('sizes are read by people', () => {
  expect([999, 1_536, 20_480, 5 * 1024 * 1024].map(toSize)).toEqual(['999 bytes', '1.5 kB', '20 kB', '5 MB'])
})

test('files become blocks; what is not text after all is left out with words', async () => {
  const { attachments, refusals } = await readFiles(
    [
      new File([new Uint8Array([1, 2, 255])], 'dot.png', { type: 'image/png' }),
      new File(['fn main() {}'], 'main.rs'),
      new File([new Uint8Array([0xff, 0xfe, 0x41])], 'core'),
    ],
    { abilities: all, agent: 'Scout', count: 0 },
  )
  expect(attachments.map(({ block }) => block)).toEqual([
    { type: 'image', data: 'AQL/', mimeType: 'image/png' },
    {
      type: 'resource',
      resource: { uri: 'attached:///main.rs', mimeType: 'text/plain', text: 'fn main() {}' },
    },
  ])
  expect(refusals).toEqual(['core was left out: it is not text, and of no other kind that can be sent.'])
})

test('only so many go along with one prompt, and the rest is counted', async () => {
  const files = Array.from({ length: 5 }, (_, index) => new File(['x'], `${index}.txt`))
  const { attachments, refusals } = await readFiles(files, { abilities: all, agent: 'Scout', count: 18 })
  expect(attachments).toHaveLength(2)
  expect(refusals[0]).toContain('3 more were left out')
})
