/** How many files were put back, and how many were not. */

export interface PutBack {
  readonly restored: number
  readonly kept: number
}

export function putBackBy(event: {
  readonly restored: readonly unknown[]
  readonly kept: readonly unknown[]
}): PutBack {
  return { restored: event.restored.length, kept: event.kept.length }
}
