/** The door of the gateway: agents behind one endpoint, for clients elsewhere. */

export type {
  AgentSetting,
  GatewayConfig,
  PrincipalLimits,
  PrincipalSetting,
  StrangerLimits,
  TlsSetting,
  TokenSetting,
} from './config/config.js'
export { usualConfigFile } from './config/places.js'
export { ConfigError, type ConfigOptions, readGatewayConfig } from './config/read-config.js'
export { type Role, type Scope, scopesOf } from './config/scope.js'
export { type Gateway, type GatewayOptions, gateway } from './gateway.js'
export type { Allowance, Release } from './guard/allowance.js'
export type { AuditEvent, AuditFacts, AuditTrail } from './guard/audit-trail.js'
export { BindingError } from './guard/binding.js'
export type { GatewayCaller } from './guard/caller.js'
export type { TicketWish } from './guard/exchange.js'
export type { NodeRequest, NodeResponse } from './guard/node-front.js'
export { type OpenGuard, type OpenGuardOptions, type OwnerToken, openGuard } from './guard/open-guard.js'
export type { NamedRefusal, RefusalWord } from './guard/refusals.js'
export {
  addToken,
  type ListedToken,
  listTokens,
  revokeToken,
  rotateOwnerToken,
  rotateToken,
  TokenError,
  type TokenWish,
} from './guard/token-store.js'
export { type KeptSession, type KeptSessions, keptSessions } from './hub/kept-sessions.js'
export type { Patience } from './hub/patience.js'
export { StateFolderError } from './hub/state-folder.js'
export type { LendingOptions } from './lending/lending.js'
export { PageError } from './page/read-page.js'
export type { SeatCaller } from './seat/caller.js'
export { CertificateError } from './serving/certificate.js'
export { type SessionHub, type SessionHubOptions, sessionHub } from './serving/session-hub.js'
export type { AgentProgram } from './upstream/launch.js'
export type { UpstreamReport } from './upstream/upstreams.js'
