/**
 * The cookies of one server (RFC 6265), for as long as we speak to it: what keeps a client with the same machine behind
 * a balancer. A jar has one host and gives its cookies to no other, whatever domain they claim.
 */

const MOST_COOKIES = 50
const MOST_CHARACTERS = 4_096
// A token, and what a header can carry without being told apart into two.
const NAME = /^[!#$%&'*+\-.^_`|~\w]+$/
const VALUE = /^[\x20-\x3a\x3c-\x7e]*$/

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly expires: number
}

export class CookieJar {
  readonly #url: URL
  readonly #isSafe: boolean
  readonly #cookies = new Map<string, Cookie>()

  /** `isSafe`: nobody else can listen on the way there, so that `Secure` cookies may take it. */
  constructor(url: URL, isSafe: boolean) {
    this.#url = url
    this.#isSafe = isSafe
  }

  /** Takes what one answer set. */
  store(headers: readonly string[], now = Date.now()): void {
    for (const header of headers) this.#storeOne(header, now)
  }

  /** The `Cookie` header for the server's own address; nothing when there is none. */
  header(now = Date.now()): string | undefined {
    const { pathname } = this.#url
    const found: Cookie[] = []
    for (const [key, cookie] of this.#cookies) {
      if (cookie.expires <= now) this.#cookies.delete(key)
      else if (isUnder(pathname, cookie.path)) found.push(cookie)
    }
    if (found.length === 0) return undefined
    found.sort((one, other) => other.path.length - one.path.length)
    return found.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  #storeOne(header: string, now: number): void {
    if (header.length > MOST_CHARACTERS) return
    const [pair = '', ...rest] = header.split(';')
    const equals = pair.indexOf('=')
    const name = pair.slice(0, equals).trim()
    const value = pair.slice(equals + 1).trim()
    if (equals < 1 || !NAME.test(name) || !VALUE.test(value)) return
    const attributes = toAttributes(rest)
    if (!this.#isOurs(name, attributes)) return
    const given = attributes.get('path')
    const path = given?.startsWith('/') ? given : defaultPath(this.#url.pathname)
    const key = `${name};${path}`
    const expires = expiryOf(attributes, now)
    this.#cookies.delete(key)
    if (expires <= now) return
    this.#cookies.set(key, { name, value, path, expires })
    const [oldest] = this.#cookies.keys()
    if (this.#cookies.size > MOST_COOKIES && oldest !== undefined) this.#cookies.delete(oldest)
  }

  #isOurs(name: string, attributes: ReadonlyMap<string, string>): boolean {
    const isSecure = attributes.has('secure')
    if (isSecure && !this.#isSafe) return false
    if (/^__(?:host|secure)-/i.test(name) && !isSecure) return false
    const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase()
    if (/^__host-/i.test(name) && (domain !== undefined || attributes.get('path') !== '/')) return false
    const { hostname } = this.#url
    return !domain || domain === hostname || hostname.endsWith(`.${domain}`)
  }
}

function toAttributes(parts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    parts.map(part => {
      const equals = part.indexOf('=')
      if (equals < 0) return [part.trim().toLowerCase(), '']
      return [part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim()]
    }),
  )
}

function expiryOf(attributes: ReadonlyMap<string, string>, now: number): number {
  const age = attributes.get('max-age')
  if (age !== undefined && /^-?\d+$/.test(age)) return now + Number(age) * 1_000
  const date = Date.parse(attributes.get('expires') ?? '')
  return Number.isNaN(date) ? Number.POSITIVE_INFINITY : date
}

function defaultPath(pathname: string): string {
  const end = pathname.lastIndexOf('/')
  return end <= 0 ? '/' : pathname.slice(0, end)
}

function isUnder(pathname: string, path: string): boolean {
  if (!pathname.startsWith(path)) return false
  return pathname.length === path.length || path.endsWith('/') || pathname[path.length] === '/'
}
