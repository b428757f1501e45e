/** Shakes hands with one server, in whichever era of MCP it lives, and says what we answer when it asks us something. */

import type { Client, ClientOptions } from '@modelcontextprotocol/client'
import type { Session } from '../agent/index.js'
import { type ClientPackage, loadClientPackage } from './client-package.js'
import { type Laying, type Line, layLine } from './line.js'
import { toRoots } from './roots.js'
import { within } from './within.js'

/** What a server is dialled for. */
export interface Dialling extends Laying {
  readonly session: Session
  readonly onToolsChanged: () => void
  /** Aborts when it has taken too long or is no longer wanted. */
  readonly signal: AbortSignal
}

/** A server that has answered. */
export interface Dialled {
  readonly client: Client
  readonly line: Line
}

type Mode = 'legacy' | 'auto'

/**
 * Greets the server as nearly all of them expect it. Only one that refuses that greeting is asked which later one it
 * understands: many of the others end themselves at a question they do not know.
 */
export async function dial(dialling: Dialling): Promise<Dialled> {
  const outside = await loadClientPackage()
  try {
    return await attempt(outside, dialling, 'legacy')
  } catch (error) {
    if (!isRefusal(outside, error) || dialling.signal.aborted) throw error
    return await attempt(outside, dialling, 'auto')
  }
}

async function attempt(outside: ClientPackage, dialling: Dialling, mode: Mode): Promise<Dialled> {
  const { signal, settings } = dialling
  signal.throwIfAborted()
  const line = layLine(outside, dialling)
  const client = prepare(outside, dialling, mode)
  try {
    await within(client.connect(line.transport, { signal, timeout: settings.deadline }), signal)
    return { client, line }
  } catch (error) {
    // Not waited for: a process that does not answer may not want to end either.
    void client.close().catch(() => {})
    void line.transport.close().catch(() => {})
    const reason = line.reason()
    throw reason === undefined ? error : new Error(reason, { cause: error })
  }
}

function prepare(outside: ClientPackage, dialling: Dialling, mode: Mode): Client {
  const { session, settings, onToolsChanged } = dialling
  const client = new outside.Client(settings.info, {
    capabilities: { roots: {} },
    jsonSchemaValidator: credulous,
    versionNegotiation: { mode },
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
  })
  client.setRequestHandler('roots/list', () => ({ roots: toRoots(session) }))
  client.fallbackRequestHandler = async ({ method }) => {
    throw new outside.ProtocolError(outside.ProtocolErrorCode.MethodNotFound, refusalOf(method))
  }
  return client
}

function refusalOf(method: string): string {
  if (method === 'sampling/createMessage') return 'Servers may not use the model of this client'
  if (method === 'elicitation/create') return 'Servers may not ask the user of this client'
  return 'Method not found'
}

// The schema of an answer is the server's own text: to compile it is to run its patterns, and its judgement of itself.
const credulous: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator: () => input => ({ valid: true, data: input as never, errorMessage: undefined }),
}

function isRefusal(outside: ClientPackage, error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (outside.SdkHttpError.isInstance(cause)) return cause.status === 400
  return outside.ProtocolError.isInstance(cause)
}
