/** The cookie by which a browser is known: out of reach of scripts, of other sites, and of plain connections where TLS is. */

/** The header that a page of ours sends with it: no other site can without being asked first, and we say no. */
export const CSRF_HEADER = 'x-parley-csrf'

export interface CookieSite {
  readonly isEncrypted: boolean
  /** Cookies of one machine are shared by all its ports; the name keeps two gateways apart. */
  readonly port: number
}

export function cookieName({ isEncrypted, port }: CookieSite): string {
  return isEncrypted ? '__Host-parley' : `parley-${port}`
}

export function toSetCookie(value: string, seconds: number, site: CookieSite): string {
  const secure = site.isEncrypted ? '; Secure' : ''
  return `${cookieName(site)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

/** Its value in a request. One that comes twice was put there by somebody else as well: then there is none. */
export function readCookie(header: string | undefined, site: CookieSite): string | undefined {
  const beginning = `${cookieName(site)}=`
  const found = (header ?? '').split(/[;,] */).filter(each => each.startsWith(beginning))
  return found.length === 1 ? found[0]?.slice(beginning.length) : undefined
}
