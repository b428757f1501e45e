/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */

import type { MethodRow } from '../method-row.js'
import {
  InitializeRequest,
  InitializeResponse,
  PromptImageCapabilities,
} from './initialize.gen.js'
import {
  CancelRequestNotification,
  CancelTerminalRequest,
  CancelToolCallRequest,
  ListSessionsRequest,
  ListSessionsResponse,
  LoginAuthRequest,
  NewSessionRequest,
  NewSessionResponse,
  PromptRequest,
  PromptResponse,
  RequestPermissionRequest,
  RequestPermissionResponse,
  ResumeSessionRequest,
  ResumeSessionResponse,
  SessionNotFoundErrorData,
  SetSessionConfigOptionRequest,
  SetSessionConfigOptionResponse,
  UpdateSessionNotification,
} from './shapes.gen.js'

export const methods: readonly MethodRow[] = [
  { name: '$/cancel_request', to: 'both', kind: 'notification', scope: 'connection', params: CancelRequestNotification },
  { name: 'auth/login', to: 'agent', kind: 'request', scope: 'connection', params: LoginAuthRequest, result: PromptImageCapabilities },
  { name: 'auth/logout', to: 'agent', kind: 'request', scope: 'connection', params: PromptImageCapabilities, result: PromptImageCapabilities },
  { name: 'initialize', to: 'agent', kind: 'request', scope: 'connection', params: InitializeRequest, result: InitializeResponse },
  { name: 'session/cancel', to: 'agent', kind: 'notification', scope: 'session', params: SessionNotFoundErrorData },
  { name: 'session/close', to: 'agent', kind: 'request', scope: 'session', params: SessionNotFoundErrorData, result: PromptImageCapabilities },
  { name: 'session/delete', to: 'agent', kind: 'request', scope: 'session', params: SessionNotFoundErrorData, result: PromptImageCapabilities },
  { name: 'session/list', to: 'agent', kind: 'request', scope: 'connection', params: ListSessionsRequest, result: ListSessionsResponse },
  { name: 'session/new', to: 'agent', kind: 'request', scope: 'connection', params: NewSessionRequest, result: NewSessionResponse },
  { name: 'session/prompt', to: 'agent', kind: 'request', scope: 'session', params: PromptRequest, result: PromptResponse },
  { name: 'session/request_permission', to: 'client', kind: 'request', scope: 'session', params: RequestPermissionRequest, result: RequestPermissionResponse },
  { name: 'session/resume', to: 'agent', kind: 'request', scope: 'session', params: ResumeSessionRequest, result: ResumeSessionResponse },
  { name: 'session/set_config_option', to: 'agent', kind: 'request', scope: 'session', params: SetSessionConfigOptionRequest, result: SetSessionConfigOptionResponse },
  { name: 'session/update', to: 'client', kind: 'notification', scope: 'session', params: UpdateSessionNotification },
  { name: 'terminal/cancel', to: 'agent', kind: 'request', scope: 'session', params: CancelTerminalRequest, result: PromptImageCapabilities },
  { name: 'tool_call/cancel', to: 'agent', kind: 'request', scope: 'session', params: CancelToolCallRequest, result: PromptImageCapabilities },
]
