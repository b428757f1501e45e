/** What a row is: one deliberate fault, the check that must notice it, and the words it must notice it with. */

/** Replaces the one place where `find` stands, or writes a whole file (which may be new). */
export type Change =
  | { readonly file: string; readonly find: string; readonly replace: string }
  | { readonly file: string; readonly content: string }

/** A test, by its file and as much of its title as tells it apart. */
export interface NamedTest {
  readonly file: string
  readonly title: string
  /** It is a product's, and meets the library as its sources are, not as it was built. */
  readonly fromSource?: true
}

export interface Row {
  readonly name: string
  readonly change: readonly Change[]
  /** A command, or a test that is run from the sources. */
  readonly run: readonly string[] | NamedTest
  /** A pattern that the failing output must contain. */
  readonly says: string
  /** Compile the copy before the command: for what reads `dist`. */
  readonly build?: true
}

/** The command that runs one named test in a runner of its own: where what the runner does is the question. */
export const vitest = (file: string, title: string): string[] => [
  'node_modules/.bin/vitest',
  'run',
  file,
  '-t',
  title,
]
