import { expect, test } from 'vitest'
import { complete, completingAt, offerCommands, offerFiles } from './completion.js'

const at = (marked: string) => {
  const cursor = marked.indexOf('|')
  return completingAt(marked.replace('|', ''), cursor)
}

test('a command is completed at the beginning alone', () => {
  expect(at('/re|')).toEqual({ is: 'command', query: 're', start: 0, end: 3 })
  expect(at('/re|view now')).toEqual({ is: 'command', query: 're', start: 0, end: 7 })
  expect(at('please /re|')).toBeUndefined()
  expect(at('/review now|')).toBeUndefined()
})

test('a file is completed behind a sign that begins a word', () => {
  expect(at('look at @src/m| please')).toEqual({ is: 'file', query: 'src/m', start: 8, end: 14 })
  expect(at('@|')).toEqual({ is: 'file', query: '', start: 0, end: 1 })
  expect(at('ada@example|')).toBeUndefined()
  expect(at('see @a @b|')).toMatchObject({ query: 'b', start: 7 })
})

test('a file with blanks is completed behind a quote', () => {
  expect(at('see @"my fi|')).toEqual({ is: 'file', query: 'my fi', start: 4, end: 11 })
  expect(at('see @"my file" and|')).toBeUndefined()
})

const commands = [
  { name: 'test', description: 'Review what the tests say', hint: 'which' },
  { name: 'preview', description: 'Show the page' },
  { name: 'review', description: 'Look through the changes' },
  { name: 'plan', description: 'Make a plan' },
]

test('commands that begin so come before those that hold it, and those before the ones that speak of it', () => {
  expect(offerCommands(commands, 'REV').map(({ id }) => id)).toEqual(['review', 'preview', 'test'])
  expect(offerCommands(commands, '')).toHaveLength(4)
  expect(offerCommands(commands, 'xyz')).toEqual([])
  expect(offerCommands(commands, 'test')[0]).toMatchObject({
    label: '/test',
    hint: 'which',
    insert: '/test ',
  })
})

test('files are shown by their names, below the folder of the session', () => {
  expect(offerFiles(['/shop/src/main.ts', 'a b.md', '/etc/hosts'], '/shop')).toEqual([
    { id: 'src/main.ts', label: 'main.ts', description: 'src/', insert: '@src/main.ts ' },
    { id: 'a b.md', label: 'a b.md', description: undefined, insert: '@"a b.md" ' },
    { id: '/etc/hosts', label: 'hosts', description: '/etc/', insert: '@/etc/hosts ' },
  ])
})

test('what is taken replaces what was typed, and the cursor stands behind one blank', () => {
  const [offer] = offerFiles(['src/main.ts'], '/shop')
  const text = 'look at @sr please'
  const completing = completingAt(text, 11)!
  expect(complete(text, completing, offer!)).toEqual({ text: 'look at @src/main.ts please', cursor: 21 })
  expect(complete('@sr', completingAt('@sr', 3)!, offer!)).toEqual({ text: '@src/main.ts ', cursor: 13 })
})
