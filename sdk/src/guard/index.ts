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
export type { AgentIdentity, Circumstances } from './circumstances.js'
export {
  addCommandPass,
  type CommandPass,
  findCommandPass,
  type ShownCommand,
  useCommandPass,
} from './command-pass.js'
export type { Coverage } from './coverage.js'
export { decide } from './decide.js'
export type { Decision, Effect, Scope } from './decision.js'
export { describeAction, describeGrant, withBlanksCounted } from './description.js'
export { addPass, type EditPass, findPass, usePass } from './edit-pass.js'
export {
  type NamedValue,
  secretsInAddress,
  secretsInArguments,
  secretsInEnvironment,
  secretsInHeaders,
  secretsInVariables,
} from './given-secrets.js'
export {
  type Grant,
  type GrantWish,
  grantableScopes,
  isInForce,
  type LastingScope,
  matchesGrant,
  toGrant,
} from './grant.js'
export { readGrant } from './grant-reader.js'
export {
  type Choosing,
  findOptionsFlaw,
  isProperOptions,
  leastLasting,
  type OfferedOption,
} from './options.js'
export { type Pace, pace } from './pace.js'
export {
  brokenPolicy,
  describeFlaw,
  emptyPolicy,
  type Policy,
  type PolicyFlaw,
  type PolicySource,
  type Rule,
} from './policy.js'
export { toPolicyLine } from './policy-line.js'
export { type PolicyReading, policyOf, readPolicy } from './policy-reader.js'
export { type Sensitivity, sensitivityOf } from './protected-paths.js'
export { createRedactor, type Redactor, type RedactorOptions } from './redact.js'
export type { RedactedStream } from './redact-stream.js'
export { isSecretName, isSuspectName } from './secret-names.js'
export { describeServerChange, type ServerFacts, toServerDigest, toServerText } from './server-facts.js'
export { isStandIn } from './stand-in.js'
export { isRefusedVariable } from './verdicts.js'
