/** What conversations need of the program they are held in. */

import type { Shell } from '../../shell.js'
import type { TalkKey } from '../model/talk.js'
import type { ChatSettings } from '../settings.js'
import type { Terminal } from '../worker/terminal.js'
import type { Tell } from './hands.js'

/** Finds out what a turn changes on the disk. */
export interface TurnChanges {
  begin(): Promise<void>
  /** The files that are not as they were; absolute. */
  end(): Promise<readonly string[]>
  close(): Promise<void>
}

export interface TalkMeans {
  readonly settings: ChatSettings
  readonly shell: Shell
  readonly tell: Tell
  /** Lent to a program by which somebody signs in; without it such ways are not offered. */
  readonly terminal?: Pick<Terminal, 'lend'> | undefined
  readonly turnChanges?: ((talk: TalkKey, cwd: string) => TurnChanges) | undefined
  /** A promise while whoever is told has no room for more: agents wait for it. */
  readonly room?: (() => Promise<void> | undefined) | undefined
}
