/** How the workbench is looked at: which panes are open and how wide, in which colours. Kept in this browser only. */

export const PANES = ['changes', 'plan', 'terminals', 'files', 'protocol'] as const
export type Pane = (typeof PANES)[number]

export interface View {
  readonly pane: Pane | undefined
  readonly isSidebarOpen: boolean
  /** Pixels. */
  readonly sidebarWidth: number
  readonly paneWidth: number
  readonly theme: 'system' | 'light' | 'dark'
  readonly diffLayout: 'auto' | 'split' | 'unified'
  readonly showsThoughts: boolean
  /** A file that somebody, or the agent, wants to see. */
  readonly file?: { readonly path: string; readonly line?: number | undefined } | undefined
  readonly followsAgent: boolean
}

export const usualView: View = {
  pane: undefined,
  isSidebarOpen: true,
  sidebarWidth: 264,
  paneWidth: 520,
  theme: 'system',
  diffLayout: 'auto',
  showsThoughts: false,
  followsAgent: false,
}
