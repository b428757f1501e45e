/** The word that the system gives an error. */

/** Such as `ENOENT`; nothing where it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
