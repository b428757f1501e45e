import { expect, test } from 'vitest'
import type { Suggestion } from '../model/composer.js'
import { mentionedFiles, toMention } from './mentions.js'
import { ownCommandOf } from './own-commands.js'
import { Writer } from './talk.fixture.js'

const COMMANDS = [
  { name: 'plan', description: 'Makes a plan', hint: 'what for' },
  { name: 'review', description: "The agent's own" },
]

const labels = (writer: Writer): readonly string[] =>
  writer.composer.completion?.items.map(each => each.label) ?? []

function offer(writer: Writer, ...names: readonly string[]): Writer {
  const items: readonly Suggestion[] = names.map(name => ({ insert: toMention(name), label: name }))
  return writer.hear({ type: 'suggestions', ticket: writer.composer.completion?.ticket ?? -1, items })
}

test('a slash at the start offers commands, those of the agent first and in the place of ours', () => {
  const writer = new Writer({}, COMMANDS).type('/')
  expect(labels(writer).slice(0, 4)).toEqual(['/plan <what for>', '/review', '/help', '/new <agent>'])
  expect(labels(writer).filter(label => label.endsWith('/review'))).toEqual(['/review'])
  expect(writer.composer.completion?.items[1]?.detail).toBe("The agent's own")
  expect(labels(writer.type('sess'))).toEqual(['/sessions <words to look for>'])
  expect(writer.press('enter').shown).toBe('/sessions |')
  expect(writer.isTaken).toBe(true)
  expect(writer.press('enter').isTaken).toBe(false)
})

test('two slashes offer the commands of this program alone, also those whose name the agent has', () => {
  const writer = new Writer({}, COMMANDS).type('//')
  expect(labels(writer).slice(0, 2)).toEqual(['//help', '//new <agent>'])
  expect(labels(writer)).toContain('//review')
  expect(labels(writer)).not.toContain('/plan <what for>')
  expect(writer.type('rev').press('tab').shown).toBe('//review |')
})

test('a command that is written whole is sent by Enter', () => {
  const writer = new Writer().type('/help').press('enter')
  expect(writer.isTaken).toBe(false)
  expect(writer.shown).toBe('/help|')
})

test('our commands are told from prompts and from those of the agent', () => {
  expect(ownCommandOf('/mode  plan ')).toEqual({ name: 'mode', argument: 'plan' })
  expect(ownCommandOf('/help')).toEqual({ name: 'help', argument: '' })
  expect(ownCommandOf('/nothing')).toBeUndefined()
  expect(ownCommandOf(' /help')).toBeUndefined()
  expect(ownCommandOf('/help\nme')).toBeUndefined()
  expect(ownCommandOf('/review', COMMANDS)).toBeUndefined()
})

test('an at sign asks for files, and the answer can be taken', () => {
  const writer = new Writer().type('see @sr')
  expect(writer.effects.filter(each => each.do === 'suggest')).toEqual([
    { do: 'suggest', kind: 'file', query: '', ticket: 1, cwd: '/work/project' },
    { do: 'suggest', kind: 'file', query: 's', ticket: 2, cwd: '/work/project' },
    { do: 'suggest', kind: 'file', query: 'sr', ticket: 3, cwd: '/work/project' },
  ])
  writer.hear({ type: 'suggestions', ticket: 2, items: [{ insert: '@late', label: 'late' }] })
  expect(labels(writer)).toEqual([])
  offer(writer, 'src/a.ts', 'src/b.ts')
  expect(writer.press('down', 'tab').shown).toBe('see @src/b.ts |')
  expect(writer.composer.completion).toBeUndefined()
  expect(writer.press('C-_').shown).toBe('see @sr|')
})

test('what no longer fits cannot be taken while the answer is on its way', () => {
  const writer = offer(new Writer().type('@s'), 'src/a.ts', 'src/b.ts').type('rcb')
  expect(labels(writer)).toEqual(['src/b.ts'])
  expect(writer.type('zz').press('enter').isTaken).toBe(false)
})

test('a folder is gone into, and blanks are quoted', () => {
  const writer = offer(new Writer().type('@m'), 'my folder/').press('tab')
  expect(writer.shown).toBe('@"my folder/|')
  expect(writer.effects.at(-1)).toMatchObject({ do: 'suggest', query: 'my folder/' })
  expect(offer(writer, 'my folder/a b.txt').press('enter').shown).toBe('@"my folder/a b.txt" |')
})

test('in a folder that is written whole, Tab goes on to what is in it, and Enter sends', () => {
  const writer = offer(new Writer().type('see @src/'), 'src/', 'src/a.ts')
  expect(writer.press('enter').isTaken).toBe(false)
  expect(writer.press('tab').shown).toBe('see @src/|')
  expect(writer.press('tab').shown).toBe('see @src/a.ts |')
})

test.each(['a b.txt', 'a"b', 'a\\b', 'odd,', 'x:12', 'plain.ts', '(a)'])(
  'a mention means the file again: %s',
  path => {
    expect(mentionedFiles(`see ${toMention(path)} now`)).toEqual([path])
  },
)

test('signs inside of words ask for nothing', () => {
  for (const text of ['me@example', 'C#', 'a/b', 'x #a b', '!cat @a', '!/'])
    expect([text, new Writer().type(text).composer.completion]).toEqual([text, undefined])
  expect(new Writer().type('/usr/bin').composer.completion).toBeUndefined()
})

test('Esc closes the list for this word, and Tab opens it again', () => {
  const writer = offer(new Writer().type('@s'), 'src/a.ts').press('escape')
  expect(writer.isTaken).toBe(true)
  expect(writer.type('r').composer.completion).toBeUndefined()
  expect(writer.press('escape').isTaken).toBe(false)
  expect(writer.press('tab').composer.completion).toBeDefined()
  const next = writer.type(' @x')
  expect(next.composer.completion).toMatchObject({ query: 'x' })
})

test('up and down choose, around the ends', () => {
  const writer = offer(new Writer({ history: ['old'] }).type('@s'), 'a', 'b', 'c')
  expect(writer.press('up').composer.completion?.selected).toBe(2)
  expect(writer.press('down', 'down').composer.completion?.selected).toBe(1)
  expect(writer.shown).toBe('@s|')
})

test('the number of an issue is not made into a conversation by Enter', () => {
  const writer = new Writer().type('fix #12')
  const items = [{ insert: '#1200000000000000', label: 'a talk' }]
  writer.hear({ type: 'suggestions', ticket: writer.composer.completion?.ticket ?? 0, items })
  expect(writer.press('enter').isTaken).toBe(false)
  expect(writer.press('tab').shown).toBe('fix #1200000000000000 |')
})

test('something recalled opens no list, so that up goes on', () => {
  const writer = new Writer({ history: ['first', '/help'] }).press('up')
  expect(writer.composer.completion).toBeUndefined()
  expect(writer.press('up').shown).toBe('first|')
})
