/** /overview: what the project is. */

import type { Errand } from '../errand.js'
import { overview } from '../overview/overview.js'

export async function showOverview(errand: Errand): Promise<void> {
  const { turn } = errand
  await using call = turn.tool({
    title: 'Look the project over',
    kind: 'search',
    locations: [{ path: turn.cwd }],
  })
  void call.progress()
  const text = await overview(errand)
  void call.complete('Languages, manifests, git state and notes were looked at.')
  await turn.say(text)
}
