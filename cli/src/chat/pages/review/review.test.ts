import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atLeast } from '../../../runs.fixture.js'
import type { ChatEvent, TurnChange } from '../../event.js'
import { Play } from '../../model/model.fixture.js'
import type { Model } from '../../model/model.js'
import type { Talk } from '../../model/talk.js'
import { textOfLine } from '../../screen/line.js'
import { expectFits, expectSturdy, key, modelOf, NOW, seen, talkOf } from '../page.fixture.js'
import { drawReview } from './draw.js'
import type { ReviewPage } from './page.js'
import { openReview, updateReview } from './update.js'

const CWD = '/home/ada/work'
const numbered = (count: number, change: (at: number) => string = at => `line ${at}`): string =>
  Array.from({ length: count }, (_, at) => `${change(at + 1)}\n`).join('')

const CHANGES: readonly TurnChange[] = [
  {
    path: `${CWD}/src/a.ts`,
    oldText: numbered(30),
    newText: numbered(30, at =>
      at === 5 ? 'line five' : at === 20 ? 'line 20\nline 20 and a half' : `line ${at}`,
    ),
  },
  { path: `${CWD}/src/new.ts`, newText: 'export const answer = 42\n' },
  { path: `${CWD}/old.ts`, oldText: 'gone\nfor good\n' },
  { path: `${CWD}/logo.png`, note: 'changed: it is not text' },
]

class Review {
  model: Model
  effects: unknown[] = []

  constructor(fields: Partial<Model> = {}, changes: readonly TurnChange[] | null = CHANGES) {
    const [model, effects] = openReview(modelOf(fields))
    this.model = model
    this.effects.push(...effects)
    if (changes !== null) this.happen({ type: 'changes', talk: 'talk-1', changes })
  }

  happen(event: ChatEvent): this {
    const { page } = this.model
    if (page?.is !== 'review') throw new Error('the page is closed')
    const [model, effects] = updateReview(this.model, page, event)
    this.model = model
    this.effects.push(...effects)
    return this
  }

  press(...words: readonly string[]): this {
    for (const word of words) this.happen(key(word))
    return this
  }

  type(text: string): this {
    for (const character of text) this.happen(key(character === ' ' ? 'space' : character))
    return this
  }

  get page(): ReviewPage {
    const { page } = this.model
    if (page?.is !== 'review') throw new Error('the page is closed')
    return page
  }

  get talk(): Talk {
    const [talk] = this.model.talks
    if (talk === undefined) throw new Error('there is always one')
    return talk
  }

  get screen(): string {
    const view = drawReview(this.page, this.model)
    expectFits(view, this.model)
    return seen(view)
  }
}

const running = { since: NOW, submission: { text: 'x', files: [], talks: [] }, slot: 0, isCancelling: false }

test('opening asks what changed, and says so until it is known', () => {
  const review = new Review({}, null)
  expect(review.effects).toEqual([{ do: 'compare', talk: 'talk-1' }])
  expect(review.screen).toContain('Comparing …')
  review.happen({ type: 'changes', talk: 'another', changes: CHANGES })
  expect(review.screen).toContain('Comparing …')
  review.happen({ type: 'changes', talk: 'talk-1', changes: [] })
  expect(review.screen).toContain('The last turn changed no file here.')
})

test('the list names every file with what became of it and its counts', () => {
  expect(new Review().press('j').screen).toMatchInlineSnapshot(`
    "▌ Changes of the last turn (4)

      changed  src/a.ts                                                       +2  −1
    › new      src/new.ts                                                         +1
      deleted  old.ts                                                             −2
      changed  logo.png                                               it is not text
    ⋮
    Enter open · s send review · u undo · ↑↓ choose · Esc back"
  `)
})

