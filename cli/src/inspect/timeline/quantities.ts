/** Times, lengths and sizes in few columns. */

/** Since the beginning: `12.345`, `3:07.120`, `1:02:03`. */
export function toMoment(milliseconds: number): string {
  const seconds = milliseconds / 1_000
  if (seconds < 60) return seconds.toFixed(3)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${(seconds % 60).toFixed(3).padStart(6, '0')}`
  const rest = Math.floor(seconds % 60)
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(rest)}`
}

/** `0.4ms`, `12ms`, `1.25s`, `2m05s`. */
export function toLength(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)}ms`
  if (milliseconds < 1_000) return `${Math.round(milliseconds)}ms`
  const seconds = milliseconds / 1_000
  return seconds < 60
    ? `${seconds.toFixed(2)}s`
    : `${Math.floor(seconds / 60)}m${two(Math.floor(seconds % 60))}s`
}

/** `812B`, `4.2K`, `64M`. */
export function toSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes}B`
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'K'] : [bytes / 1_000_000, 'M']
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)}${unit}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
