/** What a client of version 1 sets: modes, which are a setting of the agent of version 2, and settings. */

import type { v1Unstable } from '../../../schema/index.js'
import { conversationOf, withConversation } from '../conversations.js'
import { invalidParams } from '../errors.js'
import { type Fields, fieldsOf, isFields, sessionIdOf, textOf, without } from '../fields.js'
import { step } from '../steps.js'
import { modeOptionOf, toNewSetting, toOldOptions } from '../words/index.js'
import type { Asked, OldEffect, OldStep, State, TagOf } from './state.js'

const METHOD = 'session/set_config_option'

export function setMode(state: State, { call, params }: Asked): OldStep {
  const sessionId = sessionIdOf(params)
  const mode = sessionId === undefined ? undefined : modeOptionOf(conversationOf(state, sessionId).told)
  if (sessionId === undefined || mode === undefined)
    return step(state, { kind: 'refuse', call, error: invalidParams('/modeId', 'a mode of this session') })
  const { modeId, ...rest } = fieldsOf(params)
  return step(state, {
    kind: 'ask',
    to: 'agent',
    method: METHOD,
    params: { ...rest, configId: mode.configId, type: 'id', value: modeId },
    tag: { kind: 'mode', call, sessionId },
    sake: call,
  })
}

export function setOption(state: State, { call, params }: Asked): OldStep {
  const sessionId = sessionIdOf(params)
  const fields = fieldsOf(params)
  const configId = textOf(fields.configId)
  if (sessionId === undefined || configId === undefined)
    return step(state, {
      kind: 'refuse',
      call,
      error: invalidParams('/configId', 'a setting of this session'),
    })
  const setting = toNewSetting(conversationOf(state, sessionId).told, { configId, value: fields.value })
  return step(state, {
    kind: 'ask',
    to: 'agent',
    method: METHOD,
    params: { ...without(fields, 'type'), ...setting },
    tag: { kind: 'option', call, sessionId },
    sake: call,
  })
}

/** The answer is the complete list, and the mode may have changed with it. */
export function optionSet(state: State, { call, sessionId }: TagOf<'option'>, result: unknown): OldStep {
  if (!isFields(result) || !Array.isArray(result.configOptions))
    return step(state, { kind: 'answer', call, result })
  const { told, configOptions, updates } = toOldOptions(conversationOf(state, sessionId).told, {
    configOptions: result.configOptions,
    _meta: result._meta,
  })
  return step(
    withConversation(state, sessionId, { told }),
    { kind: 'answer', call, result: { ...result, configOptions } },
    ...updates.map(update => tell(sessionId, update)),
  )
}

/** The client knows which mode it asked for; of the settings that changed with it, only the answer knew. */
export function modeSet(state: State, { call, sessionId }: TagOf<'mode'>, result: unknown): OldStep {
  const answer: OldEffect = { kind: 'answer', call, result: metaOf(result) }
  if (!isFields(result) || !Array.isArray(result.configOptions)) return step(state, answer)
  const before = conversationOf(state, sessionId).told
  const { told, configOptions } = toOldOptions(before, { configOptions: result.configOptions })
  const isNews = JSON.stringify(before.options) !== JSON.stringify(told.options)
  const news = { sessionUpdate: 'config_option_update', configOptions } as v1Unstable.SessionUpdate
  return step(
    withConversation(state, sessionId, { told }),
    answer,
    ...(isNews ? [tell(sessionId, news)] : []),
  )
}

function metaOf(result: unknown): Fields {
  const { _meta } = fieldsOf(result)
  return _meta === undefined ? {} : { _meta }
}

function tell(sessionId: string, update: v1Unstable.SessionUpdate): OldEffect {
  return { kind: 'tell', to: 'client', method: 'session/update', params: { sessionId, update } }
}
