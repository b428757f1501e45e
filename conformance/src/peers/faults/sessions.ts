/** What can be wrong with sessions: new, listed, loaded, closed. */

import type { Json } from '../../wire/arrivals.js'
import {
  allows,
  answers,
  fault,
  hears,
  quietly,
  refuses,
  results,
  toError,
  toFields,
  toResult,
  updates,
} from '../changes.js'
import type { Faults, Hooks } from '../fault.js'

const isNobody = ({ sessionId }: Json): boolean => sessionId === 'nobody-made-this'

const hasBlock =
  (type: string) =>
  ({ prompt }: Json): boolean =>
    JSON.stringify(prompt).includes(`"type":"${type}"`)

export const sessionFaults: Faults = {
  'agent.session.id': fault(
    'gives the first session an empty id',
    () => {
      let count = 0
      return quietly(
        results('session/new', result => (++count === 1 ? { ...result, sessionId: '' } : result)),
      )
    },
    { also: ['agent.session.unique'] },
  ),
  'agent.session.unique': fault('gives every session the same id', () =>
    quietly(results('session/new', result => ({ ...result, sessionId: 'same' }))),
  ),
  'agent.session.cwd': fault('works where it was started', () =>
    hears('session/new', params => ({ ...params, cwd: process.cwd() })),
  ),
  'agent.session.relative-cwd': fault('takes a folder that is not absolute', () =>
    hears('session/new', params => ({ ...params, cwd: process.cwd() })),
  ),
  'agent.session.additional-directories': fault('does not take what it advertises', () =>
    quietly(refuses('session/new', ({ additionalDirectories }) => additionalDirectories !== undefined)),
  ),
  'agent.session.additional-directories-refused': fault('overlooks bad folders', () =>
    hears('session/new', ({ additionalDirectories = [], ...params }) => ({
      ...params,
      additionalDirectories: (additionalDirectories as string[]).filter(path => path.startsWith('/')),
    })),
  ),
  'agent.mcp.stdio': fault('starts no MCP server', () => withServers(() => []), { also: ['agent.mcp.all'] }),
  'agent.mcp.arguments': fault('starts MCP servers in its own way', () =>
    withServers(servers =>
      servers.map(({ args, ...server }) => ({ ...server, args: (args as string[]).slice(0, 2), env: [] })),
    ),
  ),
  'agent.mcp.all': fault('starts only the first MCP server', () =>
    withServers(servers => servers.slice(0, 1)),
  ),
  'agent.mcp.http': fault('leaves out headers', () =>
    withServers(servers => servers.map(server => ({ ...server, headers: [] }))),
  ),
  'agent.list.array': fault(
    'has no list where there is nothing to list',
    () =>
      results('session/list', ({ sessions, ...result }) =>
        Array.isArray(sessions) && sessions.length > 0 ? { ...result, sessions } : result,
      ),
    { also: ['agent.message.shape'] },
  ),
  'agent.list.cwd': fault('lists all folders for one of them', () =>
    hears('session/list', ({ cwd, ...params }) =>
      String(cwd).endsWith('elsewhere') ? { ...params, cwd } : params,
    ),
  ),
  'agent.list.end': fault('always has one more page', () => ({
    ...hears('session/list', ({ cursor, ...params }) => params),
    ...results('session/list', result => ({ ...result, nextCursor: 'more' })),
  })),
  'agent.list.bad-cursor': fault('takes any cursor', () =>
    hears('session/list', ({ cursor, ...params }) => params),
  ),
  'agent.load.history': fault('forgets what the user said', () => updates('user_message_chunk', () => [])),
  'agent.load.replay-first': fault(
    'tells some of the history later',
    () => {
      let late: readonly Json[] = []
      const isLate = (message: Json): boolean =>
        toFields(toFields(message.params).update).sessionUpdate === 'agent_thought_chunk'
      return {
        outgoing(message, { method }) {
          if (isLate(message)) {
            late = [message]
            return []
          }
          return method === 'session/load' ? [message, ...late] : [message]
        },
      }
    },
    { scenarios: ['load.history'] },
  ),
  'agent.load.unknown': fault('loads what there never was', () => allows('session/load', {})),
  'agent.resume.no-replay': fault('tells the history when it resumes', () =>
    answers('session/resume', (answer, { sessionId }) => [toChunk(sessionId), answer]),
  ),
  'agent.resume.usable': fault('resumes for show', () => {
    let isResumed = false
    return {
      incoming(message) {
        isResumed ||= message.method === 'session/resume'
        return [message]
      },
      outgoing: (message, { method }) => [
        isResumed && method === 'session/prompt' ? toError(message) : message,
      ],
    }
  }),
  'agent.resume.unknown': fault('resumes what there never was', () => allows('session/resume', {})),
  'agent.close.cancels': fault('calls a closed turn finished', () =>
    results('session/prompt', result => ({ ...result, stopReason: 'end_turn' })),
  ),
  'agent.close.answer': fault('cannot close what is at work', () => refuses('session/close')),
  'agent.delete.list': fault('only says that it deletes', wire => ({
    incoming(message) {
      if (message.method !== 'session/delete') return [message]
      wire.send(toResult(message, {}))
      return []
    },
  })),
  'agent.delete.unknown': fault('cannot delete what is not there', () => refuses('session/delete', isNobody)),
  'agent.fork.session': fault(
    'forks into the same session',
    () => quietly(results('session/fork', (result, { sessionId }) => ({ ...result, sessionId }))),
    { also: ['agent.session.unique'] },
  ),
  'agent.prompt.text': fault('takes no text', () => refuses('session/prompt')),
  'agent.prompt.resource-link': fault('takes no links', () =>
    refuses('session/prompt', hasBlock('resource_link')),
  ),
  'agent.prompt.image': fault('takes no images', () => refuses('session/prompt', hasBlock('image'))),
  'agent.prompt.audio': fault('takes no audio', () => refuses('session/prompt', hasBlock('audio'))),
  'agent.prompt.embedded': fault('takes no resources', () => refuses('session/prompt', hasBlock('resource'))),
  'agent.prompt.stop-reason': fault(
    'has a reason of its own to stop',
    () => results('session/prompt', result => ({ ...result, stopReason: 'finished' })),
    { also: ['agent.message.shape'] },
  ),
  'agent.prompt.sessions-apart': fault('confuses its sessions', () => {
    const ids: unknown[] = []
    const over = new Set<unknown>()
    return {
      outgoing(message, { method, params: asked }) {
        if (method === 'session/new') ids.push(toFields(message.result).sessionId)
        if (toFields(message.result).stopReason !== undefined) over.add(asked?.sessionId)
        if (message.method !== 'session/update') return [message]
        const params = toFields(message.params)
        // A session whose turn is over would be told something after it: that is another fault.
        const other = ids.find(id => id !== params.sessionId && !over.has(id))
        return [{ ...message, params: { ...params, sessionId: other ?? params.sessionId } }]
      },
    }
  }),
}

function withServers(change: (servers: readonly Json[]) => readonly Json[]): Hooks {
  return hears('session/new', ({ mcpServers, ...params }) => ({
    ...params,
    mcpServers: change(mcpServers as readonly Json[]),
  }))
}

function toChunk(sessionId: unknown): Json {
  const content = { type: 'text', text: 'As I said before.' }
  const update = { sessionUpdate: 'agent_message_chunk', content, messageId: 'again' }
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } }
}
