import { expect, test } from 'vitest'
import { START, settle } from '../draw/transcript.js'
import { textOfLine } from '../screen/line.js'
import { settingOf } from '../view/view.js'
import { withAside } from './asides.js'
import { aModel, openTalk } from './model.fixture.js'
import type { Talk } from './talk.js'

const warned = (talk: Talk, ...texts: readonly string[]): Talk =>
  texts.reduce((each, text) => withAside(each, { kind: 'warning', text }), talk)

const printed = (talk: Talk, mark = START) => {
  const { lines, mark: next } = settle(talk, mark, settingOf(aModel(), talk))
  return { texts: lines.map(textOfLine), mark: next }
}

test('what is said again right away is counted, and printed again where it was printed before', () => {
  const once = warned(openTalk(), 'first', 'careful')
  const { texts, mark } = printed(once)
  expect(texts).toEqual(['! first', '! careful'])
  const again = warned(once, 'careful', 'careful')
  expect(again.asides).toHaveLength(2)
  expect(printed(again, mark).texts).toEqual(['! careful (3 times)'])
  expect(printed(again).texts).toEqual(['! first', '! careful (3 times)'])
})

test('what is run twice is shown twice', () => {
  const ran = [1, 2].reduce(talk => withAside(talk, { kind: 'shell', text: '$ ls' }), openTalk())
  expect(ran.asides).toHaveLength(2)
})

test('the oldest are forgotten, and nothing is printed twice or left out for that', () => {
  let talk = warned(openTalk(), 'a', 'b')
  let { mark } = printed(talk)
  for (let round = 0; round < 5; round++) {
    const news = Array.from({ length: 300 }, (_, index) => `${round} ${index}`)
    talk = warned(talk, ...news)
    const step = printed(talk, mark)
    mark = step.mark
    expect(step.texts).toEqual(news.map(text => `! ${text}`))
    expect(talk.asides.length).toBeLessThanOrEqual(500)
  }
  expect(printed(talk, mark).texts).toEqual([])
})

test('many thousands take no time', () => {
  const start = performance.now()
  let talk = openTalk()
  for (let index = 0; index < 20_000; index++) talk = warned(talk, `${index}`, 'the same', 'the same')
  expect(talk.asides).toHaveLength(500)
  expect(performance.now() - start).toBeLessThan(3_000)
})
