/** Asks servers what models they have, all at once and not for long. Believes nothing that is not a plain name. */

import { sanitizeLine } from '@parley/acp/guard'
import type { Source } from './providers.js'

/** A model as its server tells of it. */
export interface ListedModel {
  readonly id: string
  readonly contextSize?: number | undefined
}

const LOOPBACK_MILLISECONDS = 300
const FAR_MILLISECONDS = 1_500
const MOST_BYTES = 2 * 1024 * 1024
const MOST_MODELS = 200
const NO_CHAT =
  /embed|whisper|tts|dall-e|moderation|image|rerank|transcribe|realtime|davinci|babbage|veo|imagen|aqa|sora/i

/** What a server has, or why that is not known: a piece of a sentence. */
export type Listing = { readonly models: readonly ListedModel[] } | { readonly why: string }

/** What it has; a reason where it does not answer in time, or not as such a server does. */
export const askModels = async (source: Source): Promise<Listing> => {
  const limit = source.isGuess ? LOOPBACK_MILLISECONDS : FAR_MILLISECONDS
  try {
    const response = await fetch(`${source.baseUrl}/models`, {
      headers: headersFor(source),
      // A key is for the server that was named, and for no other.
      redirect: 'error',
      signal: AbortSignal.timeout(limit),
    })
    if (!response.ok) return { why: statusWords(response.status, source) }
    const models = modelsIn(JSON.parse(await boundedText(response)))
    return models === undefined ? { why: 'its answer is no list of models' } : { models }
  } catch (error) {
    return { why: reasonWords(error, limit) }
  }
}

const statusWords = (status: number, { key, keyName }: Source): string => {
  if (status !== 401 && status !== 403) return `it answered ${status} where a list of models was expected`
  if (keyName === undefined) return `it wants a key (${status})`
  return key === undefined
    ? `it wants a key, and ${keyName} is not set`
    : `it did not accept the key in ${keyName}`
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  'bad port': 'no web server may listen on that port',
  'unexpected redirect': 'it points to another address',
}

const reasonWords = (error: unknown, limit: number): string => {
  const { name, cause } = Object(error) as Fields
  if (name === 'TimeoutError') return `it did not answer within ${limit} ms`
  if (name === 'SyntaxError') return 'its answer is no list of models'
  const { code, message } = Object(cause) as Fields
  const told = [code, message].map(each => REASONS[`${each}`]).find(each => each !== undefined)
  return told ?? 'the connection failed'
}

const headersFor = ({ wire, key }: Source): Record<string, string> => {
  if (key === undefined) return {}
  if (wire === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
  return wire === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` }
}

const boundedText = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    if (text.length > MOST_BYTES) throw new Error('too long for a list of models')
  }
  return text
}

type Fields = Readonly<Record<string, unknown>>

const modelsIn = (body: unknown): readonly ListedModel[] | undefined => {
  const { data, models } = Object(body) as Fields
  const listed = Array.isArray(data) ? data : models
  if (!Array.isArray(listed)) return undefined
  return listed
    .slice(0, MOST_MODELS)
    .map((model: unknown) => toListed(Object(model) as Fields))
    .filter(model => model !== undefined)
}

const toListed = (model: Fields): ListedModel | undefined => {
  const named = typeof model.id === 'string' ? model.id : model.name
  if (typeof named !== 'string' || named === '' || named.length > 200 || sanitizeLine(named) !== named)
    return undefined
  const id = named.replace(/^models\//, '')
  const methods = model.supportedGenerationMethods
  if (NO_CHAT.test(id) || (Array.isArray(methods) && !methods.includes('generateContent'))) return undefined
  return { id, contextSize: contextIn(model) }
}

/** Every kind of server has its own word for it. */
const contextIn = (model: Fields): number | undefined => {
  const meta = Object(model.meta) as Fields
  const told = [
    model.max_model_len,
    meta.n_ctx,
    model.max_context_length,
    model.max_input_tokens,
    model.inputTokenLimit,
  ]
  return told.find((size): size is number => typeof size === 'number' && Number.isInteger(size) && size > 0)
}
