/** The change of one file, to be looked at only. What compares texts comes with it, so it is loaded when it is wanted. */

import { useMemo, useRef } from 'react'
import { compareTexts } from './comparison.js'
import { DiffTable } from './diff-table.js'
import type { DiffViewProps } from './diff-view.js'
import { layoutFor, useWidth } from './layout.js'
import { useColouredLines } from './use-coloured-lines.js'

export function TextComparison({ path, oldText, newText, layout = 'auto' }: DiffViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const comparison = useMemo(
    () => compareTexts(oldText ?? undefined, newText ?? undefined),
    [oldText, newText],
  )
  const colours = {
    old: useColouredLines(path, oldText ?? undefined),
    now: useColouredLines(path, newText ?? undefined),
  }
  return (
    <section className="diff-view" ref={place} aria-label={`Changes of ${path}`}>
      {comparison.hunks.length === 0 ? (
        <p className="diff-note">Nothing in the text changes.</p>
      ) : (
        <DiffTable {...{ comparison, colours }} layout={layoutFor(layout, width)} />
      )}
    </section>
  )
}
