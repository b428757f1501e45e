/** One approved command is good for one run of exactly that, so that nobody is asked twice for one command. */

import type { Execute } from './action.js'

/** A command that an agent showed when it asked: its words, or one text for a shell, and where it would run. */
export interface ShownCommand {
  readonly argv: readonly string[]
  /** The real path of the directory. */
  readonly cwd: string
}

/** Leave to run one command once. */
export interface CommandPass extends ShownCommand {
  readonly sessionId: string
  readonly expiresAt: number
}

const PASS_MILLISECONDS = 10 * 60_000
// More approved commands than this are not waiting to be run; they were forgotten.
const MOST_PASSES = 64

// Where the system keeps them: a program of that name anywhere else may be the agent's own.
const SHELL = /^(?:(?:\/usr(?:\/local)?)?\/bin\/)?(?:sh|bash|dash|zsh)$/
const READS_TEXT = /^-l?c$/
// Words that no shell would take for anything else.
const PLAIN = /^[\w@%+=:,./-]+(?: [\w@%+=:,./-]+)*$/

/** The passes with one more; the oldest goes when there are too many. */
export const addCommandPass = (
  passes: readonly CommandPass[],
  shown: ShownCommand & Pick<CommandPass, 'sessionId'>,
  now: number,
): readonly CommandPass[] => [
  ...passes.filter(({ expiresAt }) => expiresAt > now).slice(1 - MOST_PASSES),
  { sessionId: shown.sessionId, argv: shown.argv, cwd: shown.cwd, expiresAt: now + PASS_MILLISECONDS },
]

/** The pass that covers a run, if any. A run with variables of the agent's is another matter: they were not shown. */
export const findCommandPass = (
  passes: readonly CommandPass[],
  { argv, cwd, env }: Execute,
  { sessionId, now }: { readonly sessionId: string; readonly now: number },
): CommandPass | undefined =>
  passes.find(
    pass =>
      pass.sessionId === sessionId &&
      pass.expiresAt > now &&
      pass.cwd === cwd.path &&
      Object.keys(env).length === 0 &&
      isSameCommand(pass.argv, argv),
  )

/** The passes without the one that covers this run: call it before the run begins. */
export function useCommandPass(
  passes: readonly CommandPass[],
  run: Execute,
  at: { readonly sessionId: string; readonly now: number },
): readonly CommandPass[] {
  const used = findCommandPass(passes, run, at)
  return passes.filter(pass => pass !== used)
}

/** Every way in which a command that was shown may come to be run: what denies one of them denies it. */
export function waysToRun({ argv, cwd }: ShownCommand, roots: readonly string[]): readonly Execute[] {
  const root = roots.find(each => cwd === each || cwd.startsWith(`${each}/`))
  const [text = ''] = argv
  const asWords = argv.length === 1 && PLAIN.test(text) ? [text.split(' ')] : []
  const asText = argv.length === 1 ? [['sh', '-c', text]] : []
  return [argv, ...asWords, ...asText].map(words => ({
    action: 'terminal.exec',
    argv: words,
    isShell: words !== argv && words[0] === 'sh',
    cwd: { path: cwd, root },
    env: {},
  }))
}

/** Agents show a command as one text and hand it to a shell, or as words: what counts is that it is the same one. */
function isSameCommand(shown: readonly string[], argv: readonly string[]): boolean {
  if (isEqual(shown, argv)) return true
  const [text] = shown
  if (text === undefined || shown.length > 1) return false
  const [program = '', flag = '', ...rest] = argv
  if (SHELL.test(program) && READS_TEXT.test(flag)) return isEqual(shown, rest)
  return PLAIN.test(text) && isEqual(text.split(' '), argv)
}

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word, index) => word === other[index])
