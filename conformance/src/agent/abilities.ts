/** What an agent may be able to do besides what all must, under the names of version 1, and where version 2 says it. */

import type { Version } from '../requirement.js'

/** Under `session` of version 2 unless told otherwise; a name that stands for `session` itself is expected of all. */
const NAMES_IN_2: Readonly<Record<string, string>> = {
  loadSession: 'session',
  'sessionCapabilities.list': 'session',
  'sessionCapabilities.resume': 'session',
  'sessionCapabilities.close': 'session',
  'sessionCapabilities.delete': 'session.delete',
  'sessionCapabilities.fork': 'session.fork',
  'sessionCapabilities.additionalDirectories': 'session.additionalDirectories',
  'promptCapabilities.image': 'session.prompt.image',
  'promptCapabilities.audio': 'session.prompt.audio',
  'promptCapabilities.embeddedContext': 'session.prompt.embeddedContext',
  'mcpCapabilities.http': 'session.mcp.http',
}

/** The name of an ability in the capabilities of this version. */
export function nameIn(version: Version, ability: string): string {
  return version === 1 ? ability : (NAMES_IN_2[ability] ?? ability)
}
