/** A value as JSON text, including what no serializer writes: keys twice, keys behind escapes, numbers out of range. */

const MARKED = /"@(dup|esc|raw):([^"\\]*(?:\\.[^"\\]*)*)"/g

/**
 * `@dup:key` becomes `key` once more, `@esc:key` hides its first letter behind an escape, and the string `@raw:1e400`
 * becomes the bare number.
 */
export function spell(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  if (!text.includes('"@')) return text
  return text.replace(MARKED, (_, kind: string, rest: string) => {
    if (kind === 'raw') return rest
    return kind === 'dup' ? `"${rest}"` : `"${escapeFirst(rest)}"`
  })
}

function escapeFirst(text: string): string {
  if (text === '' || text.startsWith('\\')) return text
  return `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}${text.slice(1)}`
}
