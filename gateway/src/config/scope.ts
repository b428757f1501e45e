/** What somebody may do at a gateway. Scopes belong to a token on the server; what a client says of itself counts for nothing. */

/** One thing that a token allows. */
export type Scope = (typeof SCOPES)[number]

/** Scopes under one name. */
export type Role = (typeof ROLES)[number]

export const SCOPES = ['session.read', 'session.write', 'permission.answer', 'admin'] as const
export const ROLES = ['viewer', 'editor', 'admin'] as const

const SCOPES_OF: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['session.read'],
  editor: ['session.read', 'session.write', 'permission.answer'],
  admin: SCOPES,
}

export function scopesOf(role: Role): ReadonlySet<Scope> {
  return new Set(SCOPES_OF[role])
}

export function isRole(value: unknown): value is Role {
  return ROLES.some(role => role === value)
}

/** Those that both have: nobody passes on more than they have. */
export function commonScopes(one: ReadonlySet<Scope>, other: ReadonlySet<Scope>): ReadonlySet<Scope> {
  return new Set(SCOPES.filter(scope => one.has(scope) && other.has(scope)))
}
