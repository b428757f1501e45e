/** Modes and options: what a session offers, and what becomes of a change. */

import { CannotGoOn } from '../../judge.js'
import type { Json } from '../../wire/arrivals.js'
import { isError, isResult } from '../answers.js'
import { describeAnswer, type ExaminedAgent, toJson } from '../examined-agent.js'
import { EVERYTHING, openWith } from '../host.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'
import { flawOfOption, idOf, listOf, optionsOf, otherValue, valuesOf } from './options.js'

export const settings: readonly AgentScenario[] = [
  {
    name: 'mode.set',
    title: 'sets a mode that is offered, and one that is not',
    versions: [1],
    verifies: ['agent.mode.current', 'agent.mode.set', 'agent.mode.unknown'],
    async play(stage, judge) {
      const { agent, sessionId, answer } = await openSession(stage)
      const { currentModeId, availableModes } = toJson(answer.modes)
      const ids = listOf(availableModes).map(({ id }) => id)
      if (ids.length === 0) return judge.skipRest('the agent offers no modes')
      judge.check(
        'agent.mode.current',
        ids.includes(currentModeId),
        'the current mode is not among those offered',
      )
      const modeId = ids.find(id => id !== currentModeId) ?? currentModeId
      const set = await agent.call('session/set_mode', { sessionId, modeId })
      judge.check('agent.mode.set', isResult(set), `expected a result, found ${describeAnswer(set)}`)
      const unknown = await agent.call('session/set_mode', { sessionId, modeId: 'nobody-offers-this' })
      judge.check(
        'agent.mode.unknown',
        isError(unknown),
        `expected an error, found ${describeAnswer(unknown)}`,
      )
      await agent.peer.arrivals.quiet(stage.pace.patience / 2)
    },
  },
  {
    name: 'option.set',
    title: 'sets an option to another value, and to one that it does not have',
    versions: [1, 2],
    verifies: ['agent.option.value', 'agent.option.whole', 'agent.option.set', 'agent.option.unknown'],
    async play(stage, judge) {
      const { agent, sessionId, answer } = await openSession(stage)
      const options = demandOptions(answer)
      const flaws = options.flatMap(flawOfOption)
      judge.check('agent.option.value', flaws.length === 0, flaws.join('; '))
      const option = options.find(each => otherValue(each) !== undefined)
      if (option === undefined) return judge.skipRest('no option has two values to choose from')
      const value = otherValue(option)
      const type = stage.version === 1 ? {} : { type: 'id' }
      const configId = idOf(option)
      const set = await agent.demand('session/set_config_option', { sessionId, configId, ...type, value })
      const now = optionsOf(set)
      judge.check(
        'agent.option.whole',
        options.every(option => now.some(each => idOf(each) === idOf(option))),
        'the answer leaves options out',
      )
      judge.check(
        'agent.option.set',
        now.some(each => idOf(each) === configId && each.currentValue === value),
        'the answer does not have the new value',
      )
      const params = { sessionId, configId, ...type, value: 'nobody-offers-this' }
      const unknown = await agent.call('session/set_config_option', params)
      judge.check(
        'agent.option.unknown',
        isError(unknown),
        `expected an error, found ${describeAnswer(unknown)}`,
      )
      await agent.peer.arrivals.quiet(stage.pace.patience / 2)
    },
  },
  {
    name: 'option.boolean',
    title: 'does not know options that are on or off, and then does',
    versions: [1],
    verifies: ['agent.option.boolean'],
    async play(stage, judge) {
      for (const isKnown of [true, false]) {
        const capabilities = isKnown ? { session: { configOptions: { boolean: {} } } } : {}
        const agent = await stage.open({ capabilities })
        const { answer } = await agent.newSession()
        const isOffered = optionsOf(answer).some(({ type }) => type === 'boolean')
        if (isKnown && !isOffered)
          return judge.skip('agent.option.boolean', 'the agent has no options that are on or off')
        judge.check('agent.option.boolean', isKnown || !isOffered, 'such an option was offered all the same')
      }
    },
  },
  {
    name: 'option.mode-in-sync',
    title: 'sets the mode, and looks at the option that stands for it',
    versions: [1],
    verifies: ['agent.option.mode-in-sync'],
    async play(stage, judge) {
      const { agent, sessionId, answer } = await openSession(stage)
      const option = optionsOf(answer).find(({ category }) => category === 'mode')
      const { currentModeId, availableModes } = toJson(answer.modes)
      const modes = listOf(availableModes).map(({ id }) => id)
      if (option === undefined || modes.length === 0)
        return judge.skipRest('the agent does not offer both modes and an option for the mode')
      judge.check(
        'agent.option.mode-in-sync',
        option.currentValue === currentModeId,
        'the new session says two things about its mode',
      )
      const value = valuesOf(option).find(each => each !== currentModeId && modes.includes(each))
      if (value === undefined) return
      await agent.demand('session/set_config_option', { sessionId, configId: option.id, value })
      await agent.peer.arrivals.quiet(stage.pace.patience / 2)
      const told = agent.updatesOf(sessionId).findLast(each => each.sessionUpdate === 'current_mode_update')
      judge.check(
        'agent.option.mode-in-sync',
        told?.currentModeId === value,
        'the mode was changed as an option, and current_mode_update did not say so',
      )
    },
  },
  {
    name: 'mode.switch',
    title: 'has the agent change its mode or an option by itself',
    versions: [1, 2],
    deeds: ['switch'],
    verifies: [],
    watches: ['agent.mode.current', 'agent.option.value', 'agent.option.whole'],
    async play(stage) {
      const { agent, sessionId } = await openSession(stage)
      await agent.turn(sessionId, stage.words('switch'))
    },
  },
]

interface Opened {
  readonly agent: ExaminedAgent
  readonly sessionId: string
  readonly answer: Json
}

async function openSession(stage: AgentStage): Promise<Opened> {
  const { agent } = await openWith(stage, EVERYTHING)
  return { agent, ...(await agent.newSession()) }
}

function demandOptions(answer: Json): readonly Json[] {
  const options = optionsOf(answer)
  if (options.length === 0) throw new CannotGoOn('the agent offers no options')
  return options
}
