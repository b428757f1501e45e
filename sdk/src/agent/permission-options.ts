/** What a user can usually answer when asked for permission. */

import type { PermissionOption } from './means.js'

/** Allow, always allow, reject; `always` says how far that reaches. */
export function permissionOptions(always = 'Always allow'): readonly PermissionOption[] {
  return [
    { optionId: 'allow_once', name: 'Allow', kind: 'allow_once' },
    { optionId: 'allow_always', name: always, kind: 'allow_always' },
    { optionId: 'reject_once', name: 'Reject', kind: 'reject_once' },
  ]
}
