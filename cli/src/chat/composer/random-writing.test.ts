import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import { textOfLine, widthOfLine } from '../screen/line.js'
import { drawComposer } from './draw.js'
import { unfold } from './folds.js'
import { toSubmission } from './submission.js'
import { Writer } from './talk.fixture.js'
import { snap } from './units.js'
import { afterSending } from './update.js'

const characters = fc.constantFrom(
  'a',
  'B',
  ' ',
  '/',
  '@',
  '#',
  '!',
  '\\',
  '"',
  '世',
  'e\u0301',
  '👩‍👧',
  '\u0301',
  '🇩🇪',
  '\u200d',
  '[',
  ']',
  '.',
  '1',
)
const motions = fc.constantFrom(
  'left',
  'right',
  'up',
  'down',
  'home',
  'end',
  'C-a',
  'C-e',
  'M-b',
  'M-f',
  'C-left',
  'C-right',
)
const deletions = fc.constantFrom('backspace', 'delete', 'C-w', 'M-backspace', 'M-d', 'C-k', 'C-u')
const others = fc.constantFrom(
  'C-y',
  'C-_',
  'M-Z',
  'S-enter',
  'C-j',
  'enter',
  'tab',
  'escape',
  'C-r',
  'C-g',
  'C-c',
  'f1',
)
const pastes = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    'x\n'.repeat(20),
    '/home/me/a b.png',
    "'/home/me/a b.png'",
    'y'.repeat(1_500),
    '[pasted 20 lines #1]',
    '\x1b[200~',
  ),
)

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: characters.map(key => ({ key })) },
    { weight: 3, arbitrary: motions.map(key => ({ key })) },
    { weight: 2, arbitrary: deletions.map(key => ({ key })) },
    { weight: 3, arbitrary: others.map(key => ({ key })) },
    { weight: 1, arbitrary: pastes.map(paste => ({ paste })) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }).map(columns => ({ columns })) },
    { weight: 1, arbitrary: fc.constant({ answer: true }) },
    { weight: 1, arbitrary: fc.constant({ send: true }) },
  ),
  { maxLength: 60 },
)

type Step =
  | { key: string }
  | { paste: string }
  | { columns: number }
  | { answer: true }
  | { send: true }
  | object

function take(writer: Writer, step: Step): void {
  if ('key' in step) writer.press(step.key)
  else if ('paste' in step) writer.paste(step.paste)
  else if ('columns' in step) writer.columns = step.columns
  else if ('send' in step) writer.talk = { ...writer.talk, composer: afterSending(writer.composer) }
  else {
    const items = ['a/', 'a b.ts', '世.ts'].map(label => ({ insert: `@${label}`, label }))
    writer.hear({ type: 'suggestions', ticket: writer.composer.completion?.ticket ?? 0, items })
  }
}

test('whatever is pressed, pasted and resized, the cursor is between characters and the box fits', () => {
  fc.assert(
    fc.property(steps, all => {
      const writer = new Writer({ history: ['one', 'two\nthree', '/help'] })
      for (const step of all) {
        take(writer, step)
        const { composer, columns } = writer
        expect(snap(composer, composer.cursor)).toBe(composer.cursor)
        expect(composer.text).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cs}]/u)
        const { lines, cursor } = drawComposer(writer.talk, { columns, rows: 9, hint: 'hint' })
        expect(lines.length).toBeLessThanOrEqual(9)
        for (const line of lines) {
          expect(widthOfLine(line)).toBeLessThanOrEqual(columns)
          expect(textOfLine(line)).not.toMatch(/\p{Cc}/u)
        }
        expect(cursor.row).toBeLessThan(lines.length)
      }
    }),
    { numRuns: atLeast(700) },
  )
})

