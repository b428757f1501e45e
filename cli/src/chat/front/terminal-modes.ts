/** What a terminal is told when this program takes it, and when it gives it back. Nothing here may be left behind. */

import type { TerminalVariables } from './message.js'

const VARIABLES = [
  'TERM',
  'COLORTERM',
  'NO_COLOR',
  'FORCE_COLOR',
  'COLORFGBG',
  'TERM_PROGRAM',
  'XTERM_VERSION',
  'TMUX',
  'STY',
]

/** The variables that say what kind of terminal this is. */
export function terminalVariables(env: NodeJS.ProcessEnv): TerminalVariables {
  const found = VARIABLES.map(name => [name, env[name]] as const)
  return Object.fromEntries(found.filter((each): each is readonly [string, string] => each[1] !== undefined))
}

/** Pasted text is marked, gaining and losing the focus is told, keys are told apart, the title is put aside. */
const TAKE = '\x1b[22;2t\x1b[?2004h\x1b[?1004h\x1b[>1u'
const RELEASE = '\x1b[<u\x1b[?1004l\x1b[?2004l\x1b[23;2t'
/** Some terminals read the first of these as an underline: the second takes it back. */
const TELL_KEYS_APART = '\x1b[>4;1m\x1b[m'
const TELL_KEYS_AS_EVER = '\x1b[>4;0m\x1b[m'
const ASK_BACKGROUND = '\x1b]11;?\x1b\\'

/** Consoles that show what they do not know. */
const isSimple = ({ TERM }: NodeJS.ProcessEnv): boolean =>
  TERM === undefined || TERM === 'dumb' || TERM === 'linux'

export const takingBytes = (env: NodeJS.ProcessEnv): string =>
  isSimple(env) ? '' : `${TAKE}${TELL_KEYS_APART}`

export const askingBytes = (env: NodeJS.ProcessEnv): string => (isSimple(env) ? '' : ASK_BACKGROUND)

/** Leaving the other screen moves the cursor, so only where it is shown. */
export function releasingBytes(env: NodeJS.ProcessEnv, isFull: boolean): string {
  const screen = `\x1b[?2026l\x1b[?7h${isFull ? '\x1b[?1049l' : ''}\x1b[0m\x1b[?25h`
  if (env.TERM === 'dumb') return ''
  return isSimple(env) ? screen : `${screen}${TELL_KEYS_AS_EVER}${RELEASE}`
}
