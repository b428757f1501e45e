/** What a host that can be asked more than permission advertises, and what then answers; the same in both versions. */

import type { Elicitations } from './elicitation.js'
import type { Host } from './host.js'
import type { SessionMap } from './sessions.js'

/** The two ways to be asked, of which the host may have either; nothing when it has none. */
export function elicitationOf({
  elicit,
}: Host): { readonly form?: object; readonly url?: object } | undefined {
  if (elicit?.form === undefined && elicit?.url === undefined) return undefined
  return {
    ...(elicit.form === undefined ? {} : { form: {} }),
    ...(elicit.url === undefined ? {} : { url: {} }),
  }
}

/** What answers an agent's questions beyond permission; only loaded by a client that can be asked. */
export async function loadElicitations(host: Host, sessions: SessionMap): Promise<Elicitations | undefined> {
  if (host.elicit === undefined) return undefined
  const { Elicitations } = await import('./elicitation.js')
  return new Elicitations(host.elicit, sessions)
}