test('what was typed is there as long as nobody takes it out, wherever the cursor and the history went', () => {
  // Letters that stand nowhere else, so that each can be looked for.
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constant('type') },
    { weight: 3, arbitrary: motions },
    {
      weight: 1,
      arbitrary: fc.constantFrom('C-j', 'C-r', 'escape', 'up', 'down', 'up', 'down', 'f1', 'tab'),
    },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), all => {
      const writer = new Writer({ history: ['one', 'two\nthree', 'four'] })
      const typed: string[] = []
      for (const [index, each] of all.entries()) {
        if (each !== 'type') writer.press(each)
        else {
          const isSearching = writer.composer.search !== undefined
          const letter = String.fromCodePoint(0x4e00 + index)
          writer.press(letter)
          if (!isSearching) typed.push(letter)
        }
      }
      const { text, recall, undo } = writer.press('escape').composer
      const everywhere = [
        text,
        recall?.draft ?? '',
        ...(recall?.changed.values() ?? []),
        ...undo.map(state => state.text),
      ].join('')
      for (const letter of typed) expect(everywhere).toContain(letter)
      // What was written before anything was recalled comes back by going down.
      if (recall !== undefined) {
        for (let count = 0; count < 40; count++) writer.press('down')
        expect(writer.composer.text).toBe(recall.draft)
      }
    }),
    { numRuns: atLeast(700) },
  )
})

test('without history a text is what was typed minus what was deleted', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.constantFrom('a', 'b', ' ', '世'),
          fc.constantFrom('left', 'right', 'backspace', 'delete', 'home', 'end'),
        ),
      ),
      keys => {
        const writer = new Writer()
        let [before, behind]: [string[], string[]] = [[], []]
        for (const key of keys) {
          writer.press(key)
          if (key === 'left') behind = [...before.splice(-1), ...behind]
          else if (key === 'right') before.push(...behind.splice(0, 1))
          else if (key === 'backspace') before.pop()
          else if (key === 'delete') behind.shift()
          else if (key === 'home') [before, behind] = [[], [...before, ...behind]]
          else if (key === 'end') [before, behind] = [[...before, ...behind], []]
          else before.push(key)
          expect(writer.shown).toBe(`${before.join('')}|${behind.join('')}`)
        }
      },
    ),
    { numRuns: atLeast(500) },
  )
})

test('undo goes through states that were there, back to the beginning, and redo all the way forth', () => {
  const change = fc.oneof(
    characters.map(key => ({ key })),
    motions.filter(key => key !== 'up' && key !== 'down').map(key => ({ key })),
    deletions.map(key => ({ key })),
    pastes.map(paste => ({ paste })),
  )
  fc.assert(
    fc.property(fc.array(change, { maxLength: 50 }), all => {
      const writer = new Writer()
      const seen = new Set([''])
      for (const step of all) {
        take(writer, step)
        seen.add(writer.composer.text)
      }
      const last = writer.composer.text
      let steps = 0
      while (writer.composer.undo.length > 0) {
        writer.press('C-_')
        expect(seen).toContain(writer.composer.text)
        steps++
      }
      expect(writer.composer.text).toBe('')
      for (let count = 0; count < steps; count++) writer.press('M-Z')
      expect(writer.composer.text).toBe(last)
    }),
    { numRuns: atLeast(500) },
  )
})

test('what is folded is whole again, in the order in which it was pasted', () => {
  const text = fc.oneof(
    fc.constantFrom('\n', ' #1]', '[pasted 20 lines #1]', 'word '),
    fc.string({ unit: 'grapheme-ascii' }),
  )
  const piece = fc.array(text, { minLength: 1, maxLength: 60 }).map(parts => parts.join(''))
  fc.assert(
    fc.property(
      fc.array(
        piece.filter(each => !each.startsWith('/')),
        { maxLength: 6 },
      ),
      all => {
        const writer = new Writer()
        for (const each of all) writer.paste(each)
        const { text: written, folds } = writer.composer
        const isPlain = !all.some(each => each.includes('[pasted'))
        if (isPlain) expect(unfold(written, folds)).toBe(all.join(''))
        writer.hear({ type: 'edited', talk: 't1', text: unfold(written, folds) })
        if (isPlain)
          expect(toSubmission(writer.composer, '/')?.text ?? '').toBe(
            all.join('').trim() === '' ? '' : all.join(''),
          )
      },
    ),
    { numRuns: atLeast(300) },
  )
})
