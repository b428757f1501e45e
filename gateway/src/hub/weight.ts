/** About how many bytes a value of JSON takes in memory, without writing it out. */

const LEAST = 32

export function weightOf(value: unknown): number {
  if (typeof value === 'string') return LEAST + value.length
  if (typeof value !== 'object' || value === null) return LEAST
  let weight = LEAST
  if (Array.isArray(value)) for (const each of value) weight += weightOf(each)
  else for (const [name, each] of Object.entries(value)) weight += name.length + weightOf(each)
  return weight
}
