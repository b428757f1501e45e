/** What differs between the versions on the client's side, as one interface with an implementation for each. */

import type { Capabilities, HandlerTable, Version } from '../protocol/index.js'
import { dialogueV1 } from './dialogue-v1.js'
import type { Host } from './host.js'
import type { AnyPeer } from './request.js'
import type { SessionMap } from './sessions.js'

export interface Dialogue {
  /** The params of `initialize`, in the shape of this version. */
  params(host: Host): Capabilities
  /** The sessions to come, and the handlers that serve them. */
  begin(peer: AnyPeer, host: Host): Beginning | Promise<Beginning>
}

export interface Beginning {
  readonly sessions: SessionMap
  readonly handlers: HandlerTable
}

const dialogues: Readonly<Record<Version, () => Dialogue | Promise<Dialogue>>> = {
  1: () => dialogueV1,
  2: async () => (await import('./dialogue-v2.js')).dialogueV2,
}

/** The later version is only loaded by a client that offers it. */
export async function loadDialogue(version: Version): Promise<Dialogue> {
  return await dialogues[version]()
}
