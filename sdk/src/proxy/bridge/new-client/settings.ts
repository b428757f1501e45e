/** What a client of version 2 sets: the mode is a setting there, and may be a mode of an agent of version 1. */

import { conversationOf, withConversation } from '../conversations.js'
import { invalidParams, sessionNotFound } from '../errors.js'
import { fieldsOf, isFields, sessionIdOf, textOf, without } from '../fields.js'
import { step } from '../steps.js'
import { modeOptionOf, toNewOptions, withMode } from '../words/index.js'
import type { Asked, NewStep, State, TagOf } from './state.js'

export function setOption(state: State, { call, params }: Asked): NewStep {
  const sessionId = sessionIdOf(params)
  const fields = fieldsOf(params)
  const { configId, type, value } = fields
  const refuse = (path: string, expected: string): NewStep =>
    step(state, { kind: 'refuse', call, error: invalidParams(path, expected) })
  if (sessionId === undefined) return refuse('/sessionId', 'a string')
  if (conversationOf(state, sessionId).place === undefined)
    return step(state, { kind: 'refuse', call, error: sessionNotFound(sessionId) })
  const isFitting =
    (type === 'id' && typeof value === 'string') || (type === 'boolean' && typeof value === 'boolean')
  if (!isFitting) return refuse('/type', 'id or boolean, and a value of that type')
  const mode = modeOptionOf(conversationOf(state, sessionId).told)
  const rest = without(fields, 'type', 'value', 'configId')
  if (mode?.isMade === true && mode.configId === configId)
    return step(state, {
      kind: 'ask',
      to: 'agent',
      method: 'session/set_mode',
      params: { ...rest, modeId: value },
      tag: { kind: 'mode', call, sessionId, modeId: textOf(value) ?? '' },
      sake: call,
    })
  return step(state, {
    kind: 'ask',
    to: 'agent',
    method: 'session/set_config_option',
    params: { ...rest, configId, ...(type === 'boolean' ? { type } : {}), value },
    tag: { kind: 'option', call, sessionId },
    sake: call,
  })
}

export function optionSet(state: State, { call, sessionId }: TagOf<'option'>, result: unknown): NewStep {
  const fields = fieldsOf(result)
  const { told, configOptions } = toNewOptions(conversationOf(state, sessionId).told, {
    configOptions: fields.configOptions,
    _meta: fields._meta,
  })
  return step(withConversation(state, sessionId, { told }), {
    kind: 'answer',
    call,
    result: { ...fields, configOptions },
  })
}

export function modeSet(state: State, tag: TagOf<'mode'>, result: unknown): NewStep {
  const { call, sessionId, modeId } = tag
  const { told, configOptions } = withMode(conversationOf(state, sessionId).told, modeId)
  return step(withConversation(state, sessionId, { told }), {
    kind: 'answer',
    call,
    result: { ...(isFields(result) ? result : {}), configOptions },
  })
}
