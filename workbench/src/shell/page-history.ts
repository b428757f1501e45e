/**
 * Keeps the page's address and the browser's history as somebody expects them: each conversation and each pane is a step,
 * and so is, on a phone, the sheet over them. Going back and forth, a reload and a pasted address lead to the same place.
 */

import { hasTicket, readAddress, toFragment } from '../state/address.js'
import type { Means } from '../state/context.js'
import { isFreshKey, type TalkKey, talkKey } from '../state/talk.js'
import type { Pane } from '../state/view.js'
import type { Workbench } from '../state/workbench.js'
import { isPhone } from './phone.js'
import { shell } from './shell-state.js'

interface Place {
  readonly talk: TalkKey | undefined
  readonly pane: Pane | undefined
  readonly isSheet: boolean
}

const print = (place: Place): string => `${toFragment(place)} ${place.isSheet}`

/** Where the browser says that we are. */
function here(): Place {
  const { talk, pane } = readAddress(location.hash.slice(1))
  return { talk, pane, isSheet: Object(history.state).isSheet === true }
}

/** By which a conversation is known to others, too; nothing while one that is being begun has no name yet. */
function nameOf({ talks, listed, current = '' }: Workbench): TalkKey | undefined {
  const known = talks.get(current) ?? listed.find(({ key }) => key === current)
  if (known === undefined) return isFreshKey(current) ? undefined : current
  return known.sessionId === undefined ? undefined : talkKey(known.agent, known.sessionId)
}

type How = 'stay' | 'push' | 'replace' | 'back'

interface Entry {
  readonly before: Place
  /** The place that the browser would go back to, where we know it. */
  readonly from: unknown
  readonly onPhone: boolean
}

/** By which step the browser gets from one place to another. */
function stepTo(now: Place, { before, from, onPhone }: Entry): How {
  if (print(now) === print(before)) return 'stay'
  const closesSheet = before.isSheet && !now.isSheet
  const closesPane = before.pane !== undefined && now.pane === undefined
  const isClosed = now.talk === before.talk && (closesSheet ? now.pane === before.pane : closesPane)
  // The step that opened it is taken back: whoever opens and closes a pane all day goes back to where they were before.
  if (isClosed && from === print(now)) return 'back'
  const isOver = closesSheet || (onPhone && before.pane !== undefined && !now.isSheet)
  return isOver ? 'replace' : 'push'
}

/** Returns a function that ends it. */
export function keepPageHistory(means: Means): () => void {
  const { store, view } = means
  const kept = new PageHistory(means)
  const follow = (): void => kept.follow()
  const apply = (): void => kept.apply()
  kept.begin()
  const stops = [
    shell.subscribe(follow),
    view.subscribe(follow),
    store.subscribe((state, before) => {
      if (state.current !== before.current || state.talks !== before.talks) follow()
    }),
  ]
  window.addEventListener('popstate', apply)
  return () => {
    for (const stop of stops) stop()
    window.removeEventListener('popstate', apply)
  }
}

class PageHistory {
  readonly #means: Means
  /** Until the conversation of the address is there, that is where we are. */
  #hasArrived = false
  #isApplying = false
  /** Where the page begins is no step. */
  #isSettled = false
  /** The browser goes back some time after it was asked to: asked twice, it would go too far. */
  #isGoing = false

  constructor(means: Means) {
    this.#means = means
  }

  begin(): void {
    const { talk, pane } = here()
    if (talk !== undefined || pane !== undefined || isPhone()) this.#means.view.setState({ pane })
    this.follow()
  }

  /** Takes the browser to where we are. */
  follow(): void {
    // A ticket in the address is for whoever lets us in: until it was taken, nothing else is written there.
    const isBusy = this.#isGoing || this.#isApplying || hasTicket(location.hash.slice(1))
    const place = isBusy ? undefined : this.#place()
    if (place === undefined) return
    const { from } = Object(history.state)
    if (!this.#isSettled) {
      this.#isSettled = true
      return write('replace', place, from)
    }
    const before = here()
    const how = stepTo(place, { before, from, onPhone: isPhone() })
    if (how === 'push') write('push', place, print(before))
    if (how === 'replace') write('replace', place, from)
    if (how !== 'back') return
    this.#isGoing = true
    history.back()
  }

  /** Takes us to where the browser is. */
  apply(): void {
    if (hasTicket(location.hash.slice(1))) return
    // Something may have been opened while the browser went back.
    if (this.#isGoing) {
      this.#isGoing = false
      return this.follow()
    }
    const { view, actions } = this.#means
    const { talk, pane, isSheet } = here()
    this.#isApplying = true
    this.#hasArrived = true
    view.setState({ pane })
    if (talk !== this.#place()?.talk) actions.selectTalk(talk)
    shell.setState({ isSheetOpen: isSheet && isPhone() })
    this.#isApplying = false
  }

  /** Nothing where it has no name yet. */
  #place(): Place | undefined {
    const { store, view } = this.#means
    const workbench = store.getState()
    const isSomewhere = workbench.current !== undefined
    this.#hasArrived ||= isSomewhere
    const name = isSomewhere ? nameOf(workbench) : undefined
    if (isSomewhere && name === undefined) return undefined
    const talk = this.#hasArrived ? name : here().talk
    return { talk, pane: view.getState().pane, isSheet: isPhone() && shell.getState().isSheetOpen }
  }
}

function write(how: 'push' | 'replace', { isSheet, ...address }: Place, from: unknown): void {
  const fragment = toFragment(address)
  history[`${how}State`]({ isSheet, from }, '', fragment === '' ? location.pathname : `#${fragment}`)
}
