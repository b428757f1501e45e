import { emptyThread, reduce } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import { toExportFile } from './export-file.js'

const thread = reduce(emptyThread(1), { type: 'prompt', content: [{ type: 'text', text: 'Hello there' }] })

test('a conversation is written in each form', () => {
  expect(toExportFile(thread, 'T', 'markdown')).toMatchObject({ name: 't.md', mediaType: 'text/markdown' })
  expect(toExportFile(thread, 'T', 'text').text).toContain('Hello there')
  const { entries } = JSON.parse(toExportFile(thread, 'T', 'json').text)
  expect(entries).toHaveLength(1)
})

test.each([
  ['Fix: ../../etc/passwd', 'fix-etc-passwd.md'],
  ['Größe ändern', 'größe-ändern.md'],
  ['…', 'conversation.md'],
  ['x'.repeat(200), `${'x'.repeat(60)}.md`],
])('the title %s makes a file name that is safe anywhere', (title, name) => {
  expect(toExportFile(thread, title, 'markdown').name).toBe(name)
})
