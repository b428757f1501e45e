/** The mark in the environment of everything we start. It stays when a process leaves its group, its session and its parent. */

/** The name of the variable; nobody else may set it. */
export const markName = 'ACP_TERM_OWNER'

const MOST_INHERITED = 1_024

let owner: string | undefined
let count = 0

/** How the mark of everything that this process started begins. */
export function ownMark(): string {
  owner ??= unlikeAnyOther()
  return `${owner}.`
}

/** It need not be a secret, only unique; loading what makes secrets would keep the first agent waiting. */
function unlikeAnyOther(): string {
  const parts = [process.pid, Date.now(), Math.random() * 2 ** 52, Math.random() * 2 ** 52]
  return parts.map(part => Math.floor(part).toString(16)).join('-')
}

/** A mark for one child and everything that it starts. Its end is a part of it, so that none is the beginning of another. */
export function newMark(): string {
  count++
  return `${ownMark()}${count};`
}

/** The mark as variables to start a program with. Who marked us finds by its own mark what we start, too. */
export function toVariables(mark: string): Readonly<Record<string, string>> {
  const inherited = process.env[markName] ?? ''
  return { [markName]: (inherited.length > MOST_INHERITED ? '' : inherited) + mark }
}
