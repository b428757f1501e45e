/** All files that the conversation changed, hunk by hunk, with comments. */

export function ChangesPane() {
  return null
}
