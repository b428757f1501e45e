import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Model, Step } from '../../model/model.js'
import type { Talk } from '../../model/talk.js'
import { expectFits, expectSturdy, key, modelOf, NOW, seen, talkOf } from '../page.fixture.js'
import { drawQueue } from './draw.js'
import { openQueue, updateQueue } from './update.js'

const waiting = (id: number, text: string) => ({ id, text, files: [], talks: [] })
const turn = { since: NOW, submission: { text: 'go', files: [], talks: [] }, slot: 0, isCancelling: false }

const withQueue = (fields: Partial<Talk> = {}): Model =>
  modelOf({
    talks: [
      talkOf('talk-1', {
        queue: [waiting(1, 'first'), waiting(2, 'second\nwith more'), waiting(3, 'third')],
        turn,
        ...fields,
      }),
    ],
  })

function play(model: Model, ...words: readonly string[]): Step {
  let step: Step = openQueue(model)
  const effects = [...step[1]]
  for (const word of words) {
    const { page } = step[0]
    if (page?.is !== 'queue') throw new Error('the page is closed')
    step = updateQueue(step[0], page, key(word))
    effects.push(...step[1])
  }
  return [step[0], effects]
}

const texts = ([model]: Step) => model.talks[0]!.queue.map(({ text }) => text)
const look = (model: Model) => (model.page?.is === 'queue' ? drawQueue(model.page, model) : undefined)

test('the prompts that wait, the last chosen, and every key', () => {
  const [model] = play(withQueue())
  expect(seen(look(model)!)).toMatchInlineSnapshot(`
    "▌ Waiting prompts (3)
    sent when the agent is done

      1. first
      2. second                                                              +1 line
    › 3. third
    ⋮
    Enter edit · x remove · s send now · Alt+↑↓ move · h hold or let go · Esc back"
  `)
  const [narrow] = play({ ...withQueue({ isHeld: true }), size: { columns: 40, rows: 10 } }, 'home')
  expect(seen(look(narrow)!)).toMatchInlineSnapshot(`
    "▌ Waiting prompts (3)
    held: nothing is sent until h lets it go

    › 1. first
      2. second                      +1 line
      3. third
    ⋮
    Enter edit · x remove · Esc back"
  `)
  expectFits(look(narrow)!, narrow)
})

test.each(['enter', 'e'])('%s takes one back into the composer, and out of the queue', word => {
  const step = play(withQueue(), 'up', word)
  expect(texts(step)).toEqual(['first', 'third'])
  expect(step[0].talks[0]).toMatchObject({ composer: { text: 'second\nwith more' } })
  expect(step[0].page).toBeUndefined()
  expect(step[1]).toEqual([])
})

test('what is being written takes the place of what is taken back: nothing is lost', () => {
  const { composer } = talkOf('')
  const step = play(withQueue({ composer: { ...composer, text: 'half a thought', cursor: 4 } }), 'home', 'e')
  expect(texts(step)).toEqual(['half a thought', 'second\nwith more', 'third'])
  expect(step[0].talks[0]).toMatchObject({ composer: { text: 'first' } })
  expect(new Set(step[0].talks[0]!.queue.map(({ id }) => id)).size).toBe(3)
})

test.each(['x', 'delete', 'backspace'])('%s removes one, and its neighbour is chosen', word => {
  const step = play(withQueue(), 'home', 'down', word)
  expect(texts(step)).toEqual(['first', 'third'])
  expect(step[0].page).toMatchObject({ is: 'queue', chosen: 3 })
  expect(play(withQueue(), word, word, word)[0].page).toBeUndefined()
})

test('Alt and arrows put one in another place, and stop at both ends', () => {
  expect(texts(play(withQueue(), 'alt+up'))).toEqual(['first', 'third', 'second\nwith more'])
  expect(texts(play(withQueue(), 'alt+up', 'alt+up', 'alt+up'))).toEqual([
    'third',
    'first',
    'second\nwith more',
  ])
  expect(texts(play(withQueue(), 'home', 'alt+down'))).toEqual(['second\nwith more', 'first', 'third'])
  expect(texts(play(withQueue(), 'alt+down'))).toEqual(['first', 'second\nwith more', 'third'])
})

test('s puts one first, lets the queue go and cancels what runs', () => {
  const step = play(withQueue({ isHeld: true }), 's')
  expect(texts(step)).toEqual(['third', 'first', 'second\nwith more'])
  expect(step[0].talks[0]).toMatchObject({ isHeld: false, turn: { isCancelling: true } })
  expect(step[1]).toEqual([{ do: 'cancel', talk: 'talk-1' }])
  expect(play(withQueue({ turn: undefined }), 's')[1]).toEqual([])
})

test('h holds the queue and lets it go', () => {
  const [held] = play(withQueue(), 'h')
  expect(held.talks[0]).toMatchObject({ isHeld: true })
  expect(seen(look(held)!)).toContain('held: nothing is sent until h lets it go')
  expect(play(withQueue(), 'h', 'h')[0].talks[0]).toMatchObject({ isHeld: false })
})

test('arrows, j and k, pages and ends choose', () => {
  const chosen = (...words: readonly string[]) => play(withQueue(), ...words)[0].page
  expect(chosen('up')).toMatchObject({ chosen: 2 })
  expect(chosen('k', 'k', 'k')).toMatchObject({ chosen: 1 })
  expect(chosen('home', 'down', 'j')).toMatchObject({ chosen: 3 })
  expect(chosen('page-up')).toMatchObject({ chosen: 1 })
  expect(chosen('page-up', 'page-down')).toMatchObject({ chosen: 3 })
  expect(chosen('home', 'end')).toMatchObject({ chosen: 3 })
})

test.each(['escape', 'q', 'ctrl+c', 'alt+q'])('%s goes back and changes nothing', word => {
  const step = play(withQueue(), word)
  expect(step[0].page).toBeUndefined()
  expect(step[0].talks).toEqual(withQueue().talks)
})

test('when the queue empties by itself, the page says so and no key hurts', () => {
  const [model] = play(withQueue())
  const empty = { ...model, talks: [talkOf('talk-1')] }
  expect(seen(look(empty)!)).toContain('Nothing waits.')
  if (empty.page?.is === 'queue') expect(updateQueue(empty, empty.page, key('enter'))).toEqual([empty, []])
})

test('no key breaks it, at any size', () => {
  const hostile = withQueue({
    queue: [waiting(1, '\u001b[31m\u202e'.repeat(1000)), waiting(2, 'x\n'.repeat(9_999))],
  })
  expectSturdy(
    {
      open: openQueue,
      update: (model, event) =>
        model.page?.is === 'queue' ? updateQueue(model, model.page, event) : [model, []],
      draw: look,
    },
    fc.constantFrom(withQueue(), hostile),
  )
})