test('an open file shows its lines with numbers, signs and the cursor at the first change', () => {
  expect(new Review().press('enter').screen).toMatchInlineSnapshot(`
    "▌ 1/4 src/a.ts changed                                                    +2  −1

       2  2   line 2
       3  3   line 3
       4  4   line 4
    ▸  5    − line 5
          5 + line five
       6  6   line 6
       7  7   line 7
       8  8   line 8
            ⋯
      18 18   line 18
      19 19   line 19
      20 20   line 20
         21 + line 20 and a half
      21 22   line 21
      22 23   line 22
      23 24   line 23
    ⋮
    c comment · x delete · s send review · n/p file · j/k line · u undo · Esc back"
  `)
})

test('the words in which two lines differ are marked, in the chosen line too', () => {
  const review = new Review().press('enter')
  const pieces = (text: string) =>
    drawReview(review.page, review.model)
      .lines.find(line => textOfLine(line).endsWith(text))
      ?.slice(3)
  expect(pieces('line 5')).toEqual([
    { text: 'line ', style: { role: 'removed', isBold: true } },
    { text: '5', style: { role: 'removedWord', isBold: true } },
  ])
  expect(pieces('line five')?.at(-1)).toEqual({ text: 'five', style: { role: 'addedWord' } })
})

test('a file with comments, one of which is being written, at 160 columns', () => {
  const review = new Review({ size: { columns: 160, rows: 50 } })
    .press('enter', 'c')
    .type('Why?')
    .press('enter')
  review.press('j', 'c').type('Spell numbers out, please')
  expect(review.screen).toMatchInlineSnapshot(`
    "▌ 1/4 src/a.ts changed                                                                                                                         1 comment  +2  −1

       2  2   line 2
       3  3   line 3
       4  4   line 4
       5    − line 5
        ┃ Why?
    ▸     5 + line five
        ✎ Spell numbers out, please
       6  6   line 6
       7  7   line 7
       8  8   line 8
            ⋯
      18 18   line 18
      19 19   line 19
      20 20   line 20
         21 + line 20 and a half
      21 22   line 21
      22 23   line 22
      23 24   line 23
    ⋮
    Enter keep the comment · Esc leave it"
  `)
})

test('up, down, j, k, page keys and the ends move the cursor and stop at both ends', () => {
  const review = new Review().press('enter')
  const rows = (...words: readonly string[]) => review.press(...words).page.row
  const first = review.page.row
  expect(rows('j')).toBe(first + 1)
  expect(rows('down')).toBe(first + 2)
  expect(rows('k', 'up')).toBe(first)
  expect(rows('g')).toBe(0)
  expect(rows('up')).toBe(0)
  const last = rows('G')
  expect(rows('down')).toBe(last)
  expect(rows('home')).toBe(0)
  expect(rows('end')).toBe(last)
  expect(rows('page-up')).toBeLessThan(last)
  expect(rows('home', 'page-down')).toBeGreaterThan(5)
})

test('n and p go from file to file, Esc goes back to the list and then closes', () => {
  const review = new Review().press('enter', 'n')
  expect(review.page).toMatchObject({ file: 1, isOpen: true })
  expect(review.screen).toContain('+ export const answer = 42')
  expect(review.press('n').screen).toContain('− for good')
  expect(review.press('n').screen).toContain('it is not text')
  expect(review.press('n').page.file).toBe(3)
  expect(review.press('p', 'p').page.file).toBe(1)
  expect(review.press('escape').page).toMatchObject({ file: 1, isOpen: false })
  review.press('escape')
  expect(review.model.page).toBeUndefined()
  for (const word of ['q', 'ctrl+c']) expect(new Review().press(word).model.page).toBeUndefined()
})

