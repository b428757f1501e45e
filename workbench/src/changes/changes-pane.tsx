/** All files that the conversation changed, hunk by hunk, with comments. */

import { lazy, Suspense } from 'react'
import { Blank } from '../parts/blank.js'
import { useTalk } from '../state/context.js'

const ReviewView = lazy(async () => ({ default: (await import('./review-view.js')).ReviewView }))

export function ChangesPane() {
  const talk = useTalk()
  if (talk === undefined)
    return (
      <Blank icon="changes" title="No changes" status="empty">
        <p>Open a conversation to see which files it changes.</p>
      </Blank>
    )
  return (
    <Suspense fallback={<p className="diff-note">Loading …</p>}>
      <ReviewView key={talk.key} talk={talk} />
    </Suspense>
  )
}
