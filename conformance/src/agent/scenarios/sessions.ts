/** New sessions: their ids, and the folders they work in. */

import { readdir } from 'node:fs/promises'
import { sep } from 'node:path'
import { errorCode } from '../../error.js'
import type { Judge } from '../../judge.js'
import type { Answer } from '../../wire/scripted-peer.js'
import { codeOf, isError, isResult } from '../answers.js'
import { describeAnswer, type ExaminedAgent, toJson } from '../examined-agent.js'
import { EVERYTHING, openWith } from '../host.js'
import type { AgentScenario } from '../scenario.js'
import { unadvertised } from './at-work.js'
import { judgeErrors } from './errors.js'

export const sessions: readonly AgentScenario[] = [
  {
    name: 'session.new',
    title: 'opens three sessions',
    versions: [1, 2],
    verifies: ['agent.session.id', 'agent.session.unique', 'agent.answer.error'],
    async play(stage, judge) {
      const agent = await stage.open()
      if (stage.version === 2 && !agent.can('session')) return judge.skipRest(unadvertised(stage, 'session'))
      const ids: unknown[] = []
      for (let count = 0; count < 3; count++) {
        const answer = await agent.askForSession()
        if (!judgeId(agent, answer, judge)) return
        ids.push(isResult(answer) ? toJson(answer.result).sessionId : undefined)
      }
      judge.check('agent.session.unique', new Set(ids).size === ids.length, 'two sessions have the same id')
    },
  },
  {
    name: 'session.cwd',
    title: 'has a file written whose path is not absolute',
    versions: [1, 2],
    deeds: ['write'],
    verifies: ['agent.session.cwd'],
    // The path that is not absolute is ours.
    except: ['agent.message.absolute-paths'],
    async play(stage, judge) {
      const host = await openWith(stage, EVERYTHING)
      const { sessionId } = await host.agent.newSession()
      await host.agent.ask(sessionId, 'write', { path: 'made.txt', text: 'made' })
      const paths = host.asked('fs/write_text_file').map(({ params }) => String(params.path))
      const outside = paths.filter(path => !path.startsWith(`${stage.cwd}${sep}`))
      const strays = (await readdir(stage.elsewhere)).filter(name => name === 'made.txt')
      const isMade = (await readdir(stage.cwd)).includes('made.txt')
      if (outside.length + strays.length === 0 && !isMade)
        judge.skip('agent.session.cwd', 'the agent wrote nothing')
      else
        judge.check(
          'agent.session.cwd',
          outside.length + strays.length === 0,
          'a file was written outside of the folder of the session',
        )
    },
  },
  {
    name: 'session.relative-cwd',
    title: 'asks for a session in a folder that is not absolute',
    versions: [1, 2],
    verifies: ['agent.session.relative-cwd'],
    async play(stage, judge) {
      const agent = await stage.open()
      await agent.newSession()
      const answer = await agent.askForSession({ cwd: 'project' })
      judge.check('agent.session.relative-cwd', isError(answer), `found ${describeAnswer(answer)}`)
    },
  },
  {
    name: 'session.unknown',
    title: 'sends a prompt to a session that there is not',
    versions: [1],
    verifies: ['agent.session.unknown-id'],
    async play(stage, judge) {
      const agent = await stage.open()
      await agent.newSession()
      const prompt = [{ type: 'text', text: 'hello' }]
      const answer = await agent.call('session/prompt', { sessionId: 'nobody-made-this', prompt })
      judge.check('agent.session.unknown-id', isError(answer), `found ${describeAnswer(answer)}`)
    },
  },
  {
    name: 'session.additional-directories',
    title: 'opens sessions with more folders, sound ones and others',
    versions: [1, 2],
    verifies: ['agent.session.additional-directories', 'agent.session.additional-directories-refused'],
    async play(stage, judge) {
      const agent = await stage.open()
      if (!agent.can('sessionCapabilities.additionalDirectories'))
        return judge.skipRest(unadvertised(stage, 'sessionCapabilities.additionalDirectories'))
      await agent.newSession()
      const open = (directory: unknown): Promise<Answer> =>
        agent.askForSession({ additionalDirectories: [directory] })
      const taken = await open(stage.beside)
      judge.check(
        'agent.session.additional-directories',
        isResult(taken) && typeof toJson(taken.result).sessionId === 'string',
        `expected a session, found ${describeAnswer(taken)}`,
      )
      for (const directory of ['beside', '']) {
        const refused = await open(directory)
        judge.check(
          'agent.session.additional-directories-refused',
          isError(refused),
          `"${directory}" is not absolute: expected an error, found ${describeAnswer(refused)}`,
        )
      }
    },
  },
]

/** Every agent opens sessions, to whoever has signed in where that is asked for. */
function judgeId(agent: ExaminedAgent, answer: Answer, judge: Judge): boolean {
  if (!isResult(answer)) judgeErrors(agent, judge)
  if (codeOf(answer) === errorCode.auth_required) {
    judge.skipRest(agent.whyRefused('session/new', answer))
    return false
  }
  const { sessionId } = toJson(isResult(answer) ? answer.result : undefined)
  const found = isResult(answer) ? 'a result without an id' : describeAnswer(answer)
  const isText = typeof sessionId === 'string' && sessionId !== ''
  judge.check('agent.session.id', isText, `session/new was answered with ${found}`)
  if (!isResult(answer)) judge.skipRest(agent.whyRefused('session/new', answer))
  return isResult(answer)
}
