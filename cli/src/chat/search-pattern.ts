/** What was typed, as it is, in whichever case. */
export function toPattern(query: string): RegExp {
  return new RegExp(query.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`), 'i')
}
