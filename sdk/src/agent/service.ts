/** What one connection serves, whichever version it speaks: the definition, and the sessions with this client. */

import {
  type Capabilities,
  type Contract,
  type ContractName,
  isAdvertised,
  type Peer,
  unsupportedParameter,
  withTrace,
} from '../protocol/index.js'
import { Reception } from './auth.js'
import type { AgentDefinition } from './definition.js'
import { Lobby } from './lobby.js'
import { PromptDesk } from './prompt-desk.js'
import type { Line } from './session.js'
import { Sessions } from './sessions.js'
import { Shelf } from './shelf.js'
import type { Spelling } from './spelling.js'

/** What is there before the versions are agreed on. */
export interface Service {
  readonly definition: AgentDefinition
  readonly sessions: Sessions
}

export function openService(definition: AgentDefinition): Service {
  return { definition, sessions: new Sessions() }
}

/** What is there once they are. */
export interface House extends Service {
  readonly spelling: Spelling
  readonly lobby: Lobby
  readonly shelf: Shelf
  readonly desk: PromptDesk
  readonly reception: Reception
  readonly isUnstable: boolean
}

export interface Agreed {
  readonly contract: Contract
  readonly spelling: Spelling
  /** What the client advertised. */
  readonly client: Capabilities
}

export function furnish(
  service: Service,
  peer: Peer<ContractName, 'agent'>,
  { contract, spelling, client }: Agreed,
): House {
  const { definition, sessions } = service
  const v1Peer = peer as Peer<'v1', 'agent'>
  const line: Line = {
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
  const reception = new Reception(definition.auth, client, peer.log)
  const demandAccess = (): Promise<void> => reception.demand(spelling.authMethod)
  const lobby = new Lobby({ definition, sessions, line, log: peer.log, demandAccess })
  return {
    definition,
    sessions,
    spelling,
    lobby,
    shelf: new Shelf(lobby, sessions, definition.sessions),
    desk: new PromptDesk(),
    reception,
    isUnstable: contract.name.endsWith('unstable'),
  }
}

/** Turns away a client that lacks what the agent cannot do without. */
export function demandRequired({ requires = [] }: AgentDefinition, client: unknown): void {
  const missing = requires.find(capability => !isAdvertised(client, capability))
  if (missing !== undefined)
    throw unsupportedParameter(missing, `This agent needs a client that offers ${missing}`)
}
