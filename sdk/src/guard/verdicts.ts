/** What no policy and no grant can change: actions that are refused, and actions that are asked about every time. */

import { isFitForDisplay } from '../text/index.js'
import type { Action, Place } from './action.js'
import type { Circumstances } from './circumstances.js'
import { describeAction } from './description.js'
import { isResolved, namesBelow } from './place.js'
import { findSensitive, placesOf } from './protected-paths.js'
import { toUrl } from './url-pattern.js'

/** A built-in verdict: its name in the record, and the sentence for people. */
export interface Verdict {
  readonly by: string
  readonly reason: string
  /** What would spare it where nobody can be asked. */
  readonly cure?: string | undefined
}

const MOST_WORDS = 4_096
const MOST_CHARACTERS = 1_048_576
const MOST_PLACES = 1_000
const MOST_WORK = 50_000_000

// Variables with which a program that was allowed becomes another program.
const REFUSED = new Set(
  (
    'NODE_OPTIONS NODE_PATH PYTHONPATH PYTHONSTARTUP PYTHONHOME RUBYOPT RUBYLIB JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS ' +
    'BASH_ENV ENV SHELLOPTS BASHOPTS PS4 ZDOTDIR PROMPT_COMMAND IFS PATH GIT_EXTERNAL_DIFF GIT_EXEC_PATH'
  ).split(' '),
)
const REFUSED_STARTS = ['LD_', 'DYLD_', 'PERL5', 'GIT_SSH', 'GIT_CONFIG']

/** Whether a variable is never taken from an agent. */
export const isRefusedVariable = (name: string): boolean => {
  const upper = name.toUpperCase()
  return REFUSED.has(upper) || REFUSED_STARTS.some(start => upper.startsWith(start))
}

function findProgramFault(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Verdict | undefined {
  if (argv[0] === undefined || argv[0] === '')
    return { by: 'builtin:no-program', reason: 'No program is named.' }
  const length = argv.reduce((sum, word) => sum + word.length, 0)
  if (argv.length > MOST_WORDS || length > MOST_CHARACTERS)
    return { by: 'builtin:too-large', reason: 'The command is too long to be judged.' }
  if (argv.some(word => word.includes('\0')))
    return { by: 'builtin:malformed', reason: 'The command holds a character that no program can be given.' }
  const refused = Object.keys(env).find(isRefusedVariable)
  if (refused === undefined) return undefined
  return { by: 'builtin:variable', reason: `The variable ${refused} can turn a program into another one.` }
}

/** Why an action is refused whatever anybody says, or nothing. */
export function findRefusal(action: Action): Verdict | undefined {
  const places = action.action === 'terminal.exec' ? [action.cwd] : placesOf(action)
  if (places.length > MOST_PLACES)
    return { by: 'builtin:too-large', reason: 'There are too many files to be judged.' }
  if (action.action === 'fs.delete' && places.length === 0)
    return { by: 'builtin:malformed', reason: 'No file is named.' }
  const strange = places.find(
    ({ path, root }) => !isResolved(path) || (root !== undefined && !isResolved(root)),
  )
  if (strange !== undefined)
    return { by: 'builtin:unresolved', reason: 'The path does not say where it leads.' }
  if (action.action === 'terminal.exec') return findProgramFault(action.argv, action.env)
  if (action.action === 'net.fetch' && toUrl(action.url) === undefined)
    return { by: 'builtin:address', reason: 'Only http and https addresses can be fetched.' }
  return undefined
}

/** Refuses where lines and paths are so long together that somebody wants the judge to be slow. */
export function findOverload(action: Action, { policies }: Circumstances): Verdict | undefined {
  const places = action.action === 'terminal.exec' ? [action.cwd] : placesOf(action)
  const characters = places.reduce((sum, { path }) => sum + path.length, 0)
  const patterns = policies.flatMap(({ rules }) => rules).flatMap(({ path, cwd }) => [path, cwd])
  const length = patterns.reduce((sum, glob) => sum + (glob?.text.length ?? 0), 0)
  if (characters * length <= MOST_WORK) return undefined
  return { by: 'builtin:too-large', reason: 'The policies are too long to judge so long a path.' }
}

// Letters only, so that `bypass-permissions`, `bypassPermissions` and `BYPASS_PERMISSIONS` are one.
const toLetters = (mode: string): string =>
  mode
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
const UNGUARDED = [
  'bypass',
  'yolo',
  'auto',
  'dangerous',
  'fullaccess',
  'unrestricted',
  'skippermission',
  'nosandbox',
]
const UNGUARDED_MORE = [
  'allowall',
  'approveall',
  'dontask',
  'neverask',
  'noask',
  'acceptall',
  'unsafe',
  'god',
]

/** Whether a mode sounds like one in which the agent asks nobody. */
export const isUnguardedMode = (mode: string): boolean =>
  [...UNGUARDED, ...UNGUARDED_MORE].some(word => toLetters(mode).includes(word))

const WHY = {
  protected: 'steers tools or runs by itself, so it is asked about every time.',
  'secret-like': 'looks like it holds secrets, so it is asked about every time.',
} as const

/** A place that would take a whole directory of the session with it. */
function findWholeRoot(action: Action, { roots, isCaseInsensitive }: Circumstances): string | undefined {
  if (action.action !== 'fs.delete' && action.action !== 'fs.move') return undefined
  const holdsRoot = ({ path, root }: Place): boolean =>
    [...roots, ...(root === undefined ? [] : [root])].some(
      each => namesBelow(each, path, isCaseInsensitive) !== undefined,
    )
  return placesOf(action).find(holdsRoot)?.path
}

/** Whether people would be shown something else than what happens. */
const hidesSomething = (action: Action): boolean =>
  action.action === 'agent.claimed' ? action.wasCleaned : !describeAction(action).every(isFitForDisplay)

/** Why an action is asked about every time, whatever was granted before, or nothing. */
export function findDemand(action: Action, circumstances: Circumstances): Verdict | undefined {
  const broken = circumstances.policies.find(({ isBroken }) => isBroken)
  if (broken !== undefined) {
    const { source, file = '' } = broken
    return {
      by: `builtin:broken-${source}-policy`,
      reason: `The ${source} policy${file && ` ${file}`} cannot be read, so everything is asked about.`,
      cure: 'Mend that file: until then no line of it counts.',
    }
  }
  if (circumstances.wasCleaned === true || hidesSomething(action))
    return { by: 'builtin:cleaned', reason: 'The request held hidden characters, a sign of deceit.' }
  const sensitive = findSensitive(action, circumstances.own)
  if (sensitive !== undefined)
    return { by: `builtin:${sensitive.why}`, reason: `${sensitive.path} ${WHY[sensitive.why]}` }
  const whole = findWholeRoot(action, circumstances)
  if (whole !== undefined)
    return { by: 'builtin:root', reason: `${whole} is or holds a directory of the session.` }
  if (action.action === 'agent.mode' && isUnguardedMode(action.mode))
    return { by: 'builtin:mode', reason: 'In this mode the agent may act without asking anybody.' }
  return undefined
}
