/** HTTP by `fetch`, for browsers and every runtime that has one. */

import {
  type HttpAsking,
  type HttpCarrier,
  type HttpExchange,
  HttpFailure,
  type HttpHead,
  type HttpReply,
  type HttpStream,
} from './carrier.js'

// Below this a body has left by the time that its request has; of a larger one `fetch` never says.
const SENT_AT_ONCE_CHARACTERS = 64 * 1024
// What a redirect looks like in a browser that was told not to follow it.
const OPAQUE_REDIRECT = 302

/** How `fetch` is used. */
export interface FetchCarrierOptions {
  /** The `fetch` to use; the global one where nothing is said. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Whether a browser sends its cookies; `same-origin` where nothing is said. */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined
}

/** A carrier on `fetch`. In a browser the browser keeps the cookies (`credentials`), and may open six streams per host. */
export function fetchCarrier(options: FetchCarrierOptions = {}): HttpCarrier {
  return {
    ask: (asking, mostBytes) =>
      exchange(asking, options, async response => {
        const head = toHead(response)
        return { ...head, text: await readText(response, mostBytes) } satisfies HttpReply
      }),
    listen: asking =>
      exchange(
        asking,
        options,
        response => ({ ...toHead(response), chunks: chunksOf(response) }) satisfies HttpStream,
      ),
  }
}

function exchange<Reply>(
  asking: HttpAsking,
  options: FetchCarrierOptions,
  read: (response: Response) => Promise<Reply> | Reply,
): HttpExchange<Reply> {
  const abort = new AbortController()
  const send = options.fetch ?? globalThis.fetch
  const reply = send(asking.url, {
    method: asking.method,
    headers: { ...asking.headers },
    ...(asking.body === undefined ? {} : { body: asking.body }),
    redirect: 'manual',
    credentials: options.credentials ?? 'same-origin',
    cache: 'no-store',
    signal: abort.signal,
  })
  if ((asking.body?.length ?? 0) <= SENT_AT_ONCE_CHARACTERS) asking.onSent?.()
  return {
    reply: reply.then(read).catch(cause => {
      throw new HttpFailure('the request failed', { cause })
    }),
    cancel: () => abort.abort(),
  }
}

function toHead({ status, type, headers }: Response): HttpHead {
  return {
    status: type === 'opaqueredirect' ? OPAQUE_REDIRECT : status,
    header: name => headers.get(name) ?? undefined,
    cookies: headers.getSetCookie?.() ?? [],
  }
}

async function readText(response: Response, mostBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of chunksOf(response)) {
    bytes += chunk.length
    if (bytes > mostBytes) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
