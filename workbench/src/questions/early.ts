/** Whoever was typing or clicking when a question appeared has not read it: what comes in its first moment was meant for something else. */

import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/** Milliseconds in which a question takes no answer. */
export const GUARD = 300

/** How long a question had been seen when something happened. */
export type AgeOf = (event: Pick<Event, 'timeStamp'>) => number

/**
 * How long it had been seen when something was pressed, not when that was heard: a page that is busy hears late what was
 * pressed early. It counts anew when what is asked is another, when the page was hidden, and when its window gets the focus: the
 * second of two clicks on a window that lay above it is not meant for it.
 */
export function useAge(subject: unknown): AgeOf {
  const since = useRef(Number.POSITIVE_INFINITY)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject is another question
  useLayoutEffect(() => {
    const begin = (): void => {
      since.current = performance.now()
    }
    begin()
    document.addEventListener('visibilitychange', begin)
    addEventListener('focus', begin)
    return () => {
      document.removeEventListener('visibilitychange', begin)
      removeEventListener('focus', begin)
    }
  }, [subject])
  return ({ timeStamp }) => timeStamp - since.current
}

/** For a card: nothing that is pressed in it too early does anything, but to look at another question. */
export function deafWhile(ageOf: AgeOf) {
  const stop = (event: SyntheticEvent): void => {
    if (ageOf(event) >= GUARD) return
    event.preventDefault()
    event.stopPropagation()
  }
  const stopPress = (event: SyntheticEvent): void => {
    const pressed = event.target instanceof Element ? event.target.closest('a, button') : null
    if (pressed !== null && pressed.closest('.question-turning') === null) stop(event)
  }
  return {
    onClickCapture: stopPress,
    // A link is opened by other buttons of the mouse, too.
    onAuxClickCapture: stopPress,
    onSubmitCapture: stop,
    onKeyDownCapture: (event: KeyboardEvent): void => {
      if (event.key === 'Escape' || event.key === 'Enter') stop(event)
      else if (event.key === ' ') stopPress(event)
    },
  }
}
