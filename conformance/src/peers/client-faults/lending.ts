/** Faults in what a client lends: files, terminals, and its user's attention. */

import { toJson } from '../../agent/examined-agent.js'
import { errorCode } from '../../error.js'
import type { Json } from '../../wire/arrivals.js'
import {
  answering,
  answeringWith,
  type ClientFault,
  type ClientFaults,
  dyingOf,
  hearing,
  hearingWith,
  showing,
} from '../client-fault.js'

const READ = 'fs/read_text_file'
const WRITE = 'fs/write_text_file'
const ELICIT = 'elicitation/create'
const SECRET = 'nothing of this may be seen'
const LATE_MILLISECONDS = 4_500

/** Gives this where it should have refused. */
function giving(sin: string, method: string, result: Json): ClientFault {
  return answering(sin, method, message =>
    'error' in message ? { jsonrpc: '2.0', id: message.id, result } : message,
  )
}

/** Gives this to whoever asks in this mode. */
function accepting(sin: string, mode: string, content: Json): ClientFault {
  return answering(sin, ELICIT, (message, { params }) =>
    'error' in message && params?.mode === mode
      ? { jsonrpc: '2.0', id: message.id, result: { action: 'accept', content } }
      : message,
  )
}

/** Gives the secret to whoever names a path of this look. */
function leaking(sin: string, path: RegExp): ClientFault {
  return answering(sin, READ, (message, { params }) =>
    path.test(String(params?.path))
      ? { jsonrpc: '2.0', id: message.id, result: { content: SECRET } }
      : message,
  )
}

/** Says that it was done. */
function pretending(sin: string, method: string, isPretended: (params: Json) => boolean): ClientFault {
  return hearing(sin, method, (message, wire) => {
    if (!isPretended(toJson(message.params))) return [message]
    wire.send({ jsonrpc: '2.0', id: message.id, result: {} })
    return []
  })
}

export const lendingFaults: ClientFaults = {
  'client.file.read': answering('adds a line', READ, (message, { params }) =>
    params?.line === undefined && params?.limit === undefined && 'result' in message
      ? {
          ...message,
          result: {
            content: `${String(toJson(message.result).content)}
`,
          },
        }
      : message,
  ),
  'client.file.read-line': hearingWith('counts from 0', READ, params =>
    typeof params.line === 'number' && params.limit === undefined
      ? { ...params, line: params.line + 1 }
      : params,
  ),
  'client.file.read-limit': hearingWith('knows no limit', READ, ({ limit: _, ...params }) => params),
  'client.file.read-missing': giving('makes nothing of nothing', READ, { content: '' }),
  'client.file.relative': giving('guesses where', READ, { content: '' }),
  'client.file.write-creates': pretending('only says that it wrote', WRITE, ({ path }) =>
    String(path).endsWith('made.txt'),
  ),
  'client.file.write-exact': hearingWith('tidies up', WRITE, params => ({
    ...params,
    content: `${String(params.content).trimEnd()}\n`,
  })),
  'client.file.outside': leaking('reads everywhere', /beside\/secret/),
  'client.file.link': leaking('follows links', /way-out/),
  'client.file.unlent-read': giving('reads all the same', READ, { content: 'own' }),
  'client.file.unlent-write': giving('writes all the same', WRITE, {}),
  'client.terminal.unlent': giving('runs all the same', 'terminal/create', { terminalId: 'one' }),
  'client.terminal.create': {
    sin: 'waits for the command',
    begin: wire => ({
      outgoing(message, { method }) {
        if (method !== 'terminal/create') return [message]
        setTimeout(() => wire.send(message), LATE_MILLISECONDS)
        return []
      },
    }),
  },
  'client.terminal.running': answering('ends everything at once', 'terminal/output', message => {
    const result = toJson(message.result)
    const isRunning = 'result' in message && (result.exitStatus ?? undefined) === undefined
    return isRunning ? { ...message, result: { ...result, exitStatus: { exitCode: 0 } } } : message
  }),
  'client.terminal.exit-code': answeringWith('knows only success', 'terminal/wait_for_exit', result =>
    result.exitCode === 3 ? { exitCode: 0 } : result,
  ),
  'client.terminal.kill': {
    sin: 'forgets what it killed',
    begin() {
      let isKilled = false
      return {
        outgoing(message, { method }) {
          isKilled ||= method === 'terminal/kill'
          if (!isKilled || method !== 'terminal/output') return [message]
          return [
            {
              jsonrpc: '2.0',
              id: message.id,
              error: { code: errorCode.resource_not_found, message: 'gone' },
            },
          ]
        },
      }
    },
  },
  'client.terminal.released': giving('never forgets', 'terminal/output', { output: 'old', truncated: false }),
  'client.terminal.release-kills': {
    sin: 'only says that it let go of what still runs',
    begin(wire) {
      let released = 0
      const isThird = (): boolean => ++released > 2
      return pretending('', 'terminal/release', isThird).begin?.(wire) ?? {}
    },
  },
  'client.terminal.env': hearingWith('knows no variables', 'terminal/create', params => ({
    ...params,
    env: [],
  })),
  'client.terminal.cwd': hearingWith(
    'knows no folders',
    'terminal/create',
    ({ cwd: _, ...params }) => params,
  ),
  'client.terminal.limit': {
    ...hearingWith('knows no limit', 'terminal/create', ({ outputByteLimit: _, ...params }) => params),
    also: ['client.terminal.truncated'],
  },
  'client.terminal.boundary': answeringWith('cuts characters', 'terminal/output', result => ({
    ...result,
    output: `\uFFFD${String(result.output).slice(1)}`,
  })),
  'client.terminal.truncated': answeringWith('does not say that it cut', 'terminal/output', result => ({
    ...result,
    truncated: false,
  })),
  'client.terminal.output-stays': showing('wipes the screen', session => ({ ...session, terminals: [] })),
  'client.elicitation.unlent': giving('declines for a user it did not ask', ELICIT, {
    action: 'decline',
  }),
  'client.elicitation.action': answeringWith('says maybe', ELICIT, () => ({ action: 'maybe' })),
  'client.elicitation.content': answeringWith('sends numbers as words', ELICIT, result => ({
    ...result,
    content: { ...toJson(result.content), count: '3' },
  })),
  'client.elicitation.refusal': {
    ...answeringWith('accepts for a user who did not', ELICIT, () => ({ action: 'accept', content: {} })),
    also: ['client.elicitation.content'],
  },
  'client.elicitation.unknown-mode': {
    ...accepting('takes it for a form', '_hologram', {}),
    also: ['client.elicitation.content'],
  },
  'client.elicitation.unknown-field': accepting('takes it for a text', 'form', { shade: 'text' }),
  'client.elicitation.complete': dyingOf(
    'dies of a completion',
    ({ method, params }) =>
      method === 'elicitation/complete' && toJson(params).elicitationId === 'never-asked',
  ),
  'client.elicitation.consent': hearing('looks before it asks', ELICIT, message => {
    fetch(String(toJson(message.params).url)).catch(() => {})
    return [message]
  }),
}
