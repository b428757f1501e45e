/** The desk of a host before anybody has come to it: it is put together for the first one. */

import type { HostContext, PermissionChoice, PermissionRequest } from '../../client/index.js'
import type { Action } from '../../guard/index.js'
import type { Desk } from './desk.js'
import type { DeskSettings } from './desk-settings.js'
import type { Roster } from './roster.js'
import type { Asker, Leave, Warden } from './warden.js'

export class LateDesk implements Warden {
  readonly #settings: DeskSettings
  readonly #roster: Roster
  #desk: Promise<Desk> | undefined

  constructor(settings: DeskSettings, roster: Roster) {
    this.#settings = settings
    this.#roster = roster
  }

  async admit(action: Action, asker: Asker): Promise<Leave> {
    return (await this.#load()).admit(action, asker)
  }

  async answer(request: PermissionRequest, context: HostContext): Promise<PermissionChoice | undefined> {
    return (await this.#load()).answer(request, context)
  }

  cancel(sessionId: string): void {
    this.#desk?.then(desk => desk.cancel(sessionId)).catch(ignored)
  }

  forget(sessionId: string): void {
    this.#desk?.then(desk => desk.forget(sessionId)).catch(ignored)
  }

  /** The connection is over; another one gets a desk of its own. */
  close(): void {
    this.#desk = undefined
  }

  #load(): Promise<Desk> {
    this.#desk ??= import('./make-desk.js').then(({ makeDesk }) => makeDesk(this.#settings, this.#roster))
    return this.#desk
  }
}

/** Whoever waits for the desk hears that it could not be had. */
function ignored(): void {}
