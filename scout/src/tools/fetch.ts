/** Fetches a page as text. Private networks are out of reach, and this machine is only for who names it and is asked. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { guardedFetch } from '@parley/acp/node'
import { WorkspaceError } from '../workspace/workspace.js'
import { cutMiddle } from './cut.js'
import { textIn } from './given.js'
import { toText } from './html-text.js'
import type { Tool, ToolResult, Undertaking } from './tool.js'

const MOST_BYTES = 2 * 1_024 * 1_024
const MOST_CHARACTERS = 50_000
const MOST_MILLISECONDS = 30_000
const MOST_REDIRECTS = 5

const HEADERS = {
  accept: 'text/*, application/json, application/xml;q=0.9',
  'accept-encoding': 'identity',
  'user-agent': 'scout',
}

export const fetchPage: Tool = {
  name: 'fetch',
  description:
    'Fetches a page over https and gives its text, without markup. Pages inside private networks are refused.',
  parameters: {
    type: 'object',
    properties: { url: { type: 'string', description: 'The whole address.' } },
    required: ['url'],
    additionalProperties: false,
  },
  effect: 'fetch',
  async undertake(input, { turn }): Promise<Undertaking> {
    const url = toAddress(textIn(input, 'url'))
    const isHere = isThisMachine(url)
    return {
      start: { title: `Fetch ${url.href}`, kind: 'fetch', rawInput: { url: url.href } },
      asks: isHere ? 'The address is one of this machine, where programs may trust whoever asks.' : undefined,
      reach: { key: `fetch ${url.origin}`, words: `fetching from ${url.host}` },
      carryOut: () => get(url, guardedFetch({ loopback: isHere }), turn.signal),
    }
  },
}

/** Over https wherever it is not this machine. */
function toAddress(text: string): URL {
  if (!URL.canParse(text))
    throw new WorkspaceError(`This is no address: ${text.slice(0, 200)}. An example: https://example.org/`)
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new WorkspaceError(`Only http and https addresses are fetched, not ${url.protocol}`)
  if (url.username !== '' || url.password !== '')
    throw new WorkspaceError('The address holds a name or a password. Give it without them.')
  if (url.protocol === 'http:' && !isThisMachine(url)) url.protocol = 'https:'
  return url
}

function isThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}

async function get(
  start: URL,
  reach: ReturnType<typeof guardedFetch>,
  ended: AbortSignal,
): Promise<ToolResult> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(MOST_MILLISECONDS)])
  let url = start
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const response = await reach(url, { headers: HEADERS, signal }).catch(error => {
      ended.throwIfAborted()
      throw new WorkspaceError(
        `Cannot fetch ${url.href}: ${signal.aborted ? 'it took too long' : toWords(error)}.`,
      )
    })
    const target = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (target === null) return toResult(url, response, signal)
    await response.body?.cancel()
    const next = toAddress(new URL(target, url).href)
    // What was allowed was this host.
    if (next.host !== url.host)
      return { text: `${url.href} leads to ${next.href}. Fetch that address to go on.` }
    url = next
  }
  throw new WorkspaceError(`${start.href} leads from one address to the next without end.`)
}

const toWords = (error: unknown): string => (error instanceof Error ? error.message : 'no reason was given')

async function toResult(url: URL, response: Response, signal: AbortSignal): Promise<ToolResult> {
  const type = response.headers.get('content-type') ?? 'text/plain'
  const encoding = response.headers.get('content-encoding') ?? 'identity'
  if (!/^text\/|[/+](?:json|xml)\b|javascript/i.test(type) || encoding !== 'identity') {
    await response.body?.cancel()
    throw new WorkspaceError(`${url.href} is no text, but ${type.slice(0, 100)} (${encoding}).`)
  }
  const { bytes, isCut } = await collect(response, signal)
  const raw = decode(bytes, type)
  const text = cutMiddle(sanitizeForDisplay(/html/i.test(type) ? toText(raw) : raw), MOST_CHARACTERS)
  const cut = isCut ? `\n\n[Only the first ${MOST_BYTES} bytes were fetched.]` : ''
  if (response.ok) return { text: `${text}${cut}` }
  return { text: `The server answered ${response.status}.\n\n${cutMiddle(text, 2_000)}`, isError: true }
}

function decode(bytes: Uint8Array, type: string): string {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(type) ?? []
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

async function collect(
  response: Response,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of response.body ?? []) {
    signal.throwIfAborted()
    pieces.push(piece)
    length += piece.length
    if (length > MOST_BYTES) break
  }
  return { bytes: Buffer.concat(pieces).subarray(0, MOST_BYTES), isCut: length > MOST_BYTES }
}
