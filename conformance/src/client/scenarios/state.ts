/** What a client makes of what it is told: its plans, tool calls, messages and settings. */

import type { Judge } from '../../judge.js'
import type { Version } from '../../requirement.js'
import type { Json } from '../../wire/arrivals.js'
import { toJson } from '../../wire/json.js'
import type { ClientScenario } from '../scenario.js'
import type { ScriptedTurn } from '../scripted-turn.js'
import { checkSeen, saidIn, sessionOf } from '../seen.js'
import type { SessionView } from '../view.js'

const step = (content: string, status: string): Json => ({ content, priority: 'medium', status })
const text = (words: string): Json => ({ type: 'content', content: { type: 'text', text: words } })
const choice = (value: string): Json => ({ value, name: value })

const OPTIONS: readonly Json[] = [
  { id: 'z-first', name: 'First', type: 'select', currentValue: 'b', options: [choice('a'), choice('b')] },
  { id: 'dial', name: 'Dial', type: 'slider', currentValue: 3, min: 0, max: 9 },
  { id: 'a-second', name: 'Second', category: '_odd', type: 'boolean', currentValue: true },
  {
    id: 'm-mode',
    name: 'Mode',
    category: 'mode',
    type: 'select',
    currentValue: 'plan',
    options: [choice('plan'), choice('code')],
  },
]

/** The settings in the spelling of the version. */
function optionsFor(version: Version): readonly Json[] {
  return version === 1 ? OPTIONS : OPTIONS.map(({ id, ...option }) => ({ configId: id, ...option }))
}

const MODES = { currentModeId: 'old-a', availableModes: ['old-a', 'old-b'].map(id => ({ id, name: id })) }

/** A plan in the words of the version. */
function planOf(entries: readonly Json[], version: Version): Json {
  return version === 1
    ? { sessionUpdate: 'plan', entries }
    : { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'plan-1', entries } }
}

async function changeEverything(turn: ScriptedTurn, version: Version): Promise<undefined> {
  turn.update(planOf([step('one', 'pending'), step('two', 'pending')], version))
  turn.update(planOf([step('three', 'completed')], version))
  const toolCallId = 'call-1'
  turn.update({
    sessionUpdate: version === 1 ? 'tool_call' : 'tool_call_update',
    toolCallId,
    title: 'Read two files',
    kind: 'read',
    status: 'pending',
    content: [text('first'), text('second')],
    locations: [{ path: '/one' }, { path: '/two' }],
  })
  const change = { sessionUpdate: 'tool_call_update', toolCallId }
  turn.update({ ...change, content: [text('third')], locations: [{ path: '/three' }] })
  turn.update({ ...change, status: 'completed' })
  turn.say('He', 'm-1')
  turn.say('llo', 'm-1')
  turn.say('Bye', 'm-2')
}

function checkCall(judge: Judge, session: SessionView | undefined): void {
  const seen =
    session?.toolCalls && toJson(session.toolCalls.find(({ toolCallId }) => toolCallId === 'call-1'))
  const holds = (value: unknown, words: string): boolean => JSON.stringify(value ?? null).includes(words)
  checkSeen(judge, 'client.tool-call.replaced', {
    seen,
    isRight: ({ content, locations }) =>
      holds(content, 'third') &&
      !holds(content, 'first') &&
      holds(locations, '/three') &&
      !holds(locations, '/one'),
    detail: 'expected content and locations as they were told last, and nothing of what they were',
  })
  checkSeen(judge, 'client.tool-call.kept', {
    seen,
    isRight: ({ title, status, content }) =>
      title === 'Read two files' && status === 'completed' && holds(content, 'third'),
    detail: 'expected what an update does not name to stay as it was',
  })
}

