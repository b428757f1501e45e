/** The seven kinds of processes that a client may leave behind, each as text for a shell that writes its number to a file. */
import { join } from 'node:path'

/** By name, in the order in which they are started. The last two are a screen's and an agent's. */
export const SEVEN = ['plain', 'setsid', 'forked', 'stubborn', 'bare', 'screen', 'grandchild'] as const

export type Kind = (typeof SEVEN)[number]

/** What the client is to do. */
export interface ClientOrder {
  readonly folder: string
  /** Its reaper is killed first: what is left then shows that the reaper was needed. */
  readonly isGuarded: boolean
}

/** The text for the shell. Nothing of it ends by itself. */
export function scriptOf(kind: Kind, folder: string): string {
  const stay = `sh -c 'echo $$ > ${join(folder, kind)}; exec sleep 300'`
  switch (kind) {
    case 'setsid':
      return `setsid ${stay} & exec sleep 300`
    case 'forked':
      return `(setsid ${stay} &) ; exit 0`
    case 'stubborn':
      return `trap '' TERM HUP INT; echo $$ > ${join(folder, kind)}; while :; do sleep 1; done`
    case 'bare':
      return `(env -i /bin/${stay} &) ; exec sleep 300`
    case 'grandchild':
      return `setsid ${stay} & cat`
    default:
      return `exec ${stay}`
  }
}
