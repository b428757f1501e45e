/** The door of the room that judges: what may be done, on whose word, and what may be shown or written down of it. */

export {
  boundedLine,
  cutBytes,
  cutCharacters,
  isFitForDisplay,
  sanitizeForDisplay,
  sanitizeLine,
} from '../text/index.js'
export type {
  Action,
  ActionName,
  Claim,
  Execute,
  Fetch,
  FileDelete,
  FileMove,
  FileRead,
  FileWrite,
  McpCall,
  McpStart,
  ModeSwitch,
  Place,
} from './action.js'
export type { Decision, Effect, Scope } from './decision.js'
export {
  type NamedValue,
  secretsInAddress,
  secretsInArguments,
  secretsInHeaders,
  secretsInVariables,
} from './given-secrets.js'
export { createRedactor, type Redactor, type RedactorOptions } from './redact.js'
export type { RedactedStream } from './redact-stream.js'
export { isSecretName, isSuspectName } from './secret-names.js'
