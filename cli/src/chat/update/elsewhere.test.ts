import { entriesOf, itemAt, RETELLING } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import { newFar } from '../model/far.js'
import { aModel, aPermission, openTalk, Play } from '../model/model.fixture.js'
import { wordsOf } from '../model/own-words.js'
import { textOfLine } from '../screen/line.js'
import { view } from '../view/view.js'

const said = (by: string, text: string) =>
  ({
    sessionUpdate: 'user_message_chunk',
    content: { type: 'text', text },
    messageId: `id ${text}`,
    _meta: { 'parley.dev/by': by },
  }) as const
const answered = (text: string) =>
  ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }) as const
const turn = (state: 'running' | 'ended', stopReason = 'end_turn') =>
  ({ is: 'far', news: { is: 'turn', state, by: 'ada', stopReason } }) as const

/** A conversation that a gateway keeps. */
function shared(isViewer = false): Play {
  const far = newFar({ sessionId: 's', name: 'owner', isViewer, isGuest: false })
  return new Play(aModel({ talks: [openTalk({ far, said: [] })] }))
}

const kinds = ({ talk }: Play): readonly string[] => entriesOf(talk.thread).map(({ kind }) => kind)
const live = ({ model }: Play): string =>
  view(model, undefined)
    .live.map(line => textOfLine(line))
    .join('\n')

test("somebody else's turn makes a prompt wait; it goes when that is over, and only what began can end", () => {
  const play = shared().news(turn('running'))
  expect(live(play)).toContain('ada is at it; what you send waits')
  play.type('mine').press('enter')
  expect(play.done()).toEqual([])
  play.press('escape')
  expect(play.done()).toEqual([{ do: 'cancel', talk: 'talk-1' }])
  play.news({ is: 'updates', updates: [said('ada', 'hers'), answered('done')] })
  play.news(turn('ended', 'cancelled')).news(turn('ended', 'cancelled'))
  expect(play.done()).toMatchObject([{ do: 'prompt', submission: { text: 'mine' } }])
  expect(kinds(play)).toEqual(['message', 'message', 'stop'])
})

test('what others said has their names, and what an agent says as if from somebody has none', () => {
  const play = shared().news({
    is: 'updates',
    updates: [said('ada\u001b[2J', 'hers'), said('owner', 'mine'), { ...said('', 'its'), _meta: null }],
  })
  expect([...(play.talk.far?.authors ?? [])]).toEqual([
    [0, 'ada·'],
    [1, 'owner'],
  ])
})

test('who may only look writes nothing, by keys or by pasting, and stops nobody', () => {
  const play = shared(true).news(turn('running'))
  play.type('hello').happen({ type: 'paste', text: 'more' }).press('enter').press('escape')
  expect(play.done()).toEqual([])
  expect(play.talk.composer.text).toBe('')
  expect(live(play)).toContain('You are watching')
})

test('what is told again from the beginning takes the place of what was told', () => {
  const play = shared().news({ is: 'updates', updates: [said('ada', 'hers'), answered('one')] })
  play.news({ is: 'updates', updates: [answered(' lost'), { sessionUpdate: RETELLING, state: 'begins' }] })
  expect(play.done()).toEqual([{ do: 'redraw' }])
  expect(kinds(play)).toEqual([])
  play.news({ is: 'updates', updates: [said('bob', 'his'), said('ada', 'hers'), answered('one')] })
  play.news({ is: 'updates', updates: [{ sessionUpdate: RETELLING, state: 'ends' }, answered(' two')] })
  expect(play.done()).toEqual([])
  expect(kinds(play)).toEqual(['message', 'message', 'message'])
  expect([...(play.talk.far?.authors ?? [])]).toEqual([
    [0, 'bob'],
    [1, 'ada'],
  ])
})

test('a prompt of ours that was not told again stays, as ours, behind what was', () => {
  const play = shared().news({ is: 'updates', updates: [said('ada', 'hers'), answered('one')] })
  play.type('mine').press('enter')
  play.news({ is: 'sent', content: [{ type: 'text', text: 'mine' }] })
  play.news({ is: 'updates', updates: [{ sessionUpdate: RETELLING, state: 'begins' }] })
  play.news({ is: 'updates', updates: [said('ada', 'hers'), { sessionUpdate: RETELLING, state: 'ends' }] })
  expect(play.done()).toContainEqual({ do: 'redraw' })
  const { thread } = play.talk
  const words = entriesOf(thread).map(entry => entry.kind === 'message' && entry.role)
  expect(words).toEqual(['user', 'user'])
  const last = thread.slots.length - 1
  expect(wordsOf(itemAt(thread.slots, last), last, play.talk)).toEqual({ isAsIf: false, by: undefined })
})

test('/share asks for a link where there is a gateway, and else says what to run', () => {
  for (const [words, role] of [
    ['/share', 'viewer'],
    ['/share editor', 'editor'],
  ] as const)
    expect(shared().type(words).press('enter').done()).toContainEqual({ do: 'share', talk: 'talk-1', role })
  const own = new Play().type('/share').press('enter')
  expect(own.done().some(effect => effect.do === 'share')).toBe(false)
  expect(own.talk.asides[0]?.text).toMatch(/parley serve.*parley attach/s)
})

test('a screen that ends leaves the turn of a shared conversation as it is', () => {
  const play = shared().news(turn('running')).happen({ type: 'leave', why: 'SIGTERM' })
  expect(play.done()).toEqual([{ do: 'quit', exitCode: 0 }])
})

test('whoever comes while a question is open is shown the change that its call shows', () => {
  const question = {
    ...aPermission({ action: undefined }),
    callId: 't',
    shown: { own: [], beyond: 0, left: 0, isLate: false },
  }
  const diff = { type: 'diff', path: '/work/a', oldText: 'one', newText: 'two' }
  const call = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Edit', content: [diff] } as const
  const play = new Play(aModel({ talks: [openTalk({ stage: { is: 'starting' } })] }))
  // The question may come while all that came before it is still being told.
  play.news({ is: 'asked', question })
  const { facts, abilities } = play.talk
  const history = [{ is: 'update', update: call }] as never
  const far = { sessionId: 's', name: 'owner', isViewer: false, isGuest: false }
  play.news({ is: 'opened', record: 'r', isResumed: true, facts, abilities, history, far })
  expect(play.talk.questions).toMatchObject([
    { changes: [{ path: '/work/a' }], reason: expect.stringContaining('as the agent shows it') },
  ])
})
