/** All conversations, by project, those that need somebody first. */

export function SessionsPane() {
  return null
}
