/** What a row is: one deliberate fault, the check that must notice it, and the words it must notice it with. */

/** Replaces the one place where `find` stands, or writes a whole file (which may be new). */
export type Change =
  | { readonly file: string; readonly find: string; readonly replace: string }
  | { readonly file: string; readonly content: string }

export interface Row {
  readonly name: string
  readonly change: readonly Change[]
  readonly run: readonly string[]
  /** A pattern that the failing output must contain. */
  readonly says: string
  /** Compile the copy before the command: for what reads `dist`. */
  readonly build?: true
}

/** The command that runs one named test from the sources. */
export const vitest = (file: string, title: string): string[] => [
  'node_modules/.bin/vitest',
  'run',
  file,
  '-t',
  title,
]
