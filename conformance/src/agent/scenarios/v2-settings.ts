/** Options, commands, plans and forms of version 2. */

import { errorCode } from '../../error.js'
import type { Judge } from '../../judge.js'
import type { Json } from '../../wire/arrivals.js'
import { codeOf, isResult, stopOf } from '../answers.js'
import { describeAnswer, type ExaminedAgent, toJson } from '../examined-agent.js'
import { EVERYTHING, openWith } from '../host.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'
import { listOf, optionsOf, otherValue, valuesOf } from './options.js'
import { toldOf } from './told.js'

const NOBODY = 'nobody-offers-this'

export const settingsOf2: readonly AgentScenario[] = [
  {
    name: 'option.invalid',
    title: 'sets options that there are not, to values that they do not have',
    versions: [2],
    verifies: [
      'agent.option.unique',
      'agent.option.invalid',
      'agent.option.unknown-id',
      'agent.option.unknown-type',
      'agent.option.unchanged',
    ],
    play: setWrongly,
  },
  {
    name: 'command.names',
    title: 'looks at the commands of a session',
    versions: [2],
    deeds: ['say'],
    verifies: ['agent.command.type'],
    watches: ['agent.command.names'],
    async play(stage, judge) {
      const agent = await stage.open()
      const { sessionId, answer } = await agent.newSession()
      await agent.turn(sessionId, stage.words('say', { text: 'hello' }))
      const told = toldOf(agent, sessionId).map(({ update }) => update)
      const commands = [answer, ...told].flatMap(({ availableCommands }) => listOf(availableCommands))
      if (commands.length === 0) return judge.skipRest('the agent offers no commands')
      const isTyped = commands.every(({ type, input }) =>
        [type, input === undefined || input === null ? '' : toJson(input).type].every(
          each => typeof each === 'string',
        ),
      )
      judge.check('agent.command.type', isTyped, 'a command, or what it takes, has no type')
    },
  },
  {
    name: 'plan.id',
    title: 'has the agent show a plan and change it, and looks at its id',
    versions: [2],
    deeds: ['plan'],
    verifies: ['agent.plan.id'],
    async play(stage, judge) {
      const { agent } = await openWith(stage, EVERYTHING)
      const { sessionId } = await agent.newSession()
      await agent.turn(sessionId, stage.words('plan'))
      const plans = toldOf(agent, sessionId)
        .filter(({ update }) => update.sessionUpdate === 'plan_update')
        .map(({ update }) => toJson(update.plan))
      if (plans.length === 0) return judge.skipRest('the agent showed no plan')
      const isNamed = plans.every(
        ({ planId, type }) => typeof planId === 'string' && typeof type === 'string',
      )
      judge.check('agent.plan.id', isNamed, 'a plan has no id, or no type')
    },
  },
  {
    name: 'elicitation.schema',
    title: 'has the agent ask by a form, and looks at the form',
    versions: [2],
    deeds: ['form'],
    verifies: ['agent.elicitation.schema'],
    async play(stage, judge) {
      const host = await openWith(stage, EVERYTHING)
      const { sessionId } = await host.agent.newSession()
      await host.agent.ask(sessionId, 'form')
      const forms = host.asked('elicitation/create').filter(({ params }) => params.mode === 'form')
      if (forms.length === 0) return judge.skipRest('the agent asked nothing')
      const isWhole = forms.every(({ params }) => {
        const { type, properties } = toJson(params.requestedSchema)
        return type === 'object' && typeof properties === 'object' && properties !== null
      })
      judge.check('agent.elicitation.schema', isWhole, 'a form does not say its type and its fields')
    },
  },
  {
    name: 'elicitation.unknown-action',
    title: 'answers a form with an action that nobody knows',
    versions: [2],
    deeds: ['form'],
    verifies: ['agent.elicitation.unknown-action'],
    async play(stage, judge) {
      const host = await openWith(stage, { ...EVERYTHING, elicited: '_unheard_of' })
      const { sessionId } = await host.agent.newSession()
      const answer = await host.agent.ask(sessionId, 'form')
      if (host.asked('elicitation/create').length === 0) return judge.skipRest('the agent asked nothing')
      judge.check(
        'agent.elicitation.unknown-action',
        isResult(answer),
        `the turn ended with ${stopOf(answer)}`,
      )
    },
  },
]

async function setWrongly(stage: AgentStage, judge: Judge): Promise<void> {
  const agent = await stage.open()
  const { sessionId, answer } = await agent.newSession()
  const options = optionsOf(answer)
  if (options.length === 0) return judge.skipRest('the agent offers no options')
  const flaws = flawsOfOptions(options)
  judge.check('agent.option.unique', flaws.length === 0, flaws.join('; '))
  const option = options.find(each => otherValue(each) !== undefined)
  if (option === undefined) return judge.skipRest('no option has two values to choose from')
  const { configId } = option
  const value = otherValue(option)
  for (const [requirement, params] of [
    ['agent.option.invalid', { configId, type: 'id', value: NOBODY }],
    ['agent.option.unknown-id', { configId: NOBODY, type: 'id', value }],
    ['agent.option.unknown-type', { configId, type: '_parley_nobody_has_this', value }],
  ] as const) {
    const refused = await agent.call('session/set_config_option', { sessionId, ...params })
    judge.check(
      requirement,
      codeOf(refused) === errorCode.invalid_params,
      `expected error ${errorCode.invalid_params}, found ${describeAnswer(refused)}`,
    )
  }
  await judgeUnchanged(agent, { sessionId, option, others: options }, judge)
}

/** Setting another option to what it has tells all options as they are. */
async function judgeUnchanged(
  agent: ExaminedAgent,
  {
    sessionId,
    option,
    others,
  }: { readonly sessionId: string; readonly option: Json; readonly others: readonly Json[] },
  judge: Judge,
): Promise<void> {
  const other = others.find(({ configId, type }) => type === 'select' && configId !== option.configId)
  if (other === undefined)
    return judge.skip('agent.option.unchanged', 'there is no other option to look from')
  const { configId, currentValue: value } = other
  const now = optionsOf(
    await agent.demand('session/set_config_option', { sessionId, configId, type: 'id', value }),
  )
  const found = now.find(each => each.configId === option.configId)
  judge.check(
    'agent.option.unchanged',
    found?.currentValue === option.currentValue,
    'what was refused has changed the option',
  )
}

function flawsOfOptions(options: readonly Json[]): readonly string[] {
  const ids = options.map(({ configId }) => configId)
  const twice = new Set(ids).size < ids.length ? ['two options have the same id'] : []
  const flaws = options
    .filter(({ type }) => type === 'select')
    .flatMap(option => {
      const values = valuesOf(option)
      if (values.length === 0) return [`${String(option.configId)} has no values`]
      return new Set(values).size < values.length ? [`${String(option.configId)} has a value twice`] : []
    })
  return [...twice, ...flaws]
}
