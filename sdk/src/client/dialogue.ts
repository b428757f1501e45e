/** What differs between the versions on the client's side, as one interface with an implementation for each. */

import type { Capabilities, ContractName, HandlerTable, Peer, Version } from '../protocol/index.js'
import { dialogueV1, type UpdateV1 } from './dialogue-v1.js'
import type { UpdateV2 } from './dialogue-v2.js'
import type { Host } from './host.js'
import type { SessionMap } from './sessions.js'

export interface Dialogue {
  /** The params of `initialize`, in the shape of this version. */
  params(host: Host): Capabilities
  /** The sessions to come, and the handlers that serve them. */
  begin(peer: Peer<ContractName, 'client'>, host: Host): Beginning
}

export interface Beginning {
  readonly sessions: SessionMap<unknown>
  readonly handlers: HandlerTable
}

/** What a session's updates look like, by the version offered; an agent may answer with an earlier one. */
export type UpdateOf<V extends Version> = V extends 2 ? UpdateV1 | UpdateV2 : UpdateV1

const dialogues: Readonly<Record<Version, () => Dialogue | Promise<Dialogue>>> = {
  1: () => dialogueV1,
  2: async () => (await import('./dialogue-v2.js')).dialogueV2,
}

/** The later version is only loaded by a client that offers it. */
export async function loadDialogue(version: Version): Promise<Dialogue> {
  return await dialogues[version]()
}
