/** What happens outside of the page's own picture: what is said aloud, the tab's title and icon, calls, and the colours. */

import type { Means } from '../state/context.js'
import type { Workbench } from '../state/workbench.js'
import { goTo } from './acts.js'
import { type Announcement, announce } from './announcement.js'
import { needsSomebody, pageTitle } from './page-title.js'
import { shell, visited } from './shell-state.js'

/** Begins to watch; returns a function that ends it. */
export function watch(means: Means): () => void {
  const { store, view } = means
  const dress = ({ theme }: { readonly theme: string }): void => {
    document.documentElement.dataset.theme = theme
  }
  dress(view.getState())
  mark(store.getState())
  const stops = [
    view.subscribe(dress),
    store.subscribe((after, before) => {
      mark(after)
      if (after.current !== before.current) shell.setState({ isSheetOpen: false })
      for (const said of announce(before, after)) tell(means, said)
      if (after.notices !== before.notices) tellNotices(after, before)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const ICONS = { usual: '/icon.svg', needed: '/icon-needs-you.svg' } as const

function mark(workbench: Workbench): void {
  const title = pageTitle(workbench)
  if (document.title !== title) document.title = title
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const address = needsSomebody(workbench) ? ICONS.needed : ICONS.usual
  if (icon !== null && icon.getAttribute('href') !== address) icon.href = address
  const { recent } = shell.getState()
  if (workbench.current !== undefined && recent[0] !== workbench.current)
    shell.setState({ recent: visited(recent, workbench.current) })
}

function tell(means: Means, said: Announcement): void {
  shell.setState(said.isUrgent ? { cried: said.text } : { said: said.text })
  if (said.isCall && document.hidden && shell.getState().notifies) call(means, said)
}

// Some browsers let only a worker call: then the title and the icon have to do.
function call(means: Means, { key, text }: Announcement): void {
  try {
    const notification = new Notification('Parley', { body: text, tag: key })
    notification.onclick = () => {
      window.focus()
      goTo(means, key)
    }
  } catch {
    shell.setState({ notifies: false })
  }
}

function tellNotices({ notices = [] }: Workbench, before: Workbench): void {
  const last = notices.at(-1)
  if (last === undefined || before.notices?.some(({ id }) => id === last.id)) return
  shell.setState(last.tone === 'error' ? { cried: last.text } : { said: last.text })
}
