/** From a definition to an agent that any number of clients can talk to, in whichever version each of them speaks. */

import { within } from '../jsonrpc/waiting.js'
import {
  type Capabilities,
  type Channel,
  type ContractName,
  Doorkeeper,
  handlerTable,
  type Opening,
  Peer,
  type PeerOptions,
  versions,
  type Welcome,
} from '../protocol/index.js'
import type { Agent, AgentConnection, AgentDefinition } from './definition.js'
import { demandSound } from './definition-check.js'
import { describeV1 } from './description-v1.js'
import { receiveGuest } from './guest.js'
import type { Service } from './service.js'
import { Sessions } from './sessions.js'

const GRACE_MILLISECONDS = 1_000

/** Makes an agent of what its author describes. Throws when the description contradicts itself. */
export function agent(definition: AgentDefinition): Agent {
  demandSound(definition)
  const { extensions } = handlerTable({ extensions: definition.extensions })
  return {
    definition,
    serve: (channel, options) =>
      serve({ definition, extensions, sessions: new Sessions() }, channel, options),
  }
}

type AnyPeer = Peer<ContractName, 'agent'>

/** What the client asked with, and in which version. */
interface Asked {
  readonly opening: Opening
  readonly params: Capabilities
}

type WelcomeBy = (service: Service, peer: AnyPeer, asked: Asked) => Welcome | Promise<Welcome>

const welcomes: Readonly<Record<ContractName, WelcomeBy>> = {
  v1: welcomeV1,
  'v1-unstable': welcomeV1,
  v2: loadWelcomeV2,
  'v2-unstable': loadWelcomeV2,
}

// An agent says who it is before its rooms for sessions and turns are there: they are loaded when it has said so.
function welcomeV1(service: Service, peer: AnyPeer, { opening, params }: Asked): Welcome {
  const guest = receiveGuest(service.definition, opening, params.clientCapabilities)
  return {
    result: describeV1(guest),
    async enter(agreed) {
      const { serveV1 } = await import('./service-v1.js')
      await serveV1({ ...service, guest, agreed }, peer)
    },
  }
}

// Of version 2 nothing is there before a client asks for it.
async function loadWelcomeV2(service: Service, peer: AnyPeer, { opening, params }: Asked): Promise<Welcome> {
  const guest = receiveGuest(service.definition, opening, params.capabilities)
  const { welcomeV2 } = await import('./service-v2.js')
  return welcomeV2(service, peer, guest)
}

/** What somebody has come in by, in this process: the rooms behind it are loaded. */
const entered = new Set<ContractName>()

function serve(service: Service, channel: Channel, options: PeerOptions = {}): AgentConnection {
  const { definition } = service
  const doorkeeper = new Doorkeeper({
    versions: definition.versions ?? versions,
    isUnstable: definition.unstable ?? false,
    async welcome(opening, params) {
      const { name } = opening
      const { result, enter } = await welcomes[name](service, peer, { opening, params })
      return {
        result,
        isAtHand: entered.has(name),
        async enter(agreed) {
          await enter(agreed)
          entered.add(name)
        },
      }
    },
  })
  const peer: AnyPeer = new Peer(channel, 'agent', {
    ...options,
    greet: (params, call) => doorkeeper.greet(peer, params, call),
    unfinished: () => untilIdle(service.sessions),
  })
  const cancelTurns = (): void => {
    for (const session of service.sessions.all()) session.work.cancel()
  }
  // Nobody is left to answer: whatever still runs learns of it through its signal, and what is kept is let go.
  const closed = peer.closed.then(async ending => {
    service.sessions.isOver = true
    cancelTurns()
    // An author who does not stop keeps nobody waiting; the journal ends with the process.
    await within(GRACE_MILLISECONDS, service.sessions.end())
    return ending
  })
  const close = async (reason?: string): Promise<void> => {
    cancelTurns()
    await peer.close(reason)
    await closed
  }
  return { closed, close, [Symbol.asyncDispose]: () => close() }
}

/** A prompt that waited for the turn before it begins a turn of its own when that one ends. */
async function untilIdle(sessions: Sessions): Promise<void> {
  const isBusy = (): boolean => sessions.all().some(session => session.work.turn !== undefined)
  while (isBusy()) await Promise.all(sessions.all().map(session => session.work.idle))
}
