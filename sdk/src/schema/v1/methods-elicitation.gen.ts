/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */

import type { MethodRow } from '../method-row.js'
import {
  CompleteElicitationNotification,
  CreateElicitationRequest,
  CreateElicitationResponse,
} from './elicitation.gen.js'

export const methods: readonly MethodRow[] = [
  { name: 'elicitation/complete', to: 'client', kind: 'notification', scope: 'connection', params: CompleteElicitationNotification },
  { name: 'elicitation/create', to: 'client', kind: 'request', scope: 'connection', params: CreateElicitationRequest, result: CreateElicitationResponse },
]
