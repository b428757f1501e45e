/** How large something is for a model, roughly, and how to make it smaller. */

import type { ModelMessage } from 'ai'

const CHARACTERS_PER_TOKEN = 4
/** What a picture takes, whatever its bytes. */
const TOKENS_PER_FILE = 1_500

/** An estimate, for the time until a provider says how much it was. */
export const estimateTokens = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, { content }) => sum + tokensIn(content), 0)

const tokensIn = (content: ModelMessage['content']): number =>
  typeof content === 'string'
    ? content.length / CHARACTERS_PER_TOKEN
    : content.reduce(
        (sum, part) =>
          sum +
          (part.type === 'file' || part.type === 'image'
            ? TOKENS_PER_FILE
            : JSON.stringify(part).length / CHARACTERS_PER_TOKEN),
        0,
      )

export const toCharacters = (tokens: number): number => Math.floor(tokens * CHARACTERS_PER_TOKEN)

/** The beginning and the end of what is too long, and how much is missing between them. */
export const cutMiddle = (text: string, most: number): string => {
  if (text.length <= most) return text
  const head = text.slice(0, Math.ceil(most * 0.7)).replace(/[\uD800-\uDBFF]$/, '')
  const tail = text.slice(text.length - Math.floor(most * 0.3)).replace(/^[\uDC00-\uDFFF]/, '')
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`
}
