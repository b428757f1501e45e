/** A number of things, as it is said: `1 row`, `2 rows`. */

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
