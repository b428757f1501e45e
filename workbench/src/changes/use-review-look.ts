/** How the review of each conversation is looked at: from where on, and which files are folded. */

import { useCallback } from 'react'
import { useStore } from 'zustand'
import { createTabMemory } from '../state/tab-memory.js'
import { lastingName, type Talk } from '../state/talk.js'
import { SCOPES, type Scope } from './edits.js'

export interface ReviewLook {
  /** Absent while nobody has chosen. */
  readonly scope?: Scope | undefined
  /** By path, where somebody has opened or closed one. */
  readonly folds: Readonly<Record<string, boolean>>
}

export interface LookChange {
  readonly scope?: Scope
  readonly fold?: { readonly path: string; readonly isOpen: boolean }
}

const USUAL: ReviewLook = { folds: {} }
const MOST_FOLDS = 200

const looks = createTabMemory<ReviewLook>({
  name: 'parley.review-look',
  read: value => {
    const { scope, folds }: Readonly<Record<string, unknown>> = Object(value)
    const known = Object.entries(Object(folds)).flatMap(([path, isOpen]) =>
      typeof isOpen === 'boolean' ? [[path, isOpen] as const] : [],
    )
    return { scope: SCOPES.find(each => each === scope), folds: Object.fromEntries(known) }
  },
})

export function useReviewLook(talk: Talk): readonly [ReviewLook, (change: LookChange) => void] {
  const name = lastingName(talk)
  const look = useStore(looks.store, all => all.get(name)) ?? USUAL
  const change = useCallback(
    ({ scope, fold }: LookChange) => {
      const before = looks.store.getState().get(name) ?? USUAL
      const folds = Object.entries(before.folds).filter(([path]) => path !== fold?.path)
      const all = fold === undefined ? folds : [...folds, [fold.path, fold.isOpen] as const]
      looks.put(name, {
        scope: scope ?? before.scope,
        folds: Object.fromEntries(all.slice(-MOST_FOLDS)),
      })
    },
    [name],
  )
  return [look, change]
}
