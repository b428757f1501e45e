import { emptyThread, entriesOf, reduce, type ThreadUpdate } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import { aModel, aPermission, NOW, openTalk, Play } from '../model/model.fixture.js'
import type { Talk } from '../model/talk.js'
import { isAtWork } from '../model/talk-state.js'
import { startTalk } from '../pages/talk-entrance.js'
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

test('an agent that is long in coming says how long, and Esc and Ctrl+C give it up', () => {
  const starting = openTalk({ stage: { is: 'starting', since: NOW } })
  const play = new Play(aModel({ talks: [starting] }))
  const shown = () => drawActivity(play.model, play.talk).map(textOfLine)
  expect(shown()).toEqual([expect.stringMatching(/^. starting scout …$/)])
  play.wait(12_000)
  expect(shown()).toEqual([expect.stringMatching(/^. starting scout … {2}12 s {2}Esc or Ctrl\+C gives up$/)])
  for (const key of ['escape', 'ctrl+c']) {
    const left = new Play(play.model).press(key)
    expect(left.talk.stage).toMatchObject({ is: 'failed', message: 'The start was called off.' })
    expect(left.done()).toEqual([{ do: 'close', talk: 'talk-1' }])
    // The first Ctrl+C is for the start, the next one for the program.
    left.press('ctrl+c')
    expect(left.done()).toEqual(key === 'ctrl+c' ? [{ do: 'quit', exitCode: 0 }] : [])
  }
})

test('what is begun or started anew later counts from then', () => {
  const later = new Play(aModel()).wait(60_000)
  const [model] = startTalk(later.model, { agent: 'claude', cwd: '/work' })
  const begun = new Play(model)
  begun.now = model.now
  for (const play of [begun.wait(3_000), later.type('/restart').press('escape', 'enter').wait(3_000)])
    expect(drawActivity(play.model, play.talk).map(textOfLine)).toEqual([
      expect.stringMatching(/starting \w+ … {2}3 s {2}/),
    ])
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

test('a long name is cut, and never how long it has been or how to stop it; who is asked is told since when', () => {
  const call: ThreadUpdate = {
    ...{ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'a long command '.repeat(20) },
    status: 'in_progress',
  }
  const turn = {
    since: NOW - 60_000,
    submission: { text: 'x', files: [], talks: [] },
    slot: 0,
    isCancelling: false,
  }
  const play = new Play(aModel({ talks: [openTalk({ turn })] })).news({ is: 'updates', updates: [call] })
  const shown = () => drawActivity(play.model, play.talk).map(textOfLine)
  expect(shown()).toEqual([expect.stringMatching(/a long command .*… {2}1 min.* {2}Esc stops$/)])
  play.news({ is: 'asked', question: aPermission() }).wait(5_000)
  expect(shown()).toEqual([expect.stringMatching(/waiting for you {2}5 s$/)])
  play.model = {
    ...play.model,
    talks: [openTalk({ shell: { command: 'x'.repeat(200), terminalId: 't', since: NOW } })],
  }
  expect(shown()).toEqual([expect.stringMatching(/xxx… {2}\d+ s {2}Esc stops$/)])
})

test('what ran when a conversation was left does not run when it is taken up, however its turn ended', () => {
  const { facts, abilities } = openTalk()
  const call: ThreadUpdate = {
    sessionUpdate: 'tool_call',
    toolCallId: 'c',
    title: 'sleep',
    status: 'in_progress',
  }
  for (const end of [[], [{ is: 'end', stopReason: 'end_turn' } as const]]) {
    const history = [
      { is: 'prompt', content: [{ type: 'text', text: 'go' }] } as const,
      { is: 'update', update: call } as const,
      ...end,
    ]
    const play = new Play(aModel({ talks: [openTalk({ thread: emptyThread(1) })] }))
    play.news({ is: 'opened', record: 'r', isResumed: true, facts, abilities, history })
    const statuses = entriesOf(play.talk.thread).flatMap(each =>
      each.kind === 'tool_call' ? [each.status] : [],
    )
    expect(statuses).toEqual(['cancelled'])
  }
})
