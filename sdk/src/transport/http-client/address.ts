/** Which addresses may be spoken to: https, and plain http on this machine only. */

/** Whether a URL's host is this machine. Decided by the address, never by how its text begins; of names only `localhost`. */
export function isLoopback({ hostname }: URL): boolean {
  if (hostname === 'localhost' || hostname === '[::1]') return true
  // The URL has brought every spelling of a version 4 address into this one; anything else is a name.
  const address = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(hostname)
  return address?.[1] === '127'
}

/** The address of an endpoint, or a `TypeError` that says what is wrong with it. */
export function toEndpointUrl(address: string | URL, allowsPlain: boolean): URL {
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError(`an HTTP endpoint has an http or https address, not "${url.protocol}"`)
  if (url.username !== '' || url.password !== '')
    throw new TypeError('an address carries no name and no password: give them as headers')
  if (url.protocol === 'http:' && !allowsPlain && !isLoopback(url))
    throw new TypeError(
      `refused to speak to ${url.hostname} over plain http: everybody on the way could read and change it`,
    )
  url.hash = ''
  return url
}
