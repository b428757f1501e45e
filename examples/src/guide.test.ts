import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPolicy } from '@parley/acp/guard'
import { expect, test } from 'vitest'

const folder = import.meta.dirname
const withoutIndent = (text: string): string => text.replace(/^\s+/gm, '').trim()

test.each([
  ['guide.md', 6],
  ['permissions.md', 4],
])('every piece of code in %s stands in an example', async (name, least) => {
  const guide = await readFile(join(folder, '../../docs', name), 'utf8')
  const names = (await readdir(folder)).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const sources = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  const examples = sources.map(withoutIndent)
  const pieces = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(match => withoutIndent(match[1] ?? ''))
  expect(pieces.length).toBeGreaterThanOrEqual(least)
  for (const piece of pieces)
    expect(
      examples.some(example => example.includes(piece)),
      piece,
    ).toBe(true)
})

test('the policy in the guide is the one that an example works by, and has no flaws', async () => {
  const guide = await readFile(join(folder, '../../docs/permissions.md'), 'utf8')
  const policy = await readFile(join(folder, '../policy.json'), 'utf8')
  expect(guide).toContain(`\`\`\`json\n${policy}\`\`\``)
  expect(readPolicy(policy, 'user')).not.toHaveProperty('flaws')
})
