/** The way to the network. It is loaded when something is first fetched: most programs of this room never do. */

import type { Fetch, NetworkRules } from './guarded-fetch.js'

/** A fetch that reaches only what the rules allow, by the address that a name has at that moment; it follows no redirect. */
export function guardedFetch(rules?: NetworkRules): Fetch {
  let loading: Promise<Fetch> | undefined
  return async (address, init) => {
    loading ??= import('./guarded-fetch.js').then(loaded => loaded.guardedFetch(rules))
    return (await loading)(address, init)
  }
}
