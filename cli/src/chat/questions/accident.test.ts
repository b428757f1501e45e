/** Whatever happens, nobody answers by accident, and nothing that was typed is lost. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import type { Question } from '../model/question.js'
import { textOfLine, widthOfLine } from '../screen/line.js'
import { drawChanges, drawQuestion } from './draw.js'
import { address, form, model, OPTIONS, Person, permission, pressed } from './question.fixture.js'
import { withdrawQuestion } from './update.js'

const KEYS = [
  ...['a', 'A', 'r', 'R', '1', '2', '4', 'd', 't', 'j', 'k', 'y', 'n', 'o', 'q', 'x', ' ', 'é'],
  ...[
    'enter',
    'enter',
    'tab',
    'shift+tab',
    'escape',
    'up',
    'down',
    'down',
    'down',
    'left',
    'right',
    'home',
    'end',
  ],
  ...['page-down', 'ctrl+u', 'ctrl+c', 'alt+a'],
]

type Move =
  | { readonly key: string; readonly after: number }
  | { readonly paste: string; readonly after: number }
  | { readonly ask: number }
  | { readonly withdraw: true }
  | { readonly send: true }

const after = fc.constantFrom(0, 50, 150, 299, 300, 301, 1_000, 1_000, 1_000, 1_000, 1_000)
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ key: fc.constantFrom(...KEYS), after }) },
  { weight: 1, arbitrary: fc.record({ paste: fc.constantFrom('a', 'y', 'A\nb', '1'), after }) },
  { weight: 4, arbitrary: fc.record({ ask: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.constant({ withdraw: true } as const) },
  { weight: 1, arbitrary: fc.constant({ send: true } as const) },
)

const changes = [{ path: '/work/a', newText: 'x' }]
const makers: readonly ((id: string) => Question)[] = [
  id => permission({ id }),
  id => permission({ id, isDestructive: false, changes, options: OPTIONS.slice(0, 4) }),
  id => permission({ id, options: OPTIONS.slice(0, 2) }),
  id => form({ id }),
  id => address({ id }),
]

const isText = (key: string): boolean => [...key].length === 1

/** Everything that can be read somewhere: what was written, what is written into questions. */
const allText = ({ talk }: Person): string =>
  [
    talk.composer.text,
    ...talk.questions.flatMap(question => {
      if (question.is === 'permission') return [question.refusal?.text ?? '']
      return question.is === 'form' ? question.fields.map(({ text }) => text) : []
    }),
    ...talk.queue.map(({ text }) => text),
  ].join('\n')

const count = (text: string, part: string): number => text.split(part).length - 1

function checkKey(person: Person, key: string, asked: ReadonlySet<string>): void {
  const { question: before, model: then } = person
  const [answers, text] = [person.answers.length, allText(person)]
  const isOnPage = then.page !== undefined
  const heldByWriting = person.talk.attention === 'composer' && !isOnPage
  const isRefusing = before?.is === 'permission' && before.isRefusing === true
  const isWritten = isRefusing && !heldByWriting
  const { now } = then
  person.happen(pressed(key))
  const isAnswered = person.answers.length > answers
  expect(person.answers.length - answers).toBeLessThanOrEqual(1)
  if (isAnswered) {
    expect(before?.shownAt).toBeDefined()
    expect(now - (before?.shownAt ?? now)).toBeGreaterThanOrEqual(300)
    expect(before?.deafUntil ?? 0).toBeLessThanOrEqual(now)
    expect(heldByWriting).toBe(false)
    if (before?.is === 'permission' && before.isDestructive && !isRefusing) expect(key).not.toBe('enter')
    if (before?.is === 'address') expect(key).not.toBe('enter')
    expect(person.talk.questions.some(({ id }) => id === before?.id)).toBe(false)
    expect(asked.has(before?.id ?? '')).toBe(true)
    const answer = person.answers.at(-1)
    if (JSON.stringify(answer).includes('"always"'))
      expect(before).toMatchObject({ confirming: { optionId: 'always' } })
  } else if (!isOnPage && isText(key) && (heldByWriting || isWritten || !person.wasTaken))
    // Whoever writes finds the character where they wrote.
    expect(count(allText(person), key)).toBe(count(text, key) + 1)
}

