/** Which addresses may be followed, and what is to be said of them. */

export interface Address {
  /** As a browser would go there: hosts of other scripts are in their plain letters. */
  readonly href: string
  /** Whose it is; of a mail address, the part behind the at sign. */
  readonly host: string
  /** It would not be seen from the words alone: it is written in other letters, or the words name another host. */
  readonly isHostTold: boolean
}

const PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])
const NAMED_HOST = /^(?:https?:\/\/)?(?:[^\s/@]*@)?((?:[\p{L}\p{N}-]{1,63}\.){1,10}\p{L}{2,63})(?:[:/?#]|$)/iu
const MOST_LENGTH = 4_096

/** The address behind these words; undefined where it is none that may be followed. */
export function toAddress(href: string, words: string): Address | undefined {
  if (href.length > MOST_LENGTH || !URL.canParse(href)) return undefined
  const url = new URL(href)
  if (!PROTOCOLS.has(url.protocol)) return undefined
  const host = url.protocol === 'mailto:' ? (url.pathname.split('@').at(-1) ?? '') : url.host
  const named = NAMED_HOST.exec(words.trim())?.[1]?.toLowerCase()
  const isOther = named !== undefined && !isSameHost(named, url.hostname || host)
  const isTold = host.includes('xn--') || url.username !== '' || isOther
  return { href: url.href, host, isHostTold: isTold }
}

const isSameHost = (one: string, other: string): boolean => bare(one) === bare(other)
const bare = (host: string): string => host.toLowerCase().replace(/^www\./, '')
