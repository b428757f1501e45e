/** Keeps secrets out of what is said on this machine about agents: how one died, what went wrong in one, the log. */

import type { NamedValue, Redactor } from '../guard/index.js'
import type { LogHook } from '../protocol/index.js'
import type { Environment } from './environment.js'

const MOST_CAUSES = 8
/** What every error has. */
const COMMON = new Set(['name', 'message', 'stack', 'cause'])

/** What a program was started with. */
export interface Given {
  readonly args: readonly string[]
  readonly env?: Environment | undefined
}

/** A redactor that knows what a program was given in confidence. */
export async function redactorFor({ args, env = {} }: Given): Promise<Redactor> {
  // Asked for here because an agent imports this room too, and starts sooner without it.
  const { createRedactor, secretsInArguments, secretsInVariables } = await import('../guard/index.js')
  const known = [...secretsInVariables(variablesOf(env)), ...secretsInArguments(args)]
  return createRedactor({ known })
}

/** A redactor that knows what this process was given in confidence, going by the names of its variables. */
export async function redactorForThisProcess(): Promise<Redactor> {
  const { createRedactor, isSuspectName, secretsInVariables } = await import('../guard/index.js')
  const suspects = variablesOf(process.env).filter(({ name }) => isSuspectName(name))
  return createRedactor({ known: secretsInVariables(suspects) })
}

/** The same log without secrets, in its messages and in its errors. */
export function redactedLog(log: LogHook, redactor: Redactor): LogHook {
  return entry =>
    log({
      ...entry,
      message: redactor.text(entry.message),
      ...(entry.method === undefined ? {} : { method: redactor.text(entry.method) }),
      ...('error' in entry ? { error: redactError(entry.error, redactor) } : {}),
    })
}

/** A hash for a redactor: the same secret gives the same digits, and without the key nobody finds out from which. */
export function secretHash(key?: Uint8Array): (secret: string) => string {
  const { createHmac, randomBytes } = process.getBuiltinModule('node:crypto')
  const own = key ?? randomBytes(32)
  return secret => createHmac('sha256', own).update(secret).digest('hex')
}

function redactError(error: unknown, redactor: Redactor, causes = 0): unknown {
  if (!(error instanceof Error)) return redactor.value(error)
  const message = redactor.text(error.message)
  const copy = new Error(message, {
    ...(error.cause === undefined || causes >= MOST_CAUSES
      ? {}
      : { cause: redactError(error.cause, redactor, causes + 1) }),
  })
  copy.name = error.name
  // A stack begins with the message, of which more is known while it stands alone.
  copy.stack = redactor.text((error.stack ?? '').replace(error.message, () => message))
  // A code, a reason: what kinds of errors have of their own.
  const own = Object.entries(error).filter(([name]) => !COMMON.has(name))
  return Object.assign(copy, redactor.value(Object.fromEntries(own)))
}

function variablesOf(environment: Environment): readonly NamedValue[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value }],
  )
}