describe('comments', () => {
  test('a comment keeps the path, the line and its code, of what is there and of what is gone', () => {
    const review = new Review()
      .press('enter', 'c')
      .type('why')
      .press('enter', 'j', 'c')
      .type('spell')
      .press('enter')
    expect(review.talk.reviewComments).toEqual([
      { path: `${CWD}/src/a.ts`, line: 5, isGone: true, code: 'line 5', text: 'why' },
      { path: `${CWD}/src/a.ts`, line: 5, isGone: false, code: 'line five', text: 'spell' },
    ])
    expect(review.screen).toContain('┃ why')
    expect(review.screen).toContain('2 comments')
    expect(review.press('escape').screen).toMatch(/src\/a\.ts +2 comments/)
  })

  test('keys while writing are text, and the line can be edited', () => {
    const review = new Review()
      .press('enter', 'c')
      .type('nqsuxz')
      .press('backspace', 'home', 'delete', 'right', 'left')
    review.happen({ type: 'paste', text: 'a\nb\tc\u001b[31m' }).press('end').type('!').press('enter')
    expect(review.talk.reviewComments?.[0]?.text).toMatch(/^a b c.?qsux!$/)
    expect(review.effects).toEqual([{ do: 'compare', talk: 'talk-1' }])
  })

  test('on a line that has one, c takes it up again; an empty one is none', () => {
    const review = new Review()
      .press('enter', 'c')
      .type('one')
      .press('enter', 'c')
      .type(' two')
      .press('enter')
    expect(review.talk.reviewComments?.map(({ text }) => text)).toEqual(['one two'])
    review.press('c', 'ctrl+u', 'enter')
    expect(review.talk.reviewComments).toEqual([])
  })

  test('Esc leaves writing, and what was written comes back with the next comment', () => {
    const review = new Review().press('enter', 'c').type('half').press('escape')
    expect(review.talk.reviewComments ?? []).toEqual([])
    expect(review.page.isOpen).toBe(true)
    expect(review.press('j', 'c').screen).toContain('✎ half')
  })

  test('x deletes the comment of the line, and only that', () => {
    const review = new Review()
      .press('enter', 'c')
      .type('one')
      .press('enter', 'j', 'c')
      .type('two')
      .press('enter')
    review.press('x')
    expect(review.talk.reviewComments?.map(({ text }) => text)).toEqual(['one'])
    review.press('x')
    expect(review.talk.reviewComments?.length).toBe(1)
    expect(review.model.remark?.text).toBe('There is no comment on this line.')
  })

  test('they survive closing the page, and stand at their lines again', () => {
    const review = new Review().press('enter', 'c').type('stays').press('enter', 'escape', 'escape')
    const again = new Review({ talks: review.model.talks })
    expect(again.press('enter').screen).toContain('┃ stays')
  })

  test('one whose line has changed is shown at the top of its file, and x there deletes it', () => {
    const review = new Review().press('enter', 'c').type('stale').press('enter')
    review.happen({
      type: 'changes',
      talk: 'talk-1',
      changes: [{ ...CHANGES[0], path: `${CWD}/src/a.ts`, newText: 'other\n' }],
    })
    review.press('home')
    const moved = new Review({ talks: review.model.talks }, [
      { path: `${CWD}/src/a.ts`, oldText: 'x\n', newText: 'y\n' },
    ]).press('enter', 'home')
    expect(moved.screen).toContain('┃ line 5, which has changed: stale')
    expect(moved.press('x').talk.reviewComments).toEqual([])
  })

  test('there is nothing to comment on where there is no text', () => {
    const review = new Review().press('end', 'enter', 'c')
    expect(review.page.input).toBeUndefined()
    expect(review.model.remark?.text).toBe('There is no line here to comment on.')
  })
})

describe('sending', () => {
  const commented = (fields: Partial<Model> = {}): Review => {
    const review = new Review(fields).press('enter', 'j', 'c').type('Spell it.').press('enter')
    return review.press('k', 'c').type('Why gone?').press('enter', 'n', 'c').type('Name it.').press('enter')
  }

  test('all comments become one prompt, in the order of files and lines', () => {
    const review = commented().press('s')
    expect(review.model.page).toBeUndefined()
    expect(review.talk.reviewComments).toEqual([])
    expect(review.effects.at(-1)).toMatchObject({ do: 'prompt', talk: 'talk-1' })
    expect(review.talk.turn?.submission.text).toMatchInlineSnapshot(`
      "I reviewed your last changes and have 3 comments:

      1. src/a.ts:5
         > line five
         Spell it.

      2. src/a.ts:5 (a line that is gone)
         > line 5
         Why gone?

      3. src/new.ts:1
         > export const answer = 42
         Name it."
    `)
  })

  test('while the agent works it is the first of those that wait', () => {
    const waiting = { id: 1, text: 'later', files: [], talks: [] }
    const review = commented({ talks: [talkOf('talk-1', { turn: running, queue: [waiting] })] }).press('s')
    expect(review.talk.queue.map(({ text }) => text.slice(0, 10))).toEqual(['I reviewed', 'later'])
    expect(review.effects).toEqual([{ do: 'compare', talk: 'talk-1' }])
  })

  test('without a comment nothing is sent', () => {
    const review = new Review().press('s')
    expect(review.effects).toEqual([{ do: 'compare', talk: 'talk-1' }])
    expect(review.screen).toContain('There is nothing to send')
  })
})

