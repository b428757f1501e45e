/** The reviews of all conversations, and how they are kept in this browser. */

import { createStore } from 'zustand/vanilla'
import type { TalkKey } from '../state/talk.js'
import { emptyReview, type Review } from './review.js'
import { type Reviews, readReviews, writeReviews } from './review-reader.js'

const NAME = 'parley.reviews'

export const reviewStore = createStore<{ readonly reviews: Reviews }>(() => ({
  reviews: readReviews(kept()),
}))

export function reviewOf(reviews: Reviews, key: TalkKey): Review {
  return reviews.get(key) ?? emptyReview
}

/** What was touched last stands last. */
export function changeReview(key: TalkKey, change: (review: Review) => Review): void {
  const { reviews } = reviewStore.getState()
  const changed = new Map(reviews)
  changed.delete(key)
  changed.set(key, change(reviewOf(reviews, key)))
  reviewStore.setState({ reviews: changed })
  try {
    localStorage.setItem(NAME, writeReviews(changed))
  } catch {
    // A browser that keeps nothing, or is full: the review lasts as long as the page.
  }
}

function kept(): string | null {
  try {
    return localStorage.getItem(NAME)
  } catch {
    return null
  }
}
