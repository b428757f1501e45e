/** Takes known secrets out of a text that comes in pieces. Holds back only what may be the beginning of one. */

const STAND_IN = '«redacted»'

export interface Veil {
  push(piece: string): string
  /** What was held back. */
  end(): string
}

export const veil = (secrets: readonly string[]): Veil => {
  const known = secrets.filter(secret => secret.length > 0)
  let held = ''
  return {
    push: piece => {
      held = known.reduce((text, secret) => text.replaceAll(secret, STAND_IN), held + piece)
      const kept = Math.max(0, ...known.map(secret => beginningAtEnd(held, secret)))
      const free = held.slice(0, held.length - kept)
      held = held.slice(held.length - kept)
      return free
    },
    end: () => {
      const rest = held
      held = ''
      return rest
    },
  }
}

/** How many characters at the end of the text are the beginning of the secret. */
const beginningAtEnd = (text: string, secret: string): number => {
  for (let length = Math.min(text.length, secret.length - 1); length > 0; length--)
    if (text.endsWith(secret.slice(0, length))) return length
  return 0
}
