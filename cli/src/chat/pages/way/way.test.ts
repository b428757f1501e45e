import { expect, test } from 'vitest'
import { Play } from '../../model/model.fixture.js'
import { textOfLine } from '../../screen/line.js'
import { view } from '../../view/view.js'
import { toSignInMethods } from '../../work/talk-sign-in.js'

const long = Array.from({ length: 190 }, (_, index) => `--opt${index}`).join(' ')
const METHODS = [
  { id: 'easy', name: 'At once', isTerminal: false },
  { id: 'shop', name: 'At the shop', isTerminal: true, runs: `its own program ${long} --last` },
]
const demand = { is: 'sign-in', message: 'Sign in first', methods: METHODS } as const
const screen = ({ model }: Play): string => view(model, undefined).live.map(textOfLine).join('\n')
const SIGNED = [{ do: 'sign-in', talk: 'talk-1', method: 'shop' }]

test('a way that is not shown to its end is gone only from a page that has shown it', () => {
  const play = new Play().news(demand).wait(1_000)
  expect(screen(play)).toContain('a number shows the rest of its way')
  expect(screen(play)).not.toContain('--last')
  expect(play.press('2').done()).toEqual([])
  expect(play.wait(1_000).press('2').done()).toEqual([])
  let seen = ''
  for (let page = 0; page < 5; page++) {
    seen += screen(play)
    play.press('page-down')
  }
  expect(seen).toContain('--last')
  expect(play.press('2').done()).toEqual([])
  expect(play.wait(1_000).press('2').done()).toEqual(SIGNED)
  expect(play.model.page).toBeUndefined()
})

test('a way that is shown whole is gone by its number at once, also beside one that is not', () => {
  const play = new Play().news(demand).wait(1_000).press('1')
  expect(play.done()).toEqual([{ do: 'sign-in', talk: 'talk-1', method: 'easy' }])
  const large = new Play().happen({ type: 'resize', size: { columns: 160, rows: 50 } })
  expect(large.news(demand).wait(1_000).press('2').done()).toEqual(SIGNED)
})

test('a number counts only a while after the ways could be seen, and anew when something was before them', () => {
  const play = new Play().press('f1').news(demand).wait(1_000)
  play.press('escape').wait(120).press('1')
  expect(play.done()).toEqual([])
  expect(play.talk.composer.text).toBe('1')
  play.press('backspace').wait(400).press('f1').wait(1_000).press('escape', '1')
  expect(play.done()).toEqual([])
  play.press('backspace').wait(400).press('1')
  expect(play.done()).toEqual([{ do: 'sign-in', talk: 'talk-1', method: 'easy' }])
})

test('what is longer than anybody reads is refused', () => {
  const method = { id: 'shop', name: 'Shop', type: 'terminal', args: ['x'.repeat(2_100)], env: {}, raw: {} }
  const [shop] = toSignInMethods([method as never], { hasTerminal: true })
  expect(shop).toMatchObject({ isElsewhere: true, description: expect.stringContaining('refused') })
  expect(shop?.runs).toBeUndefined()
})
