/** The lines of a file with their colours, as soon as there are any. */

import { useMemo } from 'react'
import { useColours } from '../text/colours.js'
import { languageOf, type Span, toColouredLines } from './coloured-lines.js'

export function useColouredLines(
  path: string,
  text: string | undefined,
): readonly (readonly Span[])[] | undefined {
  const pieces = useColours(text ?? '', languageOf(path))
  return useMemo(() => pieces && toColouredLines(pieces), [pieces])
}
