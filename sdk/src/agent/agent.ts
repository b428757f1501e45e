/** From a definition to an agent that any number of clients can talk to, in whichever version each of them speaks. */

import {
  type Channel,
  type Contract,
  type ContractName,
  Doorkeeper,
  Peer,
  type PeerOptions,
  versions,
  type Welcome,
} from '../protocol/index.js'
import type { Agent, AgentConnection, AgentDefinition } from './definition.js'
import { welcomeV1 } from './service-v1.js'
import { type Service, Sessions } from './session.js'

/** Makes an agent of what its author describes. */
export function agent(definition: AgentDefinition): Agent {
  return { definition, serve: (channel, options) => serve(definition, channel, options) }
}

type AnyPeer = Peer<ContractName, 'agent'>

// Version 2 is only loaded for a client that asks for it.
const welcomes: Readonly<
  Record<ContractName, (service: Service, peer: AnyPeer) => Welcome | Promise<Welcome>>
> = {
  v1: (service, peer) => welcomeV1(service, peer as Peer<'v1', 'agent'>),
  'v1-unstable': (service, peer) => welcomeV1(service, peer as Peer<'v1', 'agent'>),
  v2: loadWelcomeV2,
  'v2-unstable': loadWelcomeV2,
}

async function loadWelcomeV2(service: Service, peer: AnyPeer): Promise<Welcome> {
  const { welcomeV2 } = await import('./service-v2.js')
  return welcomeV2(service, peer as Peer<'v2', 'agent'>)
}

function serve(definition: AgentDefinition, channel: Channel, options: PeerOptions = {}): AgentConnection {
  const service: Service = { definition, sessions: new Sessions() }
  const doorkeeper = new Doorkeeper({
    versions: definition.versions ?? versions,
    isUnstable: definition.unstable ?? false,
    welcome: (contract: Contract) => welcomes[contract.name](service, peer),
  })
  const peer: AnyPeer = new Peer(channel, 'agent', {
    ...options,
    greet: (params, call) => doorkeeper.greet(peer, params, call),
    unfinished: () => untilIdle(service.sessions),
  })
  const cancelTurns = (): void => {
    for (const session of service.sessions.all()) session.turn?.cancel()
  }
  // Nobody is left to answer: whatever still runs learns of it through its signal.
  void peer.closed.then(cancelTurns)
  const close = (reason?: string): Promise<void> => {
    cancelTurns()
    return peer.close(reason)
  }
  return { closed: peer.closed, close, [Symbol.asyncDispose]: () => close() }
}

/** A prompt that waited for the turn before it begins a turn of its own when that one ends. */
async function untilIdle(sessions: Sessions): Promise<void> {
  const isBusy = (): boolean => sessions.all().some(session => session.turn !== undefined)
  while (isBusy()) await Promise.all(sessions.all().map(session => session.idle))
}
