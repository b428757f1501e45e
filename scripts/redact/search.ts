/** Whether a secret can still be found in a text, in any of the spellings that people and programs use. */

const toBase64 = (text: string): string => Buffer.from(text).toString('base64')

/** What of its base64 is the same wherever the secret begins. */
function insidesOf(secret: string): readonly string[] {
  return [0, 1, 2].map(shift => {
    const whole = toBase64('x'.repeat(shift) + secret)
    return whole.slice(shift === 0 ? 0 : 4, -4)
  })
}

export function spellings(secret: string): readonly string[] {
  const lines = secret.split('\n')
  return [
    secret,
    ...lines,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...insidesOf(secret),
  ].filter(spelling => spelling.length >= 8)
}

/** The spelling that was found; undefined if there is none. */
export function findSecret(text: string, secret: string): string | undefined {
  return spellings(secret).find(spelling => text.includes(spelling))
}
