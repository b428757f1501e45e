/** Loads what speaks to a server, and says in its words how much to think. The only file that names providers' packages. */

import type { LanguageModel } from 'ai'
import { boundAnswer } from './bounded-answer.js'
import type { Brain } from './brain.js'
import type { Source } from './providers.js'

type Options = NonNullable<Parameters<typeof import('ai').streamText>[0]['providerOptions']>

/** The package that all of this goes through. */
export const loadPackage = async (): Promise<typeof import('ai')> => {
  // Whatever it has to say would end up among what the agent says to its client.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  return import('ai')
}

/** The model of that name at that server. */
export const openModel = async (
  { wire, baseUrl, key, id, isOfficial }: Source,
  model: string,
): Promise<LanguageModel> => {
  const server = { baseURL: baseUrl, fetch: fetchThere }
  if (wire === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ ...server, apiKey: key ?? '' })(model)
  }
  if (wire === 'google') {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    return createGoogleGenerativeAI({ ...server, apiKey: key ?? '' })(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    ...server,
    name: id,
    includeUsage: true,
    ...(isOfficial ? { transformRequestBody: withNewLimit } : {}),
    ...(key === undefined ? {} : { apiKey: key }),
  })
  return provider(model)
}

/** A key is for the server that was named, and for no other that it may point to. */
const fetchThere: typeof fetch = async (input, init) =>
  boundAnswer(await fetch(input, { ...init, redirect: 'error' }), init?.signal)

/** OpenAI itself has another word for the longest answer than those who speak like it. */
const withNewLimit = ({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> =>
  max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens }

type Level = 'low' | 'medium' | 'high'

const BUDGETS: Readonly<Record<Level, number>> = { low: 2_048, medium: 8_192, high: 24_576 }
/** They think a number of tokens; those after them decide for themselves, within an effort. */
const BUDGETED_CLAUDE = /^claude-(?:3|(?:opus|sonnet|haiku)-4-(?:[0145]|20\d+))/
const BUDGETED_GEMINI = /^gemini-2/

/** How much to think, as this model takes it. Nothing where the user left it off. */
export const thinkingOptions = ({ wire, model, id }: Brain, thinking: unknown): Options => {
  if (thinking !== 'low' && thinking !== 'medium' && thinking !== 'high') return offOptions(wire, model)
  const level: Level = thinking
  if (wire === 'anthropic')
    return {
      anthropic: BUDGETED_CLAUDE.test(model)
        ? { thinking: { type: 'enabled', budgetTokens: BUDGETS[level] } }
        : { thinking: { type: 'adaptive', display: 'summarized' }, effort: level },
    }
  if (wire === 'google')
    return {
      google: {
        thinkingConfig: BUDGETED_GEMINI.test(model)
          ? { includeThoughts: true, thinkingBudget: BUDGETS[level] }
          : { includeThoughts: true, thinkingLevel: level },
      },
    }
  return { [id.slice(0, id.indexOf('/'))]: { reasoningEffort: level } }
}

/** Only some can be told not to think; the others are left as they are. */
const offOptions = (wire: Brain['wire'], model: string): Options =>
  wire === 'google' && /^gemini-2\.5-flash/.test(model)
    ? { google: { thinkingConfig: { thinkingBudget: 0 } } }
    : {}

/** Asks the provider to keep what comes up to here; only some take such a wish. */
export const KEEP_UP_TO_HERE: Options = { anthropic: { cacheControl: { type: 'ephemeral' } } }
