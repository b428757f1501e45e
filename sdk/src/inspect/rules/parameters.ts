/** Parameters that need a capability: content of prompts, servers, directories, updates, the modes of a question. */

import { type Agreed, type Check, isAdvertised, Notes, type Side } from '../../protocol/index.js'
import type { Report, Sighting, Watcher } from '../rule.js'

export function watchParameters(): Watcher {
  let needs: Needs | undefined
  return {
    see(sighting, report) {
      const { row, value, contract, agreed } = sighting
      if (agreed === undefined || value === undefined) return
      if (row.kind !== 'request' && row.kind !== 'notification') return
      const check = contract.conduct.params[row.method ?? '']
      if (check === undefined) return
      if (needs?.agreed !== agreed) needs = new Needs(agreed)
      needs.judge(check, sighting, report)
    },
  }
}

/** Walks where the protocol's own rules of conduct walk, and looks at nothing but capabilities. */
class Needs extends Notes {
  readonly agreed: Agreed
  #sighting: Sighting | undefined
  #report: Report | undefined

  constructor(agreed: Agreed) {
    super(agreed)
    this.agreed = agreed
  }

  judge(check: Check, sighting: Sighting, report: Report): void {
    this.#sighting = sighting
    this.#report = report
    this.faultsOf(check, sighting.value)
  }

  override absolute(): void {}
  override absoluteAll(): void {}
  override line(): void {}
  override identifier(): void {}
  override unknown(): void {}

  override needs(path: string, side: Side, capability: string): void {
    const by = this.#sighting?.by
    // Every agent of version 1 can start a server; one that says so aloud needs no leave. Transports that two have
    // agreed on among themselves may be advertised elsewhere.
    if (by === undefined || capability === 'mcpCapabilities.stdio') return
    if (capability.startsWith('session.mcp._')) return
    this.#report?.looked('capability.parameter', by)
    if (isAdvertised(this.agreed[side], capability)) return
    const text = `${path}: needs the capability ${side} ${capability}, which was not advertised`
    this.#report?.broken('capability.parameter', { by, text })
  }
}
