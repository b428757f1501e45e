/** Where somebody is, as it stands behind the # of the page's address: which conversation, and which pane beside it. */

import type { TalkKey } from './talk.js'
import { PANES, type Pane } from './view.js'

export interface Address {
  /** By the agent's name and the session's: so it is the same one in every tab, and the next time. */
  readonly talk?: TalkKey | undefined
  readonly pane?: Pane | undefined
  /** Where new sessions are to work: links of a folder name it. */
  readonly folder?: string | undefined
}

/** Words that let somebody in once, and those that only go along with them. */
const SPENT = ['ticket', 'folder'] as const

export function readAddress(fragment: string): Address {
  const words = new URLSearchParams(fragment)
  const pane = words.get('pane')
  return {
    talk: words.get('talk') || undefined,
    pane: PANES.find(each => each === pane),
    folder: words.get('folder') || undefined,
  }
}

export function toFragment({ talk, pane }: Address): string {
  const words = [talk && `talk=${encodeURIComponent(talk).replaceAll('%2F', '/')}`, pane && `pane=${pane}`]
  return words.filter(Boolean).join('&')
}

export const hasTicket = (fragment: string): boolean => new URLSearchParams(fragment).has('ticket')

/** What is left to be seen when somebody was let in by it. */
export function withoutTicket(fragment: string): string {
  const words = new URLSearchParams(fragment)
  return SPENT.some(word => words.has(word)) ? toFragment(readAddress(fragment)) : fragment
}
