import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname
const withoutIndent = (text: string): string => text.replace(/^\s+/gm, '').trim()

test('every piece of code in the guide stands in an example', async () => {
  const guide = await readFile(join(folder, '../../docs/guide.md'), 'utf8')
  const names = (await readdir(folder)).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const sources = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  const examples = sources.map(withoutIndent)
  const pieces = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(match => withoutIndent(match[1] ?? ''))
  expect(pieces.length).toBeGreaterThan(5)
  for (const piece of pieces)
    expect(
      examples.some(example => example.includes(piece)),
      piece,
    ).toBe(true)
})
