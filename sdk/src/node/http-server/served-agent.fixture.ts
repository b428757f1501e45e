/** An agent of ours behind an endpoint, on a server that really listens. */

import { type Agent, agent } from '../../agent/index.js'
import { memoryJournal } from '../../store/index.js'

import {
  type Caller,
  type EndpointOptions,
  httpEndpoint,
  type Serving,
  servedChannel,
} from '../../transport/index.js'
import { selfSigned } from './certificate.fixture.js'
import type { HttpServer } from './options.js'
import { serveHttp } from './serve-http.js'

/** `count N` says N numbers, `wait` waits to be cancelled, everything else is said again. */
export function echoAgent(): Agent {
  return agent({
    name: 'echo',
    version: '1.0.0',
    sessions: memoryJournal(),
    async prompt(turn) {
      const [word, times] = turn.text.split(' ')
      if (word === 'wait') {
        turn.say('waiting')
        await new Promise<void>(resolve => turn.signal.addEventListener('abort', () => resolve()))
        return 'cancelled'
      }
      if (word !== 'count') turn.say(`You said: ${turn.text}`)
      else
        for (let number = 1; number <= Number(times); number++) {
          await turn.say(`${number}`)
          if (number % 5 === 0) await new Promise(resolve => setTimeout(resolve, 1))
        }
      return 'end_turn'
    },
  })
}

export function servingOf(ours: Agent): Serving {
  return { serve: port => void ours.serve(servedChannel(port)) }
}

export interface Served {
  readonly server: HttpServer
  readonly url: string
}

let tls: ReturnType<typeof selfSigned> | undefined

export async function start<WhoCalls extends Caller>(
  serving: Serving<WhoCalls>,
  options: EndpointOptions & { readonly isSecure?: boolean } = {},
): Promise<Served> {
  const { isSecure, ...rest } = options
  if (isSecure) tls ??= selfSigned()
  const server = await serveHttp(httpEndpoint(serving, { path: '/acp', ...rest }), {
    tls: isSecure ? tls : undefined,
  })
  return { server, url: `${server.url}/acp` }
}
