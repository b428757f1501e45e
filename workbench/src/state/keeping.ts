/** What this browser keeps of the page: small texts by name. A browser that keeps nothing, or is full, costs nothing else. */

/** As much of a browser's storage as is used. */
export type KeptTexts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser's own; nothing where it forbids that. */
export function browserTexts(): KeptTexts | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

/** Those of this tab alone. */
export function tabTexts(): KeptTexts | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

/** The value that was kept under this name; nothing where there is none, or it cannot be read. */
export function readKept(texts: KeptTexts | undefined, name: string): unknown {
  try {
    return JSON.parse(texts?.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a value; nothing takes it away. */
export function keep(texts: KeptTexts | undefined, name: string, value: unknown): void {
  try {
    if (value === undefined) texts?.removeItem(name)
    else texts?.setItem(name, JSON.stringify(value))
  } catch {
    // It is full, or forbidden: then the next visit begins as the first one did.
  }
}
