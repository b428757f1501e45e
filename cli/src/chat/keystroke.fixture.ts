/** What a terminal sends for the keys that a person presses. */

const KEYS: Readonly<Record<string, string>> = {
  enter: '\r',
  tab: '\t',
  escape: '\x1b',
  backspace: '\x7f',
  space: ' ',
  delete: '\x1b[3~',
  insert: '\x1b[2~',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  home: '\x1b[H',
  end: '\x1b[F',
  'page-up': '\x1b[5~',
  'page-down': '\x1b[6~',
  'shift+tab': '\x1b[Z',
  'shift+enter': '\x1b[13;2u',
  'ctrl+enter': '\x1b[13;5u',
  f1: '\x1bOP',
  f2: '\x1bOQ',
  f3: '\x1bOR',
  f4: '\x1bOS',
}

/** The bytes of `enter`, `ctrl+c`, `alt+x`, `alt+up`, `shift+enter` and the like. */
export function bytesOf(key: string): string {
  const known = KEYS[key]
  if (known !== undefined) return known
  if ([...key].length === 1) return key
  const [modifier, rest] = [key.slice(0, key.indexOf('+')), key.slice(key.indexOf('+') + 1)]
  if (modifier === 'ctrl' && rest.length === 1)
    return String.fromCharCode(rest.toUpperCase().charCodeAt(0) & 31)
  const bytes = KEYS[rest]
  const arrow = bytes?.startsWith('\x1b[') === true ? bytes.slice(2) : undefined
  if (arrow !== undefined) {
    const number = modifier === 'alt' ? 3 : modifier === 'ctrl' ? 5 : 2
    return /^[A-Z]$/.test(arrow) ? `\x1b[1;${number}${arrow}` : `\x1b[${arrow.slice(0, -1)};${number}~`
  }
  if (modifier === 'alt' && (bytes ?? rest).length >= 1) return `\x1b${bytes ?? rest}`
  throw new Error(`no such key: ${key}`)
}
