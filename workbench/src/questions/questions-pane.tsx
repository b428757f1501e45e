/** What somebody is asked, above everything that an agent can draw. */

export function QuestionsPane() {
  return null
}
