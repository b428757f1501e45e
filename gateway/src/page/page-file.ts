/** One file of the page as it is sent: its type, how long it may be kept, and its smaller forms, each made when it is first wanted. */

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'identity' | 'gzip' | 'br'

/** What is sent of a file. */
export interface Form {
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly body: Buffer
}

interface Kind {
  readonly type: string
  readonly isText: boolean
}

const text = (type: string): Kind => ({ type, isText: true })
const bytes = (type: string): Kind => ({ type, isText: false })

const KINDS: Readonly<Record<string, Kind>> = {
  html: text('text/html; charset=utf-8'),
  js: text('text/javascript; charset=utf-8'),
  css: text('text/css; charset=utf-8'),
  json: text('application/json'),
  svg: text('image/svg+xml'),
  png: bytes('image/png'),
  woff2: bytes('font/woff2'),
}

/** Below this a smaller form is hardly smaller. */
const LEAST_BYTES = 1_024
/** The best one takes seconds of somebody's first visit. */
const BROTLI_QUALITY = 6
const HASHED = /^\/assets\/[A-Za-z0-9_.-]+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/

/** Whether this is a file of a page at all. */
export function isPageFile(name: string): boolean {
  return kindOf(name) !== undefined
}

export class PageFile {
  readonly #bytes: Buffer
  readonly #kind: Kind
  readonly #sum: string
  readonly #keeping: string
  readonly #forms = new Map<Encoding, Promise<Form>>()

  /** `path` is where it stands in the page: one that is named by its content never changes. */
  constructor(path: string, content: Buffer) {
    this.#bytes = content
    this.#kind = kindOf(path) ?? bytes('application/octet-stream')
    this.#sum = createHash('sha256').update(content).digest('base64url').slice(0, 22)
    this.#keeping = HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
  }

  /** In the best form of those that a client takes. */
  form(accepted: ReadonlySet<Encoding>): Promise<Form> {
    const isWorthIt = this.#kind.isText && this.#bytes.length >= LEAST_BYTES
    const encoding = isWorthIt ? (ORDER.find(each => accepted.has(each)) ?? 'identity') : 'identity'
    const form = this.#forms.get(encoding) ?? this.#make(encoding)
    this.#forms.set(encoding, form)
    return form
  }

  async #make(encoding: Encoding): Promise<Form> {
    const etag = `"${this.#sum}${encoding === 'identity' ? '' : `-${encoding}`}"`
    const headers: Record<string, string> = {
      'content-type': this.#kind.type,
      'cache-control': this.#keeping,
      etag,
    }
    if (this.#kind.isText) headers.vary = 'accept-encoding'
    if (encoding !== 'identity') headers['content-encoding'] = encoding
    return { headers, etag, body: await PACKERS[encoding](this.#bytes) }
  }
}

const ORDER: readonly Encoding[] = ['br', 'gzip']

const PACKERS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  identity: async content => content,
  gzip: content => promisify(gzip)(content),
  br: content =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
}

function kindOf(name: string): Kind | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1)
  return Object.hasOwn(KINDS, ending) ? KINDS[ending] : undefined
}
