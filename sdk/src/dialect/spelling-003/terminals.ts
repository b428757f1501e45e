/** Terminals: variables in a map, an exit code beside the output, and waiting that brings the output along. */

import { isFields, present } from '../../schema/fields.js'
import { pairs } from './mcp-servers.js'
import { type Fields, giveBack, layAway, object, type Respelling, takeOut } from './respelling.js'

export const createParams: Respelling = object({ within: { env: pairs } })

/** What shells make of a signal: a code of `null` would say there that the command still runs. */
const signals: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
}

const SIGNALLED = 128
const UNKNOWN = -1

/** The exit code there for how a command ended here. */
function codeOf({ exitCode, signal }: Fields): unknown {
  if (exitCode !== null && exitCode !== undefined) return exitCode
  const number = typeof signal === 'string' && Object.hasOwn(signals, signal) ? signals[signal] : undefined
  return number === undefined ? UNKNOWN : SIGNALLED + number
}

/** Our codes have no sign. */
function unsigned(code: unknown): unknown {
  return typeof code === 'number' && code < 0 && Number.isInteger(code) ? code >>> 0 : code
}

/** What a command has written so far, and its exit code once it has one. */
export const outputResult: Respelling = {
  toOurs(value) {
    if (!isFields(value)) return value
    const { exitCode, exitStatus, ...others } = value
    const isPlain = !Object.hasOwn(value, 'exitCode')
    const status =
      exitCode === undefined || exitCode === null
        ? present({ exitStatus })
        : { exitStatus: { exitCode: unsigned(exitCode) } }
    const lacks = Object.hasOwn(value, 'truncated') ? [] : ['truncated']
    return layAway(
      { truncated: false, ...others, ...status },
      {
        ...(isPlain ? { $isPlain: true } : { exitCode }),
        ...(isPlain || exitCode === null ? {} : present({ exitStatus })),
        ...(lacks.length > 0 ? { $lacks: lacks } : {}),
      },
    )
  },
  toTheirs(value) {
    if (!isFields(value)) return value
    const { bare, extras } = takeOut(value)
    const lacks = Array.isArray(extras.$lacks) && extras.$lacks.includes('truncated')
    const { exitStatus, truncated, ...others } = bare
    const rest = { ...others, ...(lacks && truncated === false ? {} : present({ truncated })) }
    if (extras.$isPlain === true) return giveBack({ ...rest, ...present({ exitStatus }) }, extras)
    if (Object.hasOwn(extras, 'exitCode')) {
      const isOpen = extras.exitCode === null && exitStatus !== undefined
      return giveBack(isOpen ? { ...rest, exitStatus } : rest, extras)
    }
    const cut = truncated === true ? { truncated } : {}
    return withSignal(
      { ...others, ...cut, exitCode: isFields(exitStatus) ? codeOf(exitStatus) : null },
      exitStatus,
    )
  },
}

/** How a command ended; what it wrote comes along and is laid away. */
export const exitResult: Respelling = {
  toOurs(value) {
    if (!isFields(value)) return value
    const { output, exitCode, ...others } = value
    const code = Object.hasOwn(value, 'exitCode') ? { exitCode: unsigned(exitCode) } : {}
    return layAway({ ...others, ...code }, present({ output, exitCode: exitCode ?? undefined }))
  },
  toTheirs(value) {
    if (!isFields(value)) return value
    const { bare, extras } = takeOut(value)
    if (Object.keys(extras).length > 0) return giveBack(bare, extras)
    const { signal: _, ...others } = bare
    return withSignal({ ...others, exitCode: codeOf(bare) }, bare)
  },
}

function withSignal(theirs: Fields, status: unknown): Fields {
  const signal = isFields(status) ? status.signal : undefined
  return typeof signal === 'string' ? layAway(theirs, { signal }) : theirs
}

/** The answer to a wait of theirs, from the two of ours that make it. */
export function waitResult(exit: unknown, output: unknown): unknown {
  const written = outputResult.toTheirs(output)
  if (!isFields(exit)) return written
  const ended = exitResult.toTheirs(exit)
  return isFields(written) && isFields(ended) ? { ...written, ...ended } : written
}

/** Milliseconds that a wait of theirs may take; nothing where it may take for ever, `'odd'` where it makes no sense. */
export function patienceOf(params: unknown): number | 'odd' | undefined {
  const timeout = isFields(params) ? params.timeout : undefined
  if (timeout === undefined || timeout === null) return undefined
  if (typeof timeout !== 'number' || !(timeout >= 0)) return 'odd'
  return timeout > LONGEST_MILLISECONDS ? undefined : timeout
}

/** What a timer can take: more than three weeks. */
const LONGEST_MILLISECONDS = 2 ** 31 - 1

/** Waiting has no end of its own here. */
export const waitParams: Respelling = object({ laidAway: ['timeout'] })
