/** What the way to the audit log loads when something is first written. */

import { createHmac, randomBytes } from 'node:crypto'
import { createRedactor, type Redactor } from '../../guard/index.js'

export { nodeFileSystem } from '../journal/file-system.js'
export { AuditChain } from './audit-chain.js'
export { bounded } from './audit-line.js'

/** Equal secrets look alike within one run, and nobody can try out what they were. */
export function usualRedactor(): Redactor {
  const key = randomBytes(32)
  return createRedactor({ hash: secret => createHmac('sha256', key).update(secret).digest('hex') })
}
