/** An address in parts, so that people see whom it leads to, and whether it may be opened from here. */

export interface Address {
  readonly before: string
  readonly host: string
  readonly after: string
  readonly canOpen: boolean
  /** What is odd about it. */
  readonly warnings: readonly string[]
}

export function toAddress(url: string): Address {
  if (!URL.canParse(url))
    return { before: url, host: '', after: '', canOpen: false, warnings: ['This is not an address.'] }
  const { protocol, host, hostname, username, password, href } = new URL(url)
  const canOpen = protocol === 'https:' || protocol === 'http:'
  const hasName = username !== '' || password !== ''
  const start = host === '' ? href.length : hostStart(href, protocol)
  return {
    before: href.slice(0, start),
    host,
    after: href.slice(start + host.length),
    canOpen,
    warnings: [
      ...(canOpen ? [] : ['It does not begin with https:, so it is not opened from here.']),
      ...(protocol === 'http:' ? ['It is not encrypted.'] : []),
      ...(/(?:^|\.)xn--/.test(hostname)
        ? ['Its name has other letters than it may seem: look closely.']
        : []),
      ...(hasName ? ['It carries a name in front of the host, which may be meant to mislead.'] : []),
    ],
  }
}

/** Behind the scheme, and behind the name that some put in front of the host. */
function hostStart(href: string, protocol: string): number {
  const start = protocol.length + '//'.length
  const authority = /^[^/?#]*/.exec(href.slice(start))?.[0] ?? ''
  return start + authority.lastIndexOf('@') + 1
}
