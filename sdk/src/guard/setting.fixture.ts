/** An ordinary day: one session in one workspace, nothing granted, somebody there to ask. */
import {
  type Action,
  type Circumstances,
  type Execute,
  type Policy,
  type PolicySource,
  readPolicy,
} from './index.js'

export const NOW = 3_600_000_000

export const BLANK: Circumstances = {
  sessionId: 'one',
  workspace: 'here',
  roots: ['/w'],
  home: '/home/me',
  own: ['/home/me/.config/parley'],
  agent: { name: 'pal', version: '1' },
  canAsk: true,
  policies: [],
  grants: [],
  now: NOW,
}

export const inRoot = (path: string) => ({ path, root: '/w' })

export const READ: Action = { action: 'fs.read', at: inRoot('/w/src/a.ts') }
export const WRITE = { action: 'fs.write', at: inRoot('/w/src/a.ts'), isNew: false, sha256: 'c0' } as const
export const CLAIM: Action = { action: 'agent.claimed', kind: 'read', title: 'rm -rf /', wasCleaned: false }

export const toRun = (argv: readonly string[], more: Partial<Execute> = {}): Execute => ({
  action: 'terminal.exec',
  argv,
  isShell: false,
  cwd: inRoot('/w'),
  env: {},
  ...more,
})

/** A policy with these lines, which must be without flaw. */
export function toPolicy(rules: readonly unknown[], source: PolicySource = 'user'): Policy {
  const reading = readPolicy(JSON.stringify({ version: 1, rules }), source)
  if ('flaws' in reading) throw new Error(JSON.stringify(reading.flaws))
  return reading.policy
}
