/** From hunk to hunk and from line to line by keys: where the focus is, is where one is. */

const HUNKS = '[data-hunk]'
const STOPS = '[data-hunk], .diff-plus'

/** The hunk that has the focus, or in which it is; else the first one that is still open. */
export function currentHunk(pane: HTMLElement): HTMLElement | undefined {
  const focused = pane.contains(document.activeElement) ? document.activeElement : null
  const inside = focused?.closest('.diff-hunk')?.querySelector<HTMLElement>(HUNKS)
  return inside ?? pane.querySelector<HTMLElement>(`${HUNKS}[data-status="open"]`) ?? undefined
}

/** Sets the focus on the next one, or the one before; those that are kept are stepped over. */
export function goToHunk(pane: HTMLElement, step: 1 | -1): void {
  go(pane, `${HUNKS}[data-status="open"]`, step)
}

/** Where the focus was lost with a hunk that is gone. */
export function focusHunk(pane: HTMLElement, name: string | undefined): void {
  if (document.activeElement !== document.body) return
  for (const hunk of pane.querySelectorAll<HTMLElement>(HUNKS)) if (hunk.dataset.hunk === name) hunk.focus()
}

export function goToLine(pane: HTMLElement, step: 1 | -1): void {
  go(pane, STOPS, step)
}

function go(pane: HTMLElement, stops: string, step: 1 | -1): void {
  const all = [...pane.querySelectorAll<HTMLElement>(stops)]
  const focused = document.activeElement
  const isBefore = (stop: HTMLElement) =>
    focused !== null && (stop.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const isInside = focused !== null && focused !== pane && pane.contains(focused)
  const others = all.filter(stop => stop !== focused)
  const after = isInside ? others.filter(stop => !isBefore(stop)) : others
  const before = isInside ? others.filter(isBefore) : []
  const next = step === 1 ? after[0] : before.at(-1)
  next?.focus()
  next?.scrollIntoView({ block: 'center' })
}
