/** What the shell keeps for itself: which window is open, what was last said aloud, and where somebody was before. */

import { createStore } from 'zustand/vanilla'
import { browserTexts, keep, readKept } from '../state/keeping.js'
import type { TalkKey } from '../state/talk.js'

export interface ShellState {
  readonly window?: 'palette' | 'keys' | 'switcher' | undefined
  /** On a phone: conversations lie over everything. */
  readonly isSheetOpen: boolean
  /** For those who listen to the page: what is new, and what went wrong. */
  readonly said: string
  readonly cried: string
  /** Where somebody was, the latest first. */
  readonly recent: readonly TalkKey[]
  /** Somebody asked to be called when the page is out of sight. */
  readonly notifies: boolean
}

const NOTIFIES = 'parley.notifies'
const MOST_RECENT = 20

export const quietShell: ShellState = { isSheetOpen: false, said: '', cried: '', recent: [], notifies: false }

export const shell = createStore<ShellState>(() => ({
  ...quietShell,
  notifies: readKept(browserTexts(), NOTIFIES) === true,
}))

/** The one that is visited now stands first, and each only once. */
export function visited(recent: readonly TalkKey[], key: TalkKey): readonly TalkKey[] {
  return [key, ...recent.filter(other => other !== key)].slice(0, MOST_RECENT)
}

/** Calls are only made where the browser's user has allowed them. */
export async function setNotifies(isWanted: boolean): Promise<void> {
  const isAllowed = isWanted && (await globalThis.Notification?.requestPermission()) === 'granted'
  shell.setState({ notifies: isAllowed })
  keep(browserTexts(), NOTIFIES, isAllowed)
}
