/** Faults of the handshake, of the wire and of manners. */

import { spawn } from 'node:child_process'
import { nodeStream } from '@parley/acp/node'
import { lines } from '@parley/acp/transport'
import { toJson } from '../../agent/examined-agent.js'
import { errorCode } from '../../error.js'
import {
  answering,
  type ClientFaults,
  calling,
  callingWith,
  dyingOf,
  hearingAnswer,
  hearingWith,
} from '../client-fault.js'

/** Makes the agent's stdout text chunk by chunk, as careless programs do. */
const CARELESS = `
const { spawn } = require('node:child_process')
const child = spawn(process.argv[1], process.argv.slice(2), { stdio: ['inherit', 'pipe', 'inherit'] })
child.stdout.on('data', chunk => process.stdout.write(chunk.toString()))
child.on('exit', code => process.exit(code ?? 1))
`

const inShell = (script: string): readonly string[] => ['sh', '-c', script, 'sh']

export const handshakeFaults: ClientFaults = {
  'client.initialize.first': calling('begins with a word of its own', 'initialize', message => [
    { jsonrpc: '2.0', method: '_kit.example/hello', params: {} },
    message,
  ]),
  'client.initialize.version': {
    ...callingWith('offers a word for a version', 'initialize', params => ({
      ...params,
      protocolVersion: '1',
    })),
    also: ['client.message.shape'],
  },
  'client.initialize.awaited': calling('is in a hurry', 'initialize', message => [
    message,
    { jsonrpc: '2.0', id: 'hasty', method: 'session/new', params: { cwd: '/', mcpServers: [] } },
  ]),
  'client.initialize.info': callingWith('does not say who it is', 'initialize', params => ({
    ...params,
    clientInfo: undefined,
    info: undefined,
  })),
  'client.initialize.unknown-version': {
    sin: 'takes any version for its own',
    begin: () => ({
      incoming(message, { method, params }) {
        if (method !== 'initialize') return [message]
        const { protocolVersion } = toJson(params)
        return [{ ...message, result: { ...toJson(message.result), protocolVersion } }]
      },
    }),
  },
  'client.initialize.lower-version': {
    sin: 'dies of a lower version than it offered',
    isProgram: true,
    begin: () => ({
      incoming(message, { method, params }) {
        const isLower =
          method === 'initialize' && params?.protocolVersion !== toJson(message.result).protocolVersion
        return isLower ? process.exit(1) : [message]
      },
    }),
  },
  'client.message.text': {
    sin: 'logs into the pipe',
    scenarios: ['prompt.session'],
    before: inShell('(echo "starting up"; cat) | "$@"'),
  },
  'client.message.shape': {
    ...callingWith('sends a text without a text', 'session/prompt', params => ({
      ...params,
      prompt: [{ type: 'text' }],
    })),
    scenarios: ['prompt.session'],
  },
  'client.message.fields': {
    ...callingWith('invents a field', 'session/new', params => ({ ...params, flavour: 'sweet' })),
    scenarios: ['prompt.session'],
  },
  'client.message.pieces': {
    sin: 'makes text of half characters',
    before: [process.execPath, '-e', CARELESS],
  },
  'client.request.id': {
    ...calling('uses an id twice at once', 'session/new', message => [message, message]),
    scenarios: ['prompt.session'],
  },
  'client.answer.once': answering('answers twice', 'session/request_permission', message => [
    message,
    message,
  ]),
  'client.method.unknown': {
    sin: 'has a result for everything',
    begin: () => ({
      outgoing: message =>
        toJson(message.error).code === errorCode.method_not_found
          ? [{ jsonrpc: '2.0', id: message.id, result: {} }]
          : [message],
    }),
  },
  'client.notification.unknown': dyingOf(
    'dies of a notification',
    ({ method }) => method === '_kit.example/told',
  ),
  'client.update.unknown': dyingOf(
    'dies of an update',
    ({ params }) => toJson(toJson(params).update).sessionUpdate === 'future_thing',
  ),
  'client.update.early': dyingOf('dies of an early update', ({ params }) =>
    JSON.stringify(params ?? {}).includes('Early.'),
  ),
  'client.response.order': hearingAnswer(
    'takes the first answer for the first call',
    'session/prompt',
    message => ({
      ...message,
      result: { stopReason: toJson(message.result).stopReason === 'end_turn' ? 'max_tokens' : 'end_turn' },
    }),
  ),
  'client.response.unknown-id': dyingOf('dies of a stray answer', ({ id }) => id === 'never-asked'),
  'client.result.null': hearingAnswer('cannot live with null', 'session/load', ({ id }) => ({
    jsonrpc: '2.0',
    id,
    error: { code: errorCode.internal_error, message: 'null is no object' },
  })),
  'client.batch.answer': {
    sin: 'answers an empty batch with an empty batch',
    also: ['client.message.shape'],
    begin: () => ({ outgoing: message => (message.id === null ? [[]] : [message]) }),
  },
  'client.stderr.ignored': { sin: 'reads stderr as well', before: inShell('exec "$@" 2>&1') },
  'client.end.closes': {
    sin: 'leaves its agent behind',
    open([command = '', ...args]) {
      const script = '(cat; sleep 8) | "$0" "$@"'
      const child = spawn('sh', ['-c', script, command, ...args], {
        stdio: ['pipe', 'pipe', 'ignore'],
        detached: true,
      })
      const channel = lines(nodeStream(child.stdout, child.stdin))
      return { incoming: channel.incoming, send: (...words) => channel.send(...words), close: leave }
    },
  },
  'client.session.several': hearingWith('has one session for all words', 'session/update', params =>
    toJson(params.update).sessionUpdate === 'agent_message_chunk'
      ? { ...params, sessionId: 'session-1' }
      : params,
  ),
}

/** Gone before its agent is. */
async function leave(): Promise<void> {
  process.exit(0)
}
