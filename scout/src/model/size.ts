/** How large something is for a model, roughly. */

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
