import { reduce } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import { aModel, openTalk, Play } from '../model/model.fixture.js'
import { newTalk } from '../model/new-talk.js'
import type { Talk } from '../model/talk.js'
import { textOfLine } from '../screen/line.js'
import { Printer } from './printer.js'

const chunk = (text: string) =>
  ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }) as const
const printed = (printer: Printer, { model }: Play): readonly string[] =>
  printer.frame(model).settled.map(textOfLine)

/** A conversation in which something was said and done. */
function spoken(key: string, text: string): Talk {
  const talk = openTalk({ key })
  const asked = reduce(talk.thread, { type: 'prompt', content: [{ type: 'text', text: `say ${text}` }] })
  const thread = reduce(reduce(asked, chunk(text)), { type: 'end', stopReason: 'end_turn' })
  return { ...talk, thread }
}

test('what is settled is printed once', () => {
  const [printer, play] = [new Printer(), new Play(aModel({ talks: [spoken('talk-1', 'hello')] }))]
  expect(printed(printer, play)).toEqual(['› say hello', '', 'hello'])
  expect(printed(printer, play)).toEqual([])
})

test('of a long conversation that is taken up the end is printed, not all of it', () => {
  const talk = newTalk({ key: 'talk-1', agent: 'scout', cwd: '/work/notes' })
  const [printer, play] = [new Printer(), new Play(aModel({ talks: [talk] }))]
  expect(printed(printer, play)).toEqual([])
  const history = Array.from({ length: 10_000 }, (_, index) => [
    { is: 'prompt', content: [{ type: 'text', text: `question ${index}` }] } as const,
    { is: 'end', stopReason: 'end_turn' } as const,
  ]).flat()
  const { facts, abilities } = talk
  play.news({ is: 'opened', record: 'abc', isResumed: true, facts, abilities, history })
  const lines = printed(printer, play)
  expect(lines.length).toBeGreaterThan(24)
  expect(lines.length).toBeLessThan(200)
  expect(lines.at(-1)).toBe('› question 9999')
})

test('who turns to another conversation sees its name and its end, and on the way back only what is new', () => {
  const talks = [spoken('talk-1', 'hello'), spoken('talk-2', 'there')]
  const [printer, play] = [new Printer(), new Play(aModel({ talks }))]
  printed(printer, play)
  const other = printed(printer, play.press('alt+n'))
  expect(other[1]).toMatch(/^── scout in \/work\/notes ─+/)
  expect(other.slice(3)).toEqual(['› say there', '', 'there'])
  const back = printed(printer, play.press('alt+p'))
  expect(back[1]).toMatch(/^── /)
  expect(back.slice(3)).toEqual([])
})

test('what is settled while a page is open is printed when it is closed', () => {
  const [printer, play] = [new Printer(), new Play(aModel({ talks: [spoken('talk-1', 'hello')] }))]
  printed(printer, play)
  play.press('f1').news({ is: 'updates', updates: [chunk('more')] })
  play.news({ is: 'over', stopReason: 'end_turn', changed: [] })
  expect(printed(printer, play)).toEqual([])
  expect(printed(printer, play.press('escape'))).toContain('more')
})
