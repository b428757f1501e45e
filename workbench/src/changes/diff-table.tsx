/** A comparison as a table: hunks with what stands around them, gaps that open, and the rest when it is asked for. */

import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '../parts/button.js'
import { counted } from '../parts/counted.js'
import type { Comparison, Hunk } from './comparison.js'
import { type Colours, type DiffLayout, DiffLines, type LineSlots } from './diff-lines.js'
import { cutStretches, type Stretch, stretchesOf } from './stretches.js'
import { emphasisOf } from './words.js'

export interface DiffTableProps extends LineSlots {
  readonly comparison: Comparison
  readonly layout: DiffLayout
  /** The number of the first line, where only a part of a file is compared. */
  readonly firstLine?: number | undefined
  readonly colours?: Colours | undefined
  /** What stands above a hunk. */
  readonly above?: ((hunk: Hunk) => ReactNode) | undefined
  readonly isFolded?: ((hunk: Hunk) => boolean) | undefined
  /** Rows that must be seen, by their places. */
  readonly needed?: readonly number[] | undefined
}

const ROWS_AT_FIRST = 400
const ROWS_MORE = 4_000

export function DiffTable(props: DiffTableProps) {
  const { comparison, layout, needed } = props
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const [most, setMost] = useState(ROWS_AT_FIRST)
  const stretches = useMemo(() => stretchesOf(comparison, { opened, needed }), [comparison, opened, needed])
  const { kept, hidden } = cutStretches(stretches, most)
  const open = (from: number) => setOpened(before => new Set(before).add(from))
  return (
    <>
      <table className="diff-table" data-layout={layout}>
        <Columns layout={layout} />
        {kept.map(stretch =>
          stretch.is === 'gap' ? (
            <Gap key={stretch.from} stretch={stretch} layout={layout} onOpen={open} />
          ) : (
            <StretchRows key={stretch.from} {...props} stretch={stretch} />
          ),
        )}
      </table>
      {hidden > 0 && (
        <p className="diff-more">
          <Button
            tone="quiet"
            label={
              hidden <= ROWS_MORE
                ? `Show all (${counted(hidden, 'more line')})`
                : `Show ${ROWS_MORE} of ${hidden} more lines`
            }
            onClick={() => setMost(most + ROWS_MORE)}
          />
        </p>
      )}
    </>
  )
}

function Columns({ layout }: { readonly layout: DiffLayout }) {
  return layout === 'split' ? (
    <colgroup>
      <col className="diff-column-number" />
      <col />
      <col className="diff-column-number" />
      <col />
    </colgroup>
  ) : (
    <colgroup>
      <col className="diff-column-number" />
      <col className="diff-column-number" />
      <col />
    </colgroup>
  )
}

interface GapProps {
  readonly stretch: Stretch
  readonly layout: DiffLayout
  readonly onOpen: (from: number) => void
}

function Gap({ stretch: { from, to }, layout, onOpen }: GapProps) {
  return (
    <tbody>
      <tr className="diff-gap">
        <td colSpan={spanOf(layout)}>
          <button type="button" onClick={() => onOpen(from)}>
            {`Show ${counted(to - from, 'line')}`}
          </button>
        </td>
      </tr>
    </tbody>
  )
}

const spanOf = (layout: DiffLayout): number => (layout === 'split' ? 4 : 3)

function StretchRows({ stretch, ...props }: DiffTableProps & { readonly stretch: Stretch }) {
  const { rows, hunks } = props.comparison
  const inside = hunks.filter(({ from, to }) => to > stretch.from && from < stretch.to)
  const parts: ReactNode[] = []
  let at = stretch.from
  const addSame = (to: number) => {
    if (to > at) parts.push(<Same key={at} {...props} from={at} to={to} />)
  }
  for (const hunk of inside) {
    addSame(hunk.from)
    parts.push(<HunkRows key={hunk.from} {...props} hunk={hunk} to={Math.min(hunk.to, stretch.to)} />)
    at = hunk.to
  }
  addSame(Math.min(stretch.to, rows.length))
  return parts
}

function Same(props: DiffTableProps & { readonly from: number; readonly to: number }) {
  const { comparison, from, to, firstLine = 1 } = props
  return (
    <tbody>
      <DiffLines {...props} rows={comparison.rows.slice(from, to)} shift={firstLine - 1} />
    </tbody>
  )
}

function HunkRows(props: DiffTableProps & { readonly hunk: Hunk; readonly to: number }) {
  const { comparison, hunk, to, above, isFolded, layout, firstLine = 1 } = props
  const rows = useMemo(() => comparison.rows.slice(hunk.from, to), [comparison, hunk, to])
  const emphasis = useMemo(() => emphasisOf(rows), [rows])
  const { showsBreaks } = comparison
  return (
    <tbody className="diff-hunk">
      {above && (
        <tr className="diff-above">
          <td colSpan={spanOf(layout)}>{above(hunk)}</td>
        </tr>
      )}
      {!isFolded?.(hunk) && (
        <DiffLines {...props} {...{ rows, emphasis, showsBreaks }} shift={firstLine - 1} />
      )}
    </tbody>
  )
}