test('2,000 random evenings: nothing is answered by accident, twice, or at the cost of what was typed', () => {
  fc.assert(
    fc.property(fc.array(move, { minLength: 5, maxLength: 60, size: 'max' }), moves => {
      const person = new Person(model([]))
      const asked = new Set<string>()
      for (const each of moves) {
        if ('ask' in each) {
          const id = `q${asked.size}`
          const make = makers[each.ask]
          if (make === undefined) continue
          asked.add(id)
          person.change(it => ({ ...it, questions: [...it.questions, make(id)] }))
        } else if ('withdraw' in each) {
          const { text } = person.talk.composer
          person.change(it => withdrawQuestion(it, it.questions[0]?.id ?? ''))
          expect(person.talk.composer.text.startsWith(text)).toBe(true)
        } else if ('send' in each)
          person.change(it => ({ ...it, composer: { ...it.composer, text: '', cursor: 0 } }))
        else if ('paste' in each) {
          const answers = person.answers.length
          person.wait(each.after).happen({ type: 'paste', text: each.paste })
          expect(person.answers.length).toBe(answers)
        } else {
          person.wait(each.after)
          checkKey(person, each.key, asked)
        }
      }
      const ids = person.effects.flatMap(effect => (effect.do === 'answer' ? [effect.questionId] : []))
      expect(new Set(ids).size).toBe(ids.length)
    }),
    { numRuns: atLeast(2_000) },
  )
})

test('the answers are drawn in any size and any state', () => {
  const size = fc.record({
    columns: fc.integer({ min: 40, max: 200 }),
    rows: fc.integer({ min: 4, max: 50 }),
  })
  const options = fc.array(fc.constantFrom(...OPTIONS), { minLength: 1, maxLength: 16 })
  const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { maxLength: 60 })
  fc.assert(
    fc.property(
      fc.record({
        size,
        options,
        lines: words,
        keys: fc.array(fc.constantFrom('j', 'k', 'd', 'q'), { maxLength: 4 }),
      }),
      ({ size: { columns, rows }, options: offered, lines, keys }) => {
        const named = offered.map((option, index) => ({ ...option, id: `o${index}` }))
        const person = new Person({
          ...model([permission({ options: named, lines })]),
          size: { columns, rows: Math.max(10, rows) },
        })
        person.press(...keys)
        const { page } = person.model
        const { lines: drawn, isCramped = false } =
          page?.is === 'changes'
            ? { ...drawChanges(page, person.model), isCramped: false }
            : drawQuestion(person.talk, { columns, rows, now: 0 })
        expect(drawn.length).toBeLessThanOrEqual(page === undefined ? rows : Math.max(10, rows))
        for (const line of drawn) expect(widthOfLine(line)).toBeLessThanOrEqual(columns)
        // Every answer is there by its number or, for the first of a kind, by its letter.
        const text = drawn.map(textOfLine).join('\n')
        // Without room for what is asked there are no answers, and that is said.
        if (isCramped) {
          expect(text).toMatch(/make the window larger|Tab answer/)
          return
        }
        for (const [index, option] of named.entries()) {
          const isFirst = named.find(({ kind }) => kind === option.kind) === option
          const letter = { allow_once: 'a', allow_always: 'A', reject_once: 'r', reject_always: 'R' }[
            option.kind
          ]
          const key = isFirst ? letter : index < 9 ? String(index + 1) : '[↓ ]'
          expect(text).toMatch(new RegExp(`(?:^|[ ›])${key} `, 'm'))
        }
      },
    ),
    { numRuns: atLeast(1_000) },
  )
})