describe('undoing', () => {
  test('it takes a second press, and any other key leaves it', () => {
    const review = new Review().press('u')
    expect(review.screen).toContain('Press u again to undo the changes of the turn: 4 files.')
    expect(review.effects.length).toBe(1)
    review.press('j', 'u')
    expect(review.effects.length).toBe(1)
    expect(review.press('z', 'u').effects.length).toBe(1)
    expect(review.press('u').effects.at(-1)).toEqual({ do: 'undo', talk: 'talk-1' })
    expect(review.page.isUndoAsked).toBe(false)
  })

  test('what was put back is told, and not shown turned round; what was done again is looked at again', () => {
    const undone = { type: 'undone', talk: 'talk-1', restored: ['a', 'b'], kept: [] } as const
    const review = new Review().happen(undone)
    expect(review.effects).toEqual([{ do: 'compare', talk: 'talk-1' }])
    expect(seen(drawReview(review.page, review.model))).toContain('Put back: 2 files.')
    review.happen({ ...undone, isAgain: true })
    expect(review.effects.at(-1)).toEqual({ do: 'compare', talk: 'talk-1' })
  })

  test('what was put back is told also to who comes back, until something is changed again', () => {
    const play = new Play().happen({ type: 'undone', talk: 'talk-1', restored: ['a'], kept: [] })
    play.press('alt+r')
    expect(play.model.page).toMatchObject({ is: 'review', changes: [], undone: { restored: 1 } })
    expect(play.done()).toEqual([])
    play
      .press('escape')
      .news({ is: 'changed', changed: ['b'] })
      .press('alt+r')
    expect(play.done()).toEqual([{ do: 'compare', talk: 'talk-1' }])
  })

  test('nothing is undone while the agent works, or where nothing changed', () => {
    const busy = new Review({ talks: [talkOf('talk-1', { turn: running })] }).press('u', 'u')
    expect(busy.effects.length).toBe(1)
    expect(busy.screen).toContain('still at work')
    expect(new Review({}, []).press('u', 'u').effects.length).toBe(1)
  })
})

test('the end of a turn is looked at while the page is open, and the same file stays open', () => {
  const review = new Review().press('j', 'enter')
  review.happen({ type: 'talk', talk: 'talk-1', news: { is: 'over', stopReason: 'end_turn', changed: [] } })
  expect(review.effects.length).toBe(2)
  review.happen({ type: 'changes', talk: 'talk-1', changes: CHANGES.slice(1) })
  expect(review.page).toMatchObject({ file: 0, isOpen: true })
  review.happen({ type: 'changes', talk: 'talk-1', changes: CHANGES.slice(2) })
  expect(review.page).toMatchObject({ file: 0, isOpen: false })
})

test('hostile names, lines and notes are clean on the screen, and long lines are wrapped', () => {
  const evil = '\u001b]52;c;AAAA\u0007\u202e\u001b[2J'
  const review = new Review({}, [
    {
      path: `${CWD}/${evil}\n.ts`,
      oldText: `a\t${evil}\n`,
      newText: `${'wide 日本 '.repeat(2_000)}${evil}\r\nend`,
    },
    { path: '/elsewhere/x', note: evil },
  ])
  expect(review.screen).toContain('/elsewhere/x')
  expect(review.press('enter').screen).toContain('… the line goes on for')
  review.press('c').type('ok').press('enter', 's')
  for (const bad of ['\u001b', '\u202e']) expect(review.talk.turn?.submission.text).not.toContain(bad)
})

