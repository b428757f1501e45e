/** What the way to the audit log loads when something is first written. */

import { createRedactor, isSuspectName, type Redactor, secretsInVariables } from '../../guard/index.js'
import { secretHash } from '../redaction.js'

export { nodeFileSystem } from '../journal/file-system.js'
export { AuditChain } from './audit-chain.js'
export { bounded } from './audit-line.js'

/** Knows what this process was given in confidence. Equal secrets look alike within one run, and nobody can try them out. */
export function usualRedactor(): Redactor {
  const suspects = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && isSuspectName(name) ? [{ name, value }] : [],
  )
  return createRedactor({ hash: secretHash(), known: secretsInVariables(suspects) })
}
