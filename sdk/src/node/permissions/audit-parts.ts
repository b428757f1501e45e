/** What the way to the audit log loads when something is first written. */

export { nodeFileSystem } from '../journal/file-system.js'
export { AuditChain } from './audit-chain.js'
export { boundedEntry } from './audit-line.js'
export { usualRedactor } from './usual-redactor.js'
