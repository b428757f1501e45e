/** How the workbench is looked at, from one visit to the next: the layout alone, and checked when it is read. */

import { browserTexts, type KeptTexts, keep, readKept } from './keeping.js'
import { createViewStore, type ViewStore } from './store.js'
import { PANES, usualView, type View } from './view.js'

const NAME = 'parley.view'
const THEMES = ['system', 'light', 'dark'] as const
const LAYOUTS = ['auto', 'split', 'unified'] as const
const NARROWEST = 160
const WIDEST = 2_400

/** The view as it was left, kept again whenever it changes. */
export function createKeptViewStore(texts: KeptTexts | undefined = browserTexts()): ViewStore {
  const store = createViewStore(readView(readKept(texts, NAME)))
  store.subscribe(view => keep(texts, NAME, toKept(view)))
  return store
}

/** Whatever is not as it should be is as usual. */
export function readView(value: unknown): View {
  const kept: Readonly<Record<string, unknown>> = Object(value)
  return {
    pane: PANES.find(each => each === kept.pane),
    isSidebarOpen: flagOr(kept.isSidebarOpen, usualView.isSidebarOpen),
    sidebarWidth: widthOr(kept.sidebarWidth, usualView.sidebarWidth),
    paneWidth: widthOr(kept.paneWidth, usualView.paneWidth),
    theme: THEMES.find(each => each === kept.theme) ?? usualView.theme,
    diffLayout: LAYOUTS.find(each => each === kept.diffLayout) ?? usualView.diffLayout,
    showsThoughts: flagOr(kept.showsThoughts, usualView.showsThoughts),
    followsAgent: flagOr(kept.followsAgent, usualView.followsAgent),
  }
}

/** Which file was looked at says something of the work: that is not kept. */
function toKept({ file: _, ...layout }: View): Omit<View, 'file'> {
  return layout
}

function flagOr(value: unknown, usual: boolean): boolean {
  return typeof value === 'boolean' ? value : usual
}

function widthOr(value: unknown, usual: number): number {
  return typeof value === 'number' && value >= NARROWEST && value <= WIDEST ? Math.round(value) : usual
}
