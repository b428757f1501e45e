/** On a phone, going back closes what lies over the conversation: every open sheet is a step of the browser's history. */

import type { Means } from '../state/context.js'
import { isPhone } from './phone.js'
import { shell } from './shell-state.js'

const isStep = (): boolean => Object(history.state).isSheet === true

/** Returns a function that ends it. */
export function keepSheetHistory({ view }: Means): () => void {
  const isOpen = (): boolean =>
    isPhone() && (shell.getState().isSheetOpen || view.getState().pane !== undefined)
  // A visit begins with the conversation, whatever was open in the last one.
  if (isPhone()) view.setState({ pane: undefined })
  // The browser goes back some time after it was asked to: asked twice, it would go too far.
  let isGoing = false
  const follow = (): void => {
    if (isGoing) return
    if (isOpen() && !isStep()) history.pushState({ isSheet: true }, '')
    if (isOpen() || !isStep()) return
    isGoing = true
    history.back()
  }
  const close = (): void => {
    if (isGoing) {
      isGoing = false
      // Something may have been opened meanwhile.
      return follow()
    }
    if (isStep() || !isOpen()) return
    shell.setState({ isSheetOpen: false })
    view.setState({ pane: undefined })
  }
  const stops = [shell.subscribe(follow), view.subscribe(follow)]
  window.addEventListener('popstate', close)
  return () => {
    for (const stop of stops) stop()
    window.removeEventListener('popstate', close)
  }
}
