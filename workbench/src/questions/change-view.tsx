/** The files that would change, each whole: its path, how much, and every line that goes or comes. */

import type { PermissionChange } from '@parley/acp/client'
import { Component, type ReactNode, useMemo } from 'react'
import { DiffView } from '../changes/diff-view.js'
import { MarkedText } from './marked-text.js'
import { toPatchRows, toPlainChange } from './plain-change.js'
import { PlainChangeRows } from './plain-change-rows.js'

/** Every file: none of them is applied unseen. */
export function ChangeList({ changes }: { readonly changes: readonly PermissionChange[] }) {
  return changes.map((change, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be changed twice
    <ChangeView key={index} change={change} />
  ))
}

function ChangeView({ change }: { readonly change: PermissionChange }) {
  const plain = useMemo(() => toPlainChange(change), [change])
  return (
    <section className="change-view" aria-label={`Change of ${change.path}`}>
      <header className="change-view-head">
        <code className="change-view-path">
          <MarkedText text={change.path} />
        </code>
        {plain.isNew && <span>new file</span>}
      </header>
      <Otherwise instead={<PlainChangeRows rows={plain.rows} />}>
        <DiffView {...change} layout="unified" />
      </Otherwise>
    </section>
  )
}

/** A patch as the agent wrote it, all of it. */
export function PatchView({ patch }: { readonly patch: string }) {
  const rows = useMemo(() => toPatchRows(patch), [patch])
  return (
    <section className="change-view" aria-label="Patch">
      <PlainChangeRows rows={rows} />
    </section>
  )
}

interface OtherwiseProps {
  readonly instead: ReactNode
  readonly children: ReactNode
}

/** What compares texts is loaded when it is wanted. Where that fails, the lines are shown as they are: nobody decides blind. */
class Otherwise extends Component<OtherwiseProps, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false }

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.instead : this.props.children
  }
}
