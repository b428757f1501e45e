/** What went wrong at a model's server: whether it passes, and what a person has to know to cure it. Shows no secret. */

import { type RpcError, rpcError } from '@parley/acp/agent'
import { boundedLine, createRedactor } from '@parley/acp/guard'
import type { Brain } from './brain.js'

/** In one word, for programs: it travels as `data.cause`. */
export type Cause =
  | 'no_key'
  | 'no_server'
  | 'no_credit'
  | 'model_unknown'
  | 'context_too_long'
  | 'no_tools'
  | 'busy'
  | 'broken'
  | 'failed'

/** As much as can be told of any error. */
export interface Trouble {
  readonly cause: Cause
  readonly status: number | undefined
  /** What the server said, as it said it. */
  readonly words: string
  /** Milliseconds that it wants to be left alone. */
  readonly retryAfter: number | undefined
}

type Fields = Readonly<Record<string, unknown>>

const PASSING: ReadonlySet<number> = new Set([408, 409, 429, 500, 502, 503, 504, 529])
const TOO_LONG =
  /context.{0,20}(?:length|window|size)|too long|too many tokens|maximum.{0,20}tokens|exceed.{0,30}(?:context|tokens)/i
const NO_TOOLS =
  /not support tools|tools? (?:is|are) not supported|tool(?:s| use| calling).{0,40}(?:not supported|--jinja)/i
const NO_CREDIT = /insufficient_quota|credit balance|billing/i
const ABSENT: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

export const toTrouble = (error: unknown): Trouble => {
  const fields = Object(error) as Fields
  const { statusCode } = fields
  // An answer that began well and broke off has the status of a good one.
  const status = typeof statusCode === 'number' && statusCode >= 400 ? statusCode : undefined
  const words = wordsOf(fields)
  return {
    cause: causeOf(fields, status, words),
    status,
    words,
    retryAfter: retryAfterIn(fields.responseHeaders),
  }
}

/** Whether it is worth another try. */
export const isPassing = ({ cause }: Trouble): boolean => cause === 'busy' || cause === 'broken'

const causeOf = (error: Fields, status: number | undefined, words: string): Cause => {
  if (TOO_LONG.test(words) && (status === undefined || status === 400 || status === 413))
    return 'context_too_long'
  if (NO_TOOLS.test(words)) return 'no_tools'
  if (NO_CREDIT.test(words) || status === 402) return 'no_credit'
  if (status === 401 || status === 403) return 'no_key'
  if (status === 404) return 'model_unknown'
  if (status !== undefined) return PASSING.has(status) ? 'busy' : 'failed'
  if (chainOf(error).some(({ code, message }) => ABSENT.has(code) || message === 'bad port'))
    return 'no_server'
  if (chainOf(error).some(({ message }) => /unexpected redirect/.test(`${message}`))) return 'failed'
  if (/overloaded|rate_limit|internal server error/i.test(words)) return 'busy'
  return isConnectionLost(error) ? 'broken' : 'failed'
}

const isConnectionLost = (error: Fields): boolean =>
  error.isRetryable === true ||
  chainOf(error).some(({ code, message }) =>
    /ECONN|EPIPE|UND_ERR|terminated|fetch failed/.test(`${code} ${message}`),
  )

const chainOf = (error: Fields): readonly Fields[] => {
  const chain: Fields[] = []
  for (
    let link: unknown = error;
    typeof link === 'object' && link !== null && chain.length < 5;
    link = chain.at(-1)?.cause
  )
    chain.push(link as Fields)
  return chain
}

/** Providers put their words in different places. */
const wordsOf = ({ message, responseBody, error, type, cause }: Fields): string => {
  const inner = Object(error) as Fields
  // An answer that could not be read to its end is told of in words that say nothing: what went wrong is behind them.
  const behind = message === 'Failed to process successful response' ? (Object(cause) as Fields).message : ''
  const told = [behind, message, inner.message, inner.type, type, responseBody]
  return told.find((each): each is string => typeof each === 'string' && each !== '') ?? ''
}

const retryAfterIn = (headers: unknown): number | undefined => {
  const { 'retry-after-ms': exact, 'retry-after': told } = Object(headers) as Readonly<
    Record<string, string | undefined>
  >
  if (exact !== undefined && Number(exact) >= 0) return Number(exact)
  if (told === undefined) return undefined
  const milliseconds = Number.isFinite(Number(told)) ? Number(told) * 1_000 : Date.parse(told) - Date.now()
  return Number.isFinite(milliseconds) && milliseconds >= 0 ? milliseconds : undefined
}

/** What the user is told when the turn could not be carried out: the cause and the cure. */
export const toRpcError = (trouble: Trouble, brain: Brain): RpcError => {
  const { cause, status, words } = trouble
  const said = boundedLine(createRedactor({ known: brain.secrets }).text(words), 300)
  const code = cause === 'no_key' ? 'auth_failed' : 'internal_error'
  const message = `${sentenceFor(trouble, brain)}${said === '' ? '' : ` The server said: ${said}`}`
  return rpcError(code, message, { cause, model: brain.id, ...(status === undefined ? {} : { status }) })
}

const sentenceFor = (
  { cause, status, words }: Trouble,
  { description, model, keyName, secrets, contextSize }: Brain,
): string => {
  const variable = keyName ?? 'SCOUT_API_KEY'
  const sentences: Readonly<Record<Cause, string>> = {
    no_key:
      secrets.length === 0
        ? `${description} wants a key, and none is set. Set ${variable} and start scout again.`
        : `${description} did not accept the key in ${variable}. Set a valid one and start scout again.`,
    no_server: `Nothing answers at ${description}. Start the server, or check its address (SCOUT_BASE_URL or the like).`,
    no_credit: `The account at ${description} has no credit left, or no right to use ${model}.`,
    model_unknown: `${description} does not know ${model}, or the address is wrong. Choose another model, or check SCOUT_MODEL and the base URL.`,
    context_too_long: `The conversation is too long for ${model} (about ${contextSize} tokens). Begin a new session, send less, or choose a model that takes more.`,
    no_tools: `${model} cannot use tools.`,
    busy: `${description} is still busy or failing (${status ?? 'no status'}) after several tries. Try again later, or choose another model.`,
    broken: `The connection to ${description} broke again and again. Check the network and the server, and try again.`,
    failed: `${description} refused the request${status === undefined ? '' : ` (${status})`}.${hintFor(words)}`,
  }
  return sentences[cause]
}

const hintFor = (words: string): string =>
  /reasoning|thinking/i.test(words) ? ' Set thinking to off for this model.' : ''
