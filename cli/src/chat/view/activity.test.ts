import { emptyThread, reduce, type ThreadUpdate } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import { aModel, aPermission, openTalk, Play } from '../model/model.fixture.js'
import type { Talk } from '../model/talk.js'
import { isAtWork } from '../model/talk-state.js'
import { textOfLine } from '../screen/line.js'
import { drawActivity } from './activity.js'
import { drawStatus } from './status.js'
import { titleOf } from './title.js'

const RUNNING: ThreadUpdate = { sessionUpdate: 'state_update', state: 'running' }
const IDLE: ThreadUpdate = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }
const running = (): Talk => openTalk({ version: 2, thread: reduce(emptyThread(2), RUNNING) })

test('an agent that works without a prompt is shown at work, and can be stopped', () => {
  const talk = running()
  const model = aModel({ talks: [talk, openTalk({ key: 'talk-2' })], active: 'talk-2' })
  expect(drawActivity(model, talk).map(textOfLine)).toEqual([
    expect.stringMatching(/^. working {2}Esc stops$/),
  ])
  expect(titleOf(model)).toBe('◐ notes · scout · parley')
  expect(textOfLine(drawStatus(model, openTalk({ key: 'talk-2' }))[0] ?? [])).toContain('+1 (1 working)')
})

test('who left is told when it is done', () => {
  const play = new Play(aModel({ talks: [running()] })).happen({ type: 'focus', isFocused: false })
  play.news({ is: 'updates', updates: [IDLE] })
  expect(play.done()).toEqual([{ do: 'notify', title: 'parley: scout', body: 'is done' }])
})

test('what was recorded says nothing of what an agent does now', () => {
  const { facts, abilities } = openTalk()
  const play = new Play(aModel({ talks: [openTalk({ version: 2, thread: emptyThread(2) })] }))
  const history = [{ is: 'update', update: RUNNING }] as const
  play.news({ is: 'opened', record: 'r', isResumed: true, facts, abilities, history })
  expect(isAtWork(play.talk)).toBe(false)
  play.news({ is: 'updates', updates: [RUNNING] })
  expect(isAtWork(play.talk)).toBe(true)
  play.news({ is: 'failed', message: 'gone' }).type('/restart').press('enter')
  play.news({ is: 'opened', record: 'r', isResumed: true, facts, abilities, history: [] })
  expect(isAtWork(play.talk)).toBe(false)
})

test('a remark leaves in sight that somebody waits', () => {
  const talk = openTalk({ questions: [aPermission()] })
  const remark = { text: 'A word '.repeat(30), kind: 'info', until: 0 } as const
  const [line = []] = drawStatus(aModel({ talks: [talk], remark }), talk)
  expect(textOfLine(line)).toMatch(/^ A word .*… \? 1 waiting$/)
})
