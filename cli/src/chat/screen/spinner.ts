/** A sign that turns as time goes by. */

const SIGNS = ['◐', '◓', '◑', '◒']
const STEP_MILLISECONDS = 125

export function spinnerAt(now: number): string {
  return SIGNS[Math.floor(now / STEP_MILLISECONDS) % SIGNS.length] ?? '◐'
}
