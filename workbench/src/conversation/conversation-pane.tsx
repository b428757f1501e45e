/** The conversation that is looked at: what was said and done, in order. */

export function ConversationPane() {
  return null
}
