/** A place in a file. Pressed, it opens there. */

import { useMeans } from '../state/context.js'
import { toShortPath } from './words.js'

interface LocationButtonProps {
  readonly path: string
  readonly line?: number | undefined
  readonly cwd: string
}

export function LocationButton({ path, line, cwd }: LocationButtonProps) {
  const { view } = useMeans()
  const open = (): void => view.setState({ pane: 'files', file: { path, line } })
  const place = line === undefined ? '' : `:${line}`
  return (
    <button
      type="button"
      className="location-button"
      title={`Open ${toShortPath(path, '')}${place}`}
      onClick={open}
    >
      <bdi>
        {toShortPath(path, cwd)}
        {place}
      </bdi>
    </button>
  )
}
