/** What one connection serves, whichever version it speaks: the definition, and the sessions with this client. */

import {
  type Capabilities,
  type Contract,
  type ContractName,
  type HandlerTable,
  isAdvertised,
  type Peer,
  unsupportedParameter,
  withTrace,
} from '../protocol/index.js'
import { Reception } from './auth.js'
import type { AgentDefinition } from './definition.js'
import type { Line } from './line.js'
import { Lobby } from './lobby.js'
import { PromptDesk } from './prompt-desk.js'
import type { Sessions } from './sessions.js'
import { Shelf } from './shelf.js'
import type { Spelling } from './spelling.js'

/** What is there before the versions are agreed on. */
export interface Service {
  readonly definition: AgentDefinition
  readonly sessions: Sessions
  /** The methods of the author's own; the same for all connections. */
  readonly extensions: HandlerTable['extensions']
}

type AnyPeer = Peer<ContractName, 'agent'>

export interface Agreed {
  readonly contract: Contract
  readonly spelling: Spelling
  /** What the client advertised. */
  readonly client: Capabilities
}

/** What is there once they are. Rooms that nobody has entered are not there yet: most connections are idle. */
export class House {
  readonly definition: AgentDefinition
  readonly sessions: Sessions
  readonly peer: AnyPeer
  readonly spelling: Spelling
  readonly reception: Reception
  readonly isUnstable: boolean
  #lobby: Lobby | undefined
  #shelf: Shelf | undefined
  #desk: PromptDesk | undefined

  constructor({ definition, sessions }: Service, peer: AnyPeer, { contract, spelling, client }: Agreed) {
    this.definition = definition
    this.sessions = sessions
    this.peer = peer
    this.spelling = spelling
    this.reception = new Reception(definition.auth, client, peer.log)
    this.isUnstable = contract.name.endsWith('unstable')
  }

  get lobby(): Lobby {
    this.#lobby ??= new Lobby({
      definition: this.definition,
      sessions: this.sessions,
      line: lineTo(this.peer, this),
      log: this.peer.log,
      demandAccess: () => this.demandAccess(),
    })
    return this.#lobby
  }

  get shelf(): Shelf {
    this.#shelf ??= new Shelf(this.lobby, this.sessions, this.definition.sessions)
    return this.#shelf
  }

  get desk(): PromptDesk {
    this.#desk ??= new PromptDesk()
    return this.#desk
  }

  /** Throws unless whoever asks has signed in, where that is needed. */
  demandAccess(): Promise<void> {
    return this.reception.demand(this.spelling.authMethod)
  }
}

function lineTo(peer: AnyPeer, { spelling, definition }: House): Line {
  const v1Peer = peer as Peer<'v1', 'agent'>
  return {
    spelling,
    journal: definition.sessions,
    // The update is in the spelling of the contract at hand, so the compiler is told of one.
    send(told, trace, written) {
      const params = told as Parameters<typeof v1Peer.notify<'session/update'>>[1]
      return v1Peer.notify('session/update', trace === undefined ? params : withTrace(params, trace), written)
    },
    sendChecked: (told, written) => peer.notifyChecked('session/update', told, written),
    demandSendable: told => peer.demandNotifiable('session/update', told),
  }
}

/** Turns away a client that lacks what the agent cannot do without. */
export function demandRequired({ requires = [] }: AgentDefinition, client: unknown): void {
  const missing = requires.find(capability => !isAdvertised(client, capability))
  if (missing !== undefined)
    throw unsupportedParameter(missing, `This agent needs a client that offers ${missing}`)
}
