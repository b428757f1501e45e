/** The way to knowing beforehand what a host would decide. Its parts are loaded when somebody wants to know. */

import type { Foresight, ForesightOptions } from './permissions/foresight.js'

/** What a host would go by in these directories; `decide` says then what becomes of an action. Changes nothing. */
export async function foresee(options: ForesightOptions): Promise<Foresight> {
  return (await import('./permissions/foresight.js')).foreseen(options)
}
