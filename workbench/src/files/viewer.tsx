/** A file to be read: line by line, with the line that matters and why. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { LineText, SeenText } from '../changes/line-text.js'
import { toLines } from '../changes/lines.js'
import { useColouredLines } from '../changes/use-coloured-lines.js'

interface ViewerProps {
  readonly path: string
  readonly text: string
  /** Counted from 1. */
  readonly line?: number | undefined
  /** What somebody did there. */
  readonly note?: string | undefined
}

const LINE_HEIGHT = 20

export function Viewer({ path, text, line, note }: ViewerProps) {
  const lines = useMemo(() => toLines(text), [text])
  const coloured = useColouredLines(path, text)
  const place = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    ...{ count: lines.length, getScrollElement: () => place.current, estimateSize: () => LINE_HEIGHT },
    ...{ overscan: 20, initialRect: { width: 600, height: 600 } },
  })
  const digits = `${lines.length}`.length
  const { scrollToIndex } = virtual
  // Where it is scrolled to is outside of React. A viewer is of one file: another one begins at its top.
  useLayoutEffect(() => {
    if (line !== undefined) scrollToIndex(line - 1, { align: 'center' })
  }, [line, scrollToIndex])
  return (
    <section
      className="viewer"
      ref={place}
      aria-label={`Text of ${path}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
    >
      <div className="viewer-lines" style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            className="viewer-line"
            style={{ transform: `translateY(${start}px)` }}
            data-current={index + 1 === line || undefined}
          >
            <span className="viewer-number" style={{ inlineSize: `${digits + 2}ch` }}>
              {index + 1}
            </span>
            <span className="viewer-code">
              <LineText line={lines[index] ?? ''} spans={coloured?.[index]} />
            </span>
            {index + 1 === line && note !== undefined && (
              <span className="viewer-note">
                <SeenText text={note} />
              </span>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}
