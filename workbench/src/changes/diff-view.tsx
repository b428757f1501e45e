/** The whole change of one file, for those who must know it before they answer. */

import { lazy, Suspense } from 'react'
import type { View } from '../state/view.js'

export interface DiffViewProps {
  readonly path: string
  /** Nothing where the file is new. */
  readonly oldText?: string | null | undefined
  /** Nothing where the file goes. */
  readonly newText?: string | null | undefined
  readonly layout?: View['diffLayout'] | undefined
}

const load = () => import('./text-comparison.js')

const TextComparison = lazy(async () => ({ default: (await load()).TextComparison }))

/** So that nobody who is asked has to wait for it. What does not come now is asked for again when it is needed. */
export function fetchDiffView(): void {
  load().catch(() => {})
}

export function DiffView(props: DiffViewProps) {
  return (
    <Suspense fallback={<p className="diff-note">Comparing …</p>}>
      <TextComparison {...props} />
    </Suspense>
  )
}
