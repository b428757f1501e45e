/** How sessions are begun and taken up: where they work, which servers they are given, and what is said again. */

import { isAbsolute } from 'node:path'
import type { Json } from '../../wire/arrivals.js'
import { toJson } from '../../wire/json.js'
import type { ClientScenario } from '../scenario.js'
import { checkSeen, saidIn, sessionOf } from '../seen.js'

function serversOf({ mcpServers }: Json): readonly Json[] {
  return Array.isArray(mcpServers) ? mcpServers.map(toJson) : []
}

/** A server on stdio has no type in version 1. */
function isStdio({ type }: Json): boolean {
  return type === undefined || type === 'stdio'
}

const OLD_WORDS: readonly (readonly [kind: string, text: string])[] = [
  ['user_message_chunk', 'What was it?'],
  ['agent_message_chunk', 'It was blue.'],
]

export const setup: readonly ClientScenario[] = [
  {
    name: 'setup.new',
    title: 'looks at what a new session is begun with',
    versions: [1, 2],
    tasks: ['prompt'],
    verifies: ['client.session-new.cwd', 'client.session-new.servers'],
    async play(stage, judge) {
      const { agent } = await stage.start('prompt')
      const params = toJson((await agent.until('session/new')).message.params)
      judge.check(
        'client.session-new.cwd',
        typeof params.cwd === 'string' && isAbsolute(params.cwd),
        'expected cwd to be an absolute path',
      )
      judge.check(
        'client.session-new.servers',
        Array.isArray(params.mcpServers) || stage.version === 2,
        'expected mcpServers to be there, as an array',
      )
    },
  },
  {
    name: 'setup.servers',
    title: 'gets MCP servers although it takes none over HTTP',
    versions: [1],
    tasks: ['mcp'],
    verifies: ['client.session-new.stdio-server', 'client.session-new.http-server'],
    watches: ['client.capability.parameter'],
    async play(stage, judge) {
      const { agent } = await stage.start('mcp')
      const servers = serversOf(toJson((await agent.until('session/new')).message.params))
      const local = servers.filter(isStdio)
      if (local.length === 0)
        judge.skip('client.session-new.stdio-server', 'the client sent no server on stdio')
      else
        judge.check(
          'client.session-new.stdio-server',
          local.every(
            ({ command, args, env }) =>
              isAbsolute(String(command)) && Array.isArray(args) && Array.isArray(env),
          ),
          'expected servers on stdio with an absolute command, args and env',
        )
      judge.check(
        'client.session-new.http-server',
        servers.every(isStdio),
        'expected no server over HTTP or SSE for an agent that takes none',
      )
    },
  },
  {
    name: 'setup.directories',
    title: 'gets more directories although it takes none, and then where it does',
    versions: [1, 2],
    tasks: ['directories'],
    verifies: ['client.session-new.directories', 'client.session-new.directories-absolute'],
    watches: ['client.capability.parameter'],
    async play(stage, judge) {
      const plain = await stage.start('directories')
      await plain.agent.greeting()
      await plain.finish()
      // A client may also give up: then nothing was sent that should not be.
      const sent = plain.agent.all('session/new').map(params => params.additionalDirectories)
      judge.check(
        'client.session-new.directories',
        sent.every(given => given === undefined || (Array.isArray(given) && given.length === 0)),
        'expected no additionalDirectories for an agent that takes none',
      )
      const offered = { additionalDirectories: {} }
      const capabilities = stage.version === 1 ? { sessionCapabilities: offered } : { session: offered }
      const able = await stage.start('directories', { capabilities })
      const given = toJson((await able.agent.until('session/new')).message.params).additionalDirectories
      if (!Array.isArray(given) || given.length === 0)
        return judge.skip('client.session-new.directories-absolute', 'the client sent no further directory')
      judge.check(
        'client.session-new.directories-absolute',
        given.every(path => isAbsolute(String(path))),
        'expected every one of additionalDirectories to be an absolute path',
      )
    },
  },
  {
    name: 'setup.load',
    title: 'tells a kept session again before it answers session/load',
    versions: [1],
    tasks: ['load'],
    verifies: ['client.session-load.resends', 'client.session-load.replay', 'client.result.null'],
    async play(stage, judge) {
      const client = await stage.start('load', {
        capabilities: { loadSession: true },
        answers: {
          'session/load': () => {
            for (const [sessionUpdate, text] of OLD_WORDS)
              client.agent.peer.notify('session/update', {
                sessionId: 'kept-session',
                update: { sessionUpdate, content: { type: 'text', text } },
              })
            return { result: null }
          },
        },
      })
      const { sessionId, cwd, mcpServers } = toJson((await client.agent.until('session/load')).message.params)
      judge.check(
        'client.session-load.resends',
        sessionId === 'kept-session' && isAbsolute(String(cwd)) && Array.isArray(mcpServers),
        'expected session/load with the id of the session, an absolute cwd and mcpServers',
      )
      const view = await client.finish()
      checkSeen(judge, 'client.session-load.replay', {
        seen: view && sessionOf(view, 'kept-session')?.messages?.map(({ text }) => text),
        isRight: seen => OLD_WORDS.every(([, text]) => seen.includes(text)),
        detail: 'expected what was told before the answer to session/load to be in the conversation',
      })
      checkSeen(judge, 'client.result.null', {
        seen: view,
        isRight: ({ error }) => error === undefined,
        detail: 'expected null as the result of session/load to be taken as an empty one',
      })
    },
  },
  {
    name: 'setup.resume',
    title: 'lets a client take up a kept session without its history',
    versions: [1, 2],
    tasks: ['resume'],
    verifies: ['client.session-resume.resends'],
    watches: ['client.capability.method'],
    async play(stage, judge) {
      const { agent } = await stage.start('resume', { capabilities: { sessionCapabilities: { resume: {} } } })
      const { sessionId, cwd, mcpServers } = toJson((await agent.until('session/resume')).message.params)
      judge.check(
        'client.session-resume.resends',
        sessionId === 'kept-session' &&
          isAbsolute(String(cwd)) &&
          (mcpServers === undefined || Array.isArray(mcpServers)),
        'expected session/resume with the id of the session, an absolute cwd, and mcpServers as an array',
      )
    },
  },
  {
    name: 'setup.early-updates',
    title: 'tells something of a session before it answers session/new',
    versions: [1],
    tasks: ['prompt'],
    verifies: ['client.update.early'],
    async play(stage, judge) {
      const client = await stage.start('prompt', {
        answers: {
          'session/new': () => {
            client.agent.peer.notify('session/update', {
              sessionId: 'session-1',
              update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Early.' } },
            })
            return { result: { sessionId: 'session-1' } }
          },
        },
      })
      const isPrompted = await client.agent.turn().then(
        () => true,
        () => false,
      )
      const said = saidIn(sessionOf(await client.finish()))
      judge.check(
        'client.update.early',
        isPrompted && (said === undefined || said.some(text => text.includes('Hello.'))),
        'expected the session to go on after an update that came before it was known',
      )
    },
  },
]
