/**
 * The address of clients that know POST and no more, off unless the config asks for it. Whoever comes there passes the same
 * guard, by the same tokens, to the same sessions; where the config says so, its spelling is made ours on the way.
 */

import type { DialectName } from '@parley/acp/dialect'
import { type Asking, type HttpEndpoint, httpEndpoint, type Serving } from '@parley/acp/transport'
import type { PlainPostSetting } from '../config/config.js'
import type { Pass } from './pass.js'
import { SpokenPort } from './spoken-port.js'

type Options = Parameters<typeof httpEndpoint>[1]

// No name of a connection is ever this.
const ONE_OF_ITS_CALLER = 'plain'

/** The endpoint of everybody, and beside it that of plain clients at `/plain` and `/plain/NAME`. */
export function withPlainPost(
  endpoint: HttpEndpoint,
  serving: Serving<Pass>,
  { setting, ...options }: Options & { readonly setting: PlainPostSetting },
): HttpEndpoint {
  const plain = httpEndpoint(plainly(serving, setting.dialect), { ...options, plainPost: true })
  const placeOf = (target: string): HttpEndpoint => (isPlain(target) ? plain : endpoint)
  return {
    get unheard() {
      return plain.unheard
    },
    fetch: (request, facts) => placeOf(new URL(request.url).pathname).fetch(request, facts),
    answer: exchange => placeOf(exchange.target).answer(exchange),
    close: async () => void (await Promise.all([endpoint.close(), plain.close()])),
  }
}

const isPlain = (target: string): boolean => /^\/plain(?:[/?]|$)/.test(target)

function plainly(serving: Serving<Pass>, dialect: DialectName | undefined): Serving<Pass> {
  return {
    ...serving,
    authorize: asking => serving.authorize?.(toUsual(asking)) ?? { status: 404, reason: 'not_found' },
    serve(port, pass) {
      if (dialect === undefined) return serving.serve(port, pass)
      const spoken = new SpokenPort(port, dialect)
      serving.serve(spoken, pass)
      spoken.begin()
    },
  }
}

/** As the guard knows requests: for this agent, and of a connection that was counted when it was opened. */
function toUsual(asking: Asking): Asking {
  const { method, target, address, port, isEncrypted, wantsSocket } = asking
  return {
    ...{ method, address, port, isEncrypted, wantsSocket },
    target: target.replace(/^\/plain/, '/acp'),
    header: name => (name === 'acp-connection-id' ? ONE_OF_ITS_CALLER : asking.header(name)),
  }
}
