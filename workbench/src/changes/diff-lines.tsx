/** Lines of a comparison as rows of a table, in one column of code or in two. */

import { Fragment, type ReactNode } from 'react'
import { overlay, type Span } from './coloured-lines.js'
import type { Row } from './comparison.js'
import { LineText } from './line-text.js'
import { breakOf } from './lines.js'
import type { Side } from './review.js'
import { pairsOf } from './side-by-side.js'
import type { Word } from './words.js'

export type DiffLayout = 'split' | 'unified'

export interface LineSlots {
  /** Somebody wants to say something about a line. */
  readonly onComment?: ((side: Side, line: number) => void) | undefined
  /** What stands below a line. */
  readonly below?: ((row: Row) => ReactNode) | undefined
}

export type Colours = Readonly<Record<Side, readonly (readonly Span[])[] | undefined>>

export interface DiffLinesProps extends LineSlots {
  readonly rows: readonly Row[]
  readonly layout: DiffLayout
  /** By place after the first. */
  readonly emphasis?: ReadonlyMap<number, readonly Word[]> | undefined
  /** The lines of both texts with their colours, where there are any. */
  readonly colours?: Colours | undefined
  readonly showsBreaks?: boolean | undefined
  /** Added to the numbers of lines. */
  readonly shift?: number | undefined
}

const SIGNS = { same: ' ', removed: '−', added: '+' } as const
const WORDS = { same: '', removed: 'Removed: ', added: 'Added: ' } as const

export function DiffLines(props: DiffLinesProps) {
  return props.layout === 'split' ? <SplitLines {...props} /> : <UnifiedLines {...props} />
}

function UnifiedLines(props: DiffLinesProps) {
  const { rows, shift = 0 } = props
  return rows.map((row, index) => (
    <Fragment key={`${row.old} ${row.now}`}>
      <tr className="diff-line" data-change={row.change}>
        <td className="diff-number">{row.old !== undefined && row.old + shift}</td>
        <td className="diff-number">
          {row.now !== undefined && row.now + shift}
          <Plus row={row} onComment={props.onComment} />
        </td>
        <Code {...props} row={row} index={index} />
      </tr>
      <Below row={row} span={3} below={props.below} />
    </Fragment>
  ))
}

function SplitLines(props: DiffLinesProps) {
  return pairsOf(props.rows, 0).map(({ old, now }) => (
    <Fragment key={`${old} ${now}`}>
      <tr className="diff-line">
        <HalfLine {...props} side="old" index={old} />
        <HalfLine {...props} side="now" index={now} />
      </tr>
      {old !== undefined && old !== now && <Below row={props.rows[old]} span={4} below={props.below} />}
      {now !== undefined && <Below row={props.rows[now]} span={4} below={props.below} />}
    </Fragment>
  ))
}

interface HalfLineProps extends DiffLinesProps {
  readonly side: Side
  readonly index: number | undefined
}

function HalfLine(props: HalfLineProps) {
  const { rows, side, index, shift = 0 } = props
  const row = index === undefined ? undefined : rows[index]
  if (row === undefined || index === undefined)
    return <td className="diff-nothing" data-side={side} colSpan={2} />
  const number = row[side]
  const hasPlus = side === 'now' || row.change === 'removed'
  return (
    <>
      <td className="diff-number" data-side={side} data-change={row.change}>
        {number !== undefined && number + shift}
        {hasPlus && <Plus row={row} onComment={props.onComment} />}
      </td>
      <Code {...props} row={row} index={index} />
    </>
  )
}

interface CodeProps extends DiffLinesProps {
  readonly row: Row
  readonly index: number
}

function Code({ row, index, emphasis, colours, showsBreaks }: CodeProps) {
  const [side, line] = sideOf(row)
  const ending = breakOf(row.line)
  return (
    <td className="diff-code" data-change={row.change}>
      <span className="diff-sign" aria-hidden="true">
        {SIGNS[row.change]}
      </span>
      <span className="visually-hidden">{WORDS[row.change]}</span>
      <LineText line={row.line} spans={overlay(colours?.[side]?.[line - 1], emphasis?.get(index))} />
      {row.change !== 'same' && showsBreaks && ending !== 'none' && (
        <span className="seen-name">{ending}</span>
      )}
      {row.change !== 'same' && ending === 'none' && (
        <span className="seen-name">no line break at the end</span>
      )}
    </td>
  )
}

/** The side on which a line is spoken of: what is still there, else what was. */
function sideOf(row: Row): readonly [Side, number] {
  return row.now === undefined ? ['old', row.old ?? 1] : ['now', row.now]
}

function Plus({ row, onComment }: Pick<LineSlots, 'onComment'> & { readonly row: Row }) {
  if (onComment === undefined) return null
  const [side, line] = sideOf(row)
  const label = `Comment on line ${line}`
  return (
    <button
      type="button"
      tabIndex={-1}
      className="diff-plus"
      title={label}
      onClick={() => onComment(side, line)}
    >
      <span aria-hidden="true">+</span>
      <span className="visually-hidden">{label}</span>
    </button>
  )
}

interface BelowProps extends Pick<LineSlots, 'below'> {
  readonly row: Row | undefined
  readonly span: number
}

function Below({ row, span, below }: BelowProps) {
  if (row === undefined) return null
  const content = below?.(row)
  if (content === undefined || content === null) return null
  return (
    <tr className="diff-below">
      <td colSpan={span}>{content}</td>
    </tr>
  )
}