test('a huge change is drawn and gone through at once', () => {
  const review = new Review({}, [
    { path: `${CWD}/big`, oldText: numbered(40_000), newText: numbered(40_000, at => `x${at}`) },
  ])
  const from = performance.now()
  review.press('enter')
  expect(review.screen).toContain('too different')
  for (let at = 0; at < 200; at++) review.press('page-down').screen
  expect(performance.now() - from).toBeLessThan(3_000)
})

const anyText = fc.oneof(
  fc.constant(undefined),
  fc
    .array(fc.constantFrom('a', 'b', '\t日本', '\u001b[31m', 'x'.repeat(300)), { maxLength: 60 })
    .map(lines => lines.join('\n')),
)
const anyChanges = fc.array(
  fc.record({
    path: fc.string().map(name => `${CWD}/${name}`),
    oldText: anyText,
    newText: anyText,
    note: fc.option(fc.string(), { nil: undefined }),
  }),
  { maxLength: 30 },
)

test('whatever is pressed, it fits and nothing breaks', () => {
  expectSturdy(
    {
      open: openReview,
      update: (model, event) =>
        model.page?.is === 'review' ? updateReview(model, model.page, event) : [model, []],
      draw: model => (model.page?.is === 'review' ? drawReview(model.page, model) : undefined),
    },
    anyChanges.map(changes => {
      const model = openReview(modelOf())[0]
      return model.page?.is === 'review'
        ? updateReview(model, model.page, { type: 'changes', talk: 'talk-1', changes })[0]
        : model
    }),
  )
})

test('a written comment is never lost by keys that do not delete it', () => {
  const words = fc.constantFrom(
    'j',
    'k',
    'n',
    'p',
    'enter',
    'escape',
    'u',
    'page-down',
    'home',
    'left',
    'right',
    'q',
    'g',
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 40 }), pressed => {
      let { model } = new Review().press('enter', 'c').type('kept').press('enter')
      for (const word of pressed) {
        if (model.page === undefined) model = openReview(model)[0]
        if (model.page?.is === 'review') model = updateReview(model, model.page, key(word))[0]
      }
      expect(model.talks[0]?.reviewComments?.some(({ text }) => /k.*e.*p.*t/.test(text))).toBe(true)
    }),
  )
})

test('the line with the cursor is always on the screen', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 60 }), fc.integer({ min: 0, max: 400 }), (rows, steps) => {
      const oldText = numbered(400)
      const review = new Review({ size: { columns: 60, rows: rows + 4 } }, [
        {
          path: `${CWD}/a`,
          oldText,
          newText: numbered(400, at => (at % 3 === 0 ? `${at} ${'long '.repeat(20)}` : `line ${at}`)),
        },
      ]).press('enter')
      for (let at = 0; at < steps; at += 7) review.press('page-down', 'k')
      const view = drawReview(review.page, review.model)
      expect(view.lines.some(line => textOfLine(line).startsWith('▸'))).toBe(true)
    }),
    { numRuns: atLeast(40) },
  )
})

test('from the composer to the next prompt: opened by command, commented, sent, and the next turn begins', () => {
  const play = new Play().type('/review').press('enter')
  expect(play.done()).toEqual([{ do: 'compare', talk: 'talk-1' }])
  play.happen({
    type: 'changes',
    talk: 'talk-1',
    changes: [{ path: '/work/notes/a', oldText: 'a\n', newText: 'b\n' }],
  })
  play.press('enter', 'c').type('Why b?').press('enter', 's')
  expect(play.model.page).toBeUndefined()
  expect(play.done()).toEqual([
    {
      ...{ do: 'prompt', talk: 'talk-1' },
      submission: {
        ...{ files: [], talks: [] },
        text: 'I reviewed your last changes and have a comment:\n\n1. a:1 (a line that is gone)\n   > a\n   Why b?',
      },
    },
  ])
  expect(play.talk.turn).toBeDefined()
  expect(play.talk.composer.text).toBe('')
})
