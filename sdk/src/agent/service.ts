/** What one connection serves, whichever version it speaks: the definition, and the sessions with this client. */

import {
  type Agreed,
  Agreement,
  type ContractName,
  type HandlerTable,
  loadContract,
  type Peer,
  withTrace,
} from '../protocol/index.js'
import { Reception } from './auth.js'
import type { AgentDefinition } from './definition.js'
import type { Guest } from './guest.js'
import type { Line, Told } from './line.js'
import { Lobby } from './lobby.js'
import { PromptDesk } from './prompt-desk.js'
import { RoomQueue } from './room-queue.js'
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

/** What is there once the client has introduced itself. */
export interface Entered extends Service {
  readonly guest: Guest
  readonly agreed: Agreed
}

/** From now on both sides speak the version that was agreed on, and the handlers answer. */
export async function open({ guest, agreed }: Entered, peer: AnyPeer, handlers: HandlerTable): Promise<void> {
  const contract = await loadContract(guest.version, guest.isUnstable)
  peer.agree(await Agreement.settle(contract, 'agent', agreed), handlers)
}

type AnyPeer = Peer<ContractName, 'agent'>

/** What is there once they are agreed on. Rooms that nobody has entered are not there yet: most connections are idle. */
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

  constructor(entered: Entered, peer: AnyPeer, spelling: Spelling) {
    const { definition, isUnstable } = entered.guest
    this.definition = definition
    this.sessions = entered.sessions
    this.peer = peer
    this.spelling = spelling
    this.reception = new Reception(entered, peer.log)
    this.isUnstable = isUnstable
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
    return this.reception.demand()
  }
}

function lineTo(peer: AnyPeer, { spelling, definition }: House): Line {
  const v1Peer = peer as Peer<'v1', 'agent'>
  const queue = new RoomQueue()
  // What is no room is a message that could not be sent: its author is told so.
  const inTurn = ({ sessionId }: Told, sent: Promise<void> | undefined): Promise<void> | undefined =>
    sent === undefined || sent !== peer.room ? sent : queue.wait(sessionId, sent)
  return {
    spelling,
    journal: definition.sessions,
    // The update is in the spelling of the contract at hand, so the compiler is told of one.
    send(told, trace, written) {
      const params = told as Parameters<typeof v1Peer.notify<'session/update'>>[1]
      const traced = trace === undefined ? params : withTrace(params, trace)
      return inTurn(told, v1Peer.notify('session/update', traced, written))
    },
    sendChecked: (told, written) => inTurn(told, peer.notifyChecked('session/update', told, written)),
    refuse: written => peer.refuseToNotify('session/update', written),
    demandSendable: told => peer.demandNotifiable('session/update', told),
  }
}
