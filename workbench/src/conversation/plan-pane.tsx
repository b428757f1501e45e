/** What the agent means to do, and how far it is. */

export function PlanPane() {
  return null
}
