/** The mark in the environment of everything we start. It stays when a process leaves its group, its session and its parent. */

const NAME = 'ACP_TERM_OWNER'

/** The name of the variable; nobody else may set it. */
export const markName = NAME

let owner: string | undefined
let count = 0

/** How the mark of everything that this process started begins, as it stands in an environment. */
export function ownMark(): string {
  owner ??= unlikeAnyOther()
  return `${NAME}=${owner}.`
}

/** It need not be a secret, only unique; loading what makes secrets would keep the first agent waiting. */
function unlikeAnyOther(): string {
  const parts = [process.pid, Date.now(), Math.random() * 2 ** 52, Math.random() * 2 ** 52]
  return parts.map(part => Math.floor(part).toString(16)).join('-')
}

/** A mark for one child and everything that it starts, as it stands in an environment. */
export function newMark(): string {
  count++
  return ownMark() + count
}

/** The mark as variables to start a program with. */
export function toVariables(mark: string): Readonly<Record<string, string>> {
  return { [NAME]: mark.slice(NAME.length + 1) }
}
