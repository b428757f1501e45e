/** As much of a message as a carrier over HTTP must know: whose session it belongs to. Hostile text is no message. */

export interface MessageFacts {
  /** Whether it is a message at all. */
  readonly isMessage: boolean
  readonly id: unknown
  readonly method: string | undefined
  /** The session that its params name. */
  readonly session: string | undefined
  /** The session that its result names. */
  readonly opened: string | undefined
}

const NOTHING: MessageFacts = {
  isMessage: false,
  id: undefined,
  method: undefined,
  session: undefined,
  opened: undefined,
}

type Json = Readonly<Record<string, unknown>>

export function messageFacts(bytes: Uint8Array): MessageFacts {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return NOTHING
  }
  if (!isJson(value)) return NOTHING
  const { id, method, params, result } = value
  return {
    isMessage: value.jsonrpc === '2.0',
    id,
    method: typeof method === 'string' ? method : undefined,
    session: headerText(isJson(params) ? params.sessionId : undefined),
    opened: headerText(isJson(result) ? result.sessionId : undefined),
  }
}

/** Remembers whose session the requests of the server were for, so that their answers say so. */
export class SessionNotes {
  readonly #sessions = new Map<unknown, string>()

  /** The session that what we say belongs to. */
  sessionOf({ id, method, session }: MessageFacts): string | undefined {
    return method === undefined ? this.#sessions.get(id) : session
  }

  /** The session that something we hear has opened. */
  heard({ id, method, session, opened }: MessageFacts): string | undefined {
    if (method !== undefined && id !== undefined && session !== undefined) this.#sessions.set(id, session)
    return method === undefined ? opened : undefined
  }
}

/** What can stand in a header. */
function headerText(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value)
    ? value
    : undefined
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
