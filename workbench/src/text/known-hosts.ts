/** Hosts that somebody has agreed to visit, for as long as the page is open. */

const known = new Set<string>()

export const isKnownHost = (host: string): boolean => known.has(host)

export function addKnownHost(host: string): void {
  known.add(host)
}
