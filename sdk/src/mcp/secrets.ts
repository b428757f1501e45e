/** What a server was given in confidence, kept out of everything that is said about or by the server. */

import {
  createRedactor,
  type Redactor,
  secretsInAddress,
  secretsInArguments,
  secretsInHeaders,
  secretsInVariables,
} from '../guard/index.js'
import type { Endpoint } from './endpoint.js'

/** Takes out what this server was given, and nothing else: its answers are for the model, which needs them whole. */
export function redactorOf(endpoint: Endpoint): Redactor {
  return createRedactor({ known: secretsOf(endpoint), isKnownOnly: true })
}

function secretsOf(endpoint: Endpoint): readonly string[] {
  return endpoint.kind === 'stdio'
    ? [...secretsInVariables(endpoint.env), ...secretsInArguments(endpoint.args)]
    : [...secretsInHeaders(endpoint.headers), ...secretsInAddress(endpoint.url)]
}
