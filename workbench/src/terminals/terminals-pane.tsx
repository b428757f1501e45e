/** The terminals of the conversation, live. */

export function TerminalsPane() {
  return null
}