export const state: readonly ClientScenario[] = [
  {
    name: 'state.turn',
    title: 'changes its plan, a tool call and its messages in the middle of a turn',
    versions: [1, 2],
    tasks: ['prompt'],
    verifies: [
      'client.plan.replaced',
      'client.tool-call.replaced',
      'client.tool-call.kept',
      'client.message.appended',
      'client.message.new-id',
    ],
    async play(stage, judge) {
      const client = await stage.start('prompt', { turn: turn => changeEverything(turn, stage.version) })
      await client.agent.turn()
      const session = sessionOf(await client.finish())
      checkSeen(judge, 'client.plan.replaced', {
        seen: session?.plan,
        isRight: plan => plan.length === 1 && plan[0]?.content === 'three',
        detail: 'expected the second plan alone',
      })
      checkCall(judge, session)
      checkSeen(judge, 'client.message.appended', {
        seen: saidIn(session),
        isRight: said => said.some(words => words.startsWith('Hello')),
        detail: 'expected pieces with the same messageId to be one message',
      })
      checkSeen(judge, 'client.message.new-id', {
        seen: saidIn(session),
        isRight: said => said.includes('Bye'),
        detail: 'expected a piece with another messageId to begin another message',
      })
    },
  },
  {
    name: 'state.options',
    title: 'offers settings of a known and an unknown kind, and modes besides',
    versions: [1, 2],
    tasks: ['prompt'],
    verifies: ['client.option.unknown', 'client.option.order', 'client.option.over-modes'],
    async play(stage, judge) {
      const modes = stage.version === 1 ? { modes: MODES } : {}
      const configOptions = optionsFor(stage.version)
      const client = await stage.start('prompt', { session: { configOptions, ...modes } })
      const isPrompted = await client.agent.turn().then(
        () => true,
        () => false,
      )
      const session = sessionOf(await client.finish())
      const known = OPTIONS.map(({ id }) => id).filter(id => id !== 'dial')
      judge.check(
        'client.option.unknown',
        isPrompted && (session === undefined || session.stopReason === 'end_turn'),
        'expected a session to go on that offers a setting of an unknown kind or category',
      )
      checkSeen(judge, 'client.option.order', {
        seen: session?.options?.map(({ id }) => id).filter(id => known.includes(id)),
        isRight: ids => JSON.stringify(ids) === JSON.stringify(known),
        detail: 'expected the settings in the order of the agent',
      })
      if (stage.version === 1)
        checkSeen(judge, 'client.option.over-modes', {
          seen: session?.mode,
          isRight: mode => mode === 'plan',
          detail: 'expected the mode of the settings to count, not that of modes',
        })
    },
  },
  {
    name: 'state.set-mode',
    title: 'offers two modes, and is told to change to one',
    versions: [1],
    tasks: ['set_mode'],
    verifies: ['client.set-mode.value'],
    async play(stage, judge) {
      const { agent } = await stage.start('set_mode', { session: { modes: MODES } })
      const { modeId, sessionId } = toJson((await agent.until('session/set_mode')).message.params)
      judge.check(
        'client.set-mode.value',
        (modeId === 'old-a' || modeId === 'old-b') && sessionId === 'session-1',
        'expected a mode that was offered, of the session that was opened',
      )
    },
  },
  {
    name: 'state.set-option',
    title: 'offers a setting with two values, and is told to change it',
    versions: [1, 2],
    tasks: ['set_option'],
    verifies: ['client.set-option.value'],
    async play(stage, judge) {
      const { agent } = await stage.start('set_option', {
        session: { configOptions: optionsFor(stage.version) },
        answers: {
          'session/set_config_option': () => ({ result: { configOptions: optionsFor(stage.version) } }),
        },
      })
      const { configId, value } = toJson((await agent.until('session/set_config_option')).message.params)
      const option = toJson(OPTIONS.find(({ id }) => id === configId))
      const values = Array.isArray(option.options) ? option.options.map(each => toJson(each).value) : []
      judge.check(
        'client.set-option.value',
        values.includes(value),
        'expected a value that was offered for the setting',
      )
    },
  },
  {
    name: 'state.set-boolean',
    title: 'offers a setting of yes or no, and is told to change it',
    versions: [1, 2],
    tasks: ['set_boolean'],
    verifies: ['client.set-option.boolean'],
    async play(stage, judge) {
      const { agent } = await stage.start('set_boolean', {
        session: { configOptions: optionsFor(stage.version) },
        answers: {
          'session/set_config_option': () => ({ result: { configOptions: optionsFor(stage.version) } }),
        },
      })
      if (stage.version === 1 && !(await agent.lends('session.configOptions.boolean')))
        return judge.skip('client.set-option.boolean', 'the client does not advertise settings of yes or no')
      const { configId, value, type } = toJson(
        (await agent.until('session/set_config_option')).message.params,
      )
      judge.check(
        'client.set-option.boolean',
        configId === 'a-second' && typeof value === 'boolean' && type === 'boolean',
        'expected the type boolean and a value of yes or no',
      )
    },
  },
]
