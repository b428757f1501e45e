/** Finds keys that stand twice in one object of a JSON text: parsers keep the last and say nothing. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]/g

/** The first key that stands twice in one object, in a text that was parsed before and is known to be JSON. */
export function findDoubleKey(text: string): string | undefined {
  // One set of keys for every object that is open, and nothing for a list.
  const open: (Set<string> | undefined)[] = []
  let isKey = false
  for (const [token] of text.matchAll(TOKEN)) {
    const keys = open.at(-1)
    if (token.startsWith('"') && isKey && keys !== undefined) {
      // Spelt with escapes or without, it is the same key.
      const key = String(JSON.parse(token))
      if (keys.has(key)) return key
      keys.add(key)
    }
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    isKey = token === '{' || token === ','
  }
  return undefined
}
