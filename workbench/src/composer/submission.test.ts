import { expect, test } from 'vitest'
import type { FileContent } from '../state/actions.js'
import { type Draft, EMPTY_DRAFT, reworded } from './draft.js'
import { toSubmission } from './submission.js'

const draft = (parts: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, ...parts })
const content = (parts: Partial<FileContent>): FileContent => ({
  ...{ path: '', text: 'text', size: 4, isCut: false, digest: '' },
  ...parts,
})

test('a text alone is sent at once', () => {
  expect(toSubmission(draft({ text: ' hello\n' }), { cwd: '/shop' })).toEqual({ text: 'hello', blocks: [] })
})

test('what is mentioned is pointed at, before what goes along', () => {
  const block = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const
  const written = draft({
    text: 'see @"a b.md"',
    files: ['a b.md', 'gone.md'],
    attachments: [{ id: '1', name: 'dot.png', size: 1, block }],
  })
  expect(toSubmission(written, { cwd: '/shop' })).toEqual({
    text: 'see @"a b.md"',
    blocks: [{ type: 'resource_link', uri: 'file:///shop/a%20b.md', name: 'a b.md' }, block],
  })
})

test('small texts are sent whole where they can be read; others are pointed at', async () => {
  const files: Record<string, FileContent> = {
    '/shop/small.ts': content({ text: 'small' }),
    '/shop/large.ts': content({ size: 70_000 }),
    '/shop/cut.ts': content({ isCut: true }),
    '/shop/binary': content({ text: undefined }),
  }
  const text = '@small.ts @large.ts @cut.ts @binary @gone.ts'
  const sent = await toSubmission(draft({ text, files: text.replaceAll('@', '').split(' ') }), {
    cwd: '/shop/',
    read: async path => files[path] ?? Promise.reject(new Error('there is no such file')),
  })
  expect(sent.blocks.map(({ type }) => type)).toEqual(['resource', ...Array(4).fill('resource_link')])
  expect(sent.blocks[0]).toEqual({
    type: 'resource',
    resource: { uri: 'file:///shop/small.ts', text: 'small' },
  })
})

test('a prompt that is reworded keeps what goes along, but for what it no longer mentions', () => {
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const
  const link = { type: 'resource_link', uri: 'file:///shop/a.md', name: 'a.md' } as const
  const whole = { type: 'resource', resource: { uri: 'file:///shop/b.md', text: 'b' } } as const
  const before = { text: 'see @a.md and @b.md', blocks: [link, whole, image] }
  expect(reworded(before, 'see @b.md').blocks).toEqual([whole, image])
  expect(reworded(before, 'see @a.md').blocks).toEqual([link, image])
})
