/** Prompts: what may stand in them, how they are answered, and two at once. */

import type { Json } from '../../wire/arrivals.js'
import { hasStopReason, isResult, stopOf } from '../answers.js'
import { describeAnswer, toJson } from '../examined-agent.js'
import { EVERYTHING, openWith } from '../host.js'
import type { AgentScenario } from '../scenario.js'
import { demandPlainPrompt, unadvertised } from './at-work.js'
import { judgeErrors } from './errors.js'
import { PICTURE, SOUND } from './media.js'

export const prompts: readonly AgentScenario[] = [
  {
    name: 'prompt.text',
    title: 'sends a prompt of text, and waits for what comes after its end',
    versions: [1, 2],
    deeds: ['say'],
    verifies: ['agent.prompt.text', 'agent.prompt.stop-reason', 'agent.answer.error'],
    watches: [
      'agent.message.shape',
      'agent.message.fields',
      'agent.message.meta',
      'agent.turn.quiet-after',
      'agent.turn.message-order',
      'agent.turn.usage',
      'agent.request.session',
    ],
    async play(stage, judge) {
      const { agent } = await openWith(stage, EVERYTHING)
      const { sessionId } = await agent.newSession()
      const answer = await agent.ask(sessionId, 'say', { text: 'hello' })
      judge.check('agent.prompt.text', isResult(answer), `expected a result, found ${describeAnswer(answer)}`)
      if (isResult(answer)) {
        const isKnown = hasStopReason(answer, stage.version)
        judge.check('agent.prompt.stop-reason', isKnown, `the stop reason is ${stopOf(answer)}`)
      }
      judgeErrors(agent, judge)
      await agent.peer.arrivals.quiet(stage.pace.patience)
    },
  },
  withBlock('resource-link', {
    type: 'resource_link',
    uri: 'file:///nowhere/notes.txt',
    name: 'notes.txt',
    mimeType: 'text/plain',
  }),
  withBlock('image', { type: 'image', mimeType: 'image/png', data: PICTURE }, 'image'),
  withBlock('audio', { type: 'audio', mimeType: 'audio/wav', data: SOUND }, 'audio'),
  withBlock(
    'embedded',
    {
      type: 'resource',
      resource: { uri: 'file:///nowhere/notes.txt', mimeType: 'text/plain', text: 'some notes' },
    },
    'embeddedContext',
  ),
  {
    name: 'prompt.two-sessions',
    title: 'has two sessions speak at once',
    versions: [1, 2],
    deeds: ['say'],
    verifies: ['agent.prompt.sessions-apart'],
    async play(stage, judge) {
      const agent = await stage.open()
      const words = ['alpha-7f3', 'omega-9c1']
      const ids = [(await agent.newSession()).sessionId, (await agent.newSession()).sessionId]
      await Promise.all(
        ids.map((id, index) => agent.turn(id, stage.words('say', { text: words[index] ?? '' }))),
      )
      const told = agent.peer.arrivals.all
        .filter(({ message }) => message.method === 'session/update')
        .map(({ message }) => toJson(message.params))
      const untold = ids.filter(id => !told.some(({ sessionId }) => sessionId === id))
      const strangers = told.filter(({ sessionId }) => !ids.includes(String(sessionId)))
      const mixed = ids.some((id, index) =>
        told.some(
          ({ sessionId, update }) =>
            sessionId === id && JSON.stringify(update).includes(words[1 - index] ?? ''),
        ),
      )
      if (strangers.length === 0 && untold.length > 0)
        return judge.skipRest('nothing was told of one of the sessions')
      judge.check(
        'agent.prompt.sessions-apart',
        strangers.length === 0 && !mixed,
        mixed ? 'a session was told what belongs to the other' : 'an update names another session',
      )
    },
  },
]

/** A prompt with a block besides its text. */
function withBlock(matter: string, block: Json, capability?: string): AgentScenario {
  const requirement = `agent.prompt.${matter}`
  return {
    name: `prompt.${matter}`,
    title: `sends a prompt with a block of the type ${String(block.type)}`,
    versions: [1, 2],
    deeds: ['say'],
    verifies: [requirement],
    async play(stage, judge) {
      const agent = await stage.open()
      if (capability !== undefined && !agent.can(`promptCapabilities.${capability}`))
        return judge.skip(requirement, unadvertised(stage, `promptCapabilities.${capability}`))
      const { sessionId } = await agent.newSession()
      const text = stage.words('say', { text: 'hello' })
      const answer = await agent.prompt(sessionId, [{ type: 'text', text }, block])
      if (!isResult(answer)) await demandPlainPrompt(stage)
      judge.check(requirement, isResult(answer), `expected a result, found ${describeAnswer(answer)}`)
    },
  }
}
