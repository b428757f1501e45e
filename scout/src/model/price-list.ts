/** What is known of models by their names: what they keep in mind, what they take, and what they cost. Says nothing it does not know. */

import type { Senses, Wire } from './brain.js'

/** US dollars for a million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  /** Tokens that the provider had kept from before. */
  readonly cacheRead: number
  /** Tokens that it keeps for later. */
  readonly cacheWrite: number
}

export const CURRENCY = 'USD'

/** Where nothing is known: what most servers on a desk can hold. */
const USUAL_CONTEXT = 32_768

const CONTEXTS: readonly (readonly [RegExp, number])[] = [
  [/^claude-/, 200_000],
  [/^gemini-/, 1_048_576],
  [/^gpt-5/, 400_000],
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-4o/, 128_000],
  [/^o[34]\b/, 200_000],
]

const price = (input: number, output: number, [cacheRead, cacheWrite]: readonly [number, number]): Price => ({
  input,
  output,
  cacheRead: input * cacheRead,
  cacheWrite: input * cacheWrite,
})

/** Only names whose price is certain; a newer one has none here until somebody looks it up. */
const PRICES: readonly (readonly [RegExp, Price])[] = [
  [/^claude-opus-4-(?:0|1|20\d+)/, price(15, 75, [0.1, 1.25])],
  [/^claude-opus-4-5/, price(5, 25, [0.1, 1.25])],
  [/^claude-sonnet-4-(?:0|5|20\d+)/, price(3, 15, [0.1, 1.25])],
  [/^claude-haiku-4-5/, price(1, 5, [0.1, 1.25])],
  [/^gemini-2\.5-flash-lite$/, price(0.1, 0.4, [0.1, 1])],
  [/^gemini-2\.5-flash$/, price(0.3, 2.5, [0.1, 1])],
  [/^gpt-5(?:-20\d\d-.*)?$/, price(1.25, 10, [0.1, 1])],
  [/^gpt-5-mini/, price(0.25, 2, [0.1, 1])],
  [/^gpt-5-nano/, price(0.05, 0.4, [0.1, 1])],
  [/^gpt-4\.1(?:-20\d\d-.*)?$/, price(2, 8, [0.25, 1])],
  [/^gpt-4o(?:-20\d\d-.*)?$/, price(2.5, 10, [0.5, 1])],
]

const SEES =
  /gpt-(?:4o|4\.1|5)|^o[34]\b|llava|vision|[-_.]?vl\b|gemma-?[34]|pixtral|llama-?4|minicpm-v|multimodal/i
const HEARS = /audio|omni/i

const lookUp = <T>(table: readonly (readonly [RegExp, T])[], model: string): T | undefined =>
  table.find(([pattern]) => pattern.test(model))?.[1]

export const contextOf = (model: string): number => lookUp(CONTEXTS, model) ?? USUAL_CONTEXT

export const priceOf = (model: string): Price | undefined => lookUp(PRICES, model)

export const sensesOf = (wire: Wire, model: string): Senses => {
  if (wire === 'google') return { images: true, audio: true, documents: true }
  if (wire === 'anthropic') return { images: true, audio: false, documents: true }
  return { images: SEES.test(model), audio: HEARS.test(model), documents: false }
}
