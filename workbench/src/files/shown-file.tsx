/** The file that is looked at: where it is, what the agent did there, and its text or why there is none. */

import type { DiskFile } from '../changes/disk.js'
import { FileName } from '../changes/file-facts.js'
import { Blank } from '../parts/blank.js'
import { Button, IconButton } from '../parts/button.js'
import { CopyButton } from '../parts/copy-button.js'
import { toSize } from './sizes.js'
import { Viewer } from './viewer.js'

interface ShownFileProps {
  readonly path: string
  /** Without the folder of the session. */
  readonly name: string
  readonly line?: number | undefined
  readonly note?: string | undefined
  /** Nothing while it is being read. */
  readonly file: DiskFile | undefined
  readonly isChanged: boolean
  readonly onChanges: () => void
  readonly onReload: () => void
  readonly onClose: () => void
}

export function ShownFile(props: ShownFileProps) {
  const { path, name, line, isChanged, onChanges, onReload, onClose } = props
  return (
    <section className="shown-file" aria-label={name} data-status={props.file?.is ?? 'reading'}>
      <header className="shown-file-head">
        <IconButton
          icon="arrow-left"
          label="Back to the tree"
          className="shown-file-back"
          onClick={onClose}
        />
        <FileName name={line === undefined ? name : `${name}:${line}`} />
        <span className="shown-file-actions">
          {isChanged && <Button tone="quiet" icon="changes" label="Open in Changes" onClick={onChanges} />}
          <CopyButton text={path} label="Copy the path" />
          <IconButton icon="retry" label="Read it again" onClick={onReload} />
        </span>
      </header>
      <ShownText {...props} />
    </section>
  )
}

function ShownText({ path, line, note, file, onReload }: ShownFileProps) {
  if (file === undefined) return <p className="shown-file-note">Reading …</p>
  if (file.is === 'missing')
    return (
      <Blank icon="file" title="There is no such file" status="missing">
        <p>It was moved or deleted, or has not been written yet.</p>
      </Blank>
    )
  if (file.is === 'failed')
    return (
      <Blank icon="warning" title="The file cannot be shown" status="failed">
        <p>{file.message}</p>
        <Button icon="retry" label="Try again" onClick={onReload} />
      </Blank>
    )
  const { text, size, isCut } = file.content
  if (text === undefined)
    return (
      <Blank icon="file" title="Not a text file" status="binary">
        <p>{`The file has ${toSize(size)} and is not text.`}</p>
      </Blank>
    )
  return (
    <>
      {isCut && (
        <p className="shown-file-note">{`Only the beginning is shown: the file has ${toSize(size)}.`}</p>
      )}
      {text === '' && <p className="shown-file-note">The file is empty.</p>}
      <Viewer key={path} {...{ path, text, line, note }} />
    </>
  )
}
