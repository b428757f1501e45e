/** The client's way to a server over sockets: each link is one of them, and the next goes on where the last one broke. */

import { type Limits, withDefaults } from '../../jsonrpc/index.js'
import { LinkLost, type Opening, type OpenLink, type Resumption } from '../remote/link.js'
import { Routing } from '../remote/routing.js'
import { openingText, resumeText } from './resumption.js'
import type { WebSocketLike } from './web-socket.js'
import { type LinkTerms, WebSocketLink } from './web-socket-link.js'

/** How links over sockets are made. */
export interface WebSocketLinkOptions {
  readonly limits?: Partial<Limits> | undefined
  /** Milliseconds that the server's first answer may take: 30 seconds unless said otherwise. */
  readonly answerMilliseconds?: number | undefined
}

/** Opens a socket; it may still be connecting. What it throws is taken for a network that broke, unless it is a `LinkLost`. */
export type OpenSocket = () => Promise<WebSocketLike> | WebSocketLike

const ANSWER_MILLISECONDS = 30_000

/** Links over sockets. They belong to one connection: whoever has several makes as many of these. */
export function webSocketLinks(openSocket: OpenSocket, options: WebSocketLinkOptions = {}): OpenLink {
  const limits = withDefaults(options.limits)
  const patience = options.answerMilliseconds ?? ANSWER_MILLISECONDS
  // An answer may come over another socket than its request went.
  const routing = new Routing()
  return async (opening, resumption) => {
    const first = firstMessage(opening, resumption)
    const link = new WebSocketLink(await openedBy(openSocket), { limits, routing, ...first })
    await link.begin(first.text, patience)
    return link
  }
}

/** What a link begins with, and how its answer is known. */
function firstMessage(
  opening: Opening,
  resumption: Resumption | undefined,
): Pick<LinkTerms, 'openingId' | 'connectionId'> & { readonly text: string } {
  const connectionId = resumption?.connectionId
  if (connectionId !== undefined)
    return {
      text: resumeText(connectionId, resumption?.positions ?? new Map()),
      openingId: undefined,
      connectionId,
    }
  const openingId = 'id' in opening.message ? opening.message.id : undefined
  return { text: openingText(opening, resumption?.positions), openingId, connectionId }
}

async function openedBy(openSocket: OpenSocket): Promise<WebSocketLike> {
  try {
    return await openSocket()
  } catch (error) {
    if (error instanceof LinkLost) throw error
    throw new LinkLost('dropped', 'the socket could not be opened', { cause: error })
  }
}
