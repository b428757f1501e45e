/** Signing in: by a way that was offered, in the manner of that way, and then once more what had been refused. */

import { errorCode } from '../../error.js'
import type { Json } from '../../wire/arrivals.js'
import { toJson } from '../../wire/json.js'
import type { Reply } from '../../wire/scripted-peer.js'
import type { ClientScenario } from '../scenario.js'
import { checkSeen } from '../seen.js'
import { pause } from '../stage.js'

const DEMAND: Reply = { error: { code: errorCode.auth_required, message: 'Authentication required' } }

/** What signs in, by version. */
const SIGN_IN = { 1: 'authenticate', 2: 'auth/login' } as const
const OWN_WAY = { id: 'own-way', name: 'Sign in' }
const BY_HAND = {
  id: 'by-hand',
  name: 'Sign in at a terminal',
  type: 'terminal',
  args: ['--sign-in', 'now'],
  env: { PARLEY_TOLD_WAY: 'by hand' },
}

/** A method in the spelling of version 2. */
function toMethod({ id, env, ...method }: Json): Json {
  const variables = Object.entries(toJson(env)).map(([name, value]) => ({ name, value }))
  return { methodId: id, ...method, ...(env === undefined ? {} : { env: variables }) }
}

export const signIn: readonly ClientScenario[] = [
  {
    name: 'sign-in.agent',
    title: 'demands that somebody signs in, and offers one way that the agent sees to itself',
    versions: [1, 2],
    tasks: ['sign_in'],
    verifies: ['client.authenticate.method', 'client.authenticate.retry'],
    async play(stage, judge) {
      let isSignedIn = false
      const { agent } = await stage.start('sign_in', {
        authMethods: [stage.version === 1 ? OWN_WAY : { ...toMethod(OWN_WAY), type: 'agent' }],
        answers: {
          'session/new': () => (isSignedIn ? { result: { sessionId: 'session-1' } } : DEMAND),
          [SIGN_IN[stage.version]]: () => {
            isSignedIn = true
            return { result: {} }
          },
        },
      })
      await agent.until('session/new')
      const { message } = await agent.until(SIGN_IN[stage.version])
      judge.check(
        'client.authenticate.method',
        toJson(message.params).methodId === 'own-way',
        'expected authenticate with the id of a method that was offered',
      )
      const again = await agent.peer.arrivals.find(
        ({ message: { method }, at }) =>
          method === 'session/new' && at > 0 && agent.all('session/new').length > 1,
        stage.pace.deadline,
      )
      judge.check(
        'client.authenticate.retry',
        typeof again !== 'string',
        'expected session/new once more after signing in',
      )
    },
  },
  {
    name: 'sign-in.terminal',
    title: 'demands that somebody signs in, and offers only a terminal',
    versions: [1, 2],
    tasks: ['sign_in'],
    verifies: ['client.authenticate.terminal', 'client.authenticate.terminal-flow'],
    async play(stage, judge) {
      let isSignedIn = false
      const part = {
        authMethods: [stage.version === 1 ? BY_HAND : toMethod(BY_HAND)],
        answers: {
          'session/new': (): Reply => (isSignedIn ? { result: { sessionId: 'session-1' } } : DEMAND),
        },
      }
      const client = await stage.start('sign_in', part)
      const canUseTerminal = await client.agent.lends('auth.terminal')
      await client.agent.until('session/new')
      const next = client.nextAgent(part, canUseTerminal ? stage.pace.deadline : stage.pace.patience)
      const sent = client.agent.until(SIGN_IN[stage.version]).then(
        () => undefined,
        () => next,
      )
      const other = await Promise.race([next, sent])
      judge.check(
        'client.authenticate.terminal',
        client.agent.all(SIGN_IN[stage.version]).length === 0,
        'expected no authenticate for a method of the type terminal',
      )
      if (!canUseTerminal)
        return judge.skip('client.authenticate.terminal-flow', 'the client does not advertise auth.terminal')
      if (other === undefined)
        return void judge.check(
          'client.authenticate.terminal-flow',
          false,
          'expected our own command to be run, as the method wants it',
        )
      isSignedIn = true
      await other.agent.peer.close()
      const back = await client.nextAgent(part, stage.pace.deadline)
      const greeted = await back?.agent.greeting().catch(() => undefined)
      judge.check(
        'client.authenticate.terminal-flow',
        other.guest.words.join(' ') === '--sign-in now' &&
          other.guest.variables.PARLEY_TOLD_WAY === 'by hand' &&
          other.agent.peer.arrivals.all.length === 0 &&
          greeted !== undefined,
        'expected our own command with the args and env of the method, and then a new connection',
      )
    },
  },
  {
    name: 'sign-in.active-session',
    title: 'demands that somebody signs in while a session is open',
    versions: [1],
    tasks: ['prompt'],
    verifies: ['client.authenticate.active-session'],
    async play(stage, judge) {
      const client = await stage.start('prompt', {
        turn: async () => DEMAND,
      })
      await client.agent.turn()
      await Promise.race([client.ended, pause(stage.pace.patience)])
      const view = await client.finish()
      checkSeen(judge, 'client.authenticate.active-session', {
        seen: view,
        isRight: ({ error, sessions }) => error !== undefined || sessions.some(session => session.error),
        detail: 'expected the client to tell that the turn failed',
      })
    },
  },
]
