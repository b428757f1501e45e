/** Takes out what this process was given in confidence, going by the names of its variables, and what looks like a secret. */

import { createRedactor, isSuspectName, type Redactor, secretsInVariables } from '../../guard/index.js'
import { secretHash } from '../redaction.js'

let hash: ((secret: string) => string) | undefined

/** Equal secrets look alike within one run, and nobody can try them out. It knows these secrets beside its own. */
export function usualRedactor(secrets: readonly string[] = []): Redactor {
  const suspects = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && isSuspectName(name) ? [{ name, value }] : [],
  )
  hash ??= secretHash()
  return createRedactor({ hash, known: [...secretsInVariables(suspects), ...secrets] })
}
