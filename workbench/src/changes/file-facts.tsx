/** What is to be said of a changed file beside its name: in words, and in numbers of lines. */

import { Chip } from '../parts/chip.js'
import { counted } from '../parts/counted.js'
import type { ChangedFile } from './changed-file.js'
import type { FileReview } from './file-review.js'
import { SeenText } from './line-text.js'

/** The name with its folder set back. */
export function FileName({ name }: { readonly name: string }) {
  const at = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1
  return (
    <span className="file-name" title={name}>
      <bdi className="file-name-folder">
        <SeenText text={name.slice(0, at)} />
      </bdi>
      <bdi className="file-name-last">
        <SeenText text={name.slice(at)} />
      </bdi>
    </span>
  )
}

export function LineCounts({ added, removed }: Pick<FileReview, 'added' | 'removed'>) {
  return (
    <span className="line-counts">
      <span className="visually-hidden">{`${counted(added, 'line')} added, ${removed} removed`}</span>
      <span aria-hidden="true" data-change="added">{`+${added}`}</span>
      <span aria-hidden="true" data-change="removed">{`−${removed}`}</span>
    </span>
  )
}

const KINDS = { new: 'New', deleted: 'Deleted', renamed: 'Renamed', changed: undefined } as const

export function FileChips({ file }: { readonly file: ChangedFile }) {
  const kind = KINDS[file.kind]
  return (
    <>
      {kind !== undefined && <Chip tone={file.kind === 'deleted' ? 'error' : 'info'}>{kind}</Chip>}
      {file.isProposed && (
        <Chip tone="warn" title="The agent means to make this change and has not made it yet">
          Not written yet
        </Chip>
      )}
      {file.isClaimed && file.state === 'ready' && (
        <Chip title="Nobody has read from disk what stood here before the agent changed it: that is the agent’s word, and to reject writes it">
          Before: the agent’s word
        </Chip>
      )}
      {file.isChangedByOthers && (
        <Chip
          tone="warn"
          title="The file is not as the edits that were shown left it: a command, another program or somebody changed it since, and that stands among the changes"
        >
          Also changed since by other means
        </Chip>
      )}
    </>
  )
}

/** Why there is no more to see of a file than there is. */
export function noteOf({ file, comparisons, hunks, isBack }: FileReview): string | undefined {
  if (file.state === 'reading') return 'Reading the file …'
  if (file.failure !== undefined)
    return `${file.failure} This is what the agent says of its change; nothing of it can be rejected here.`
  if (file.isUnsure)
    return 'Some of what the agent changed is no longer there as it was made. The comparison shows what could be told apart.'
  if (isBack && file.parts[0]?.now === undefined) return 'There is no such file, as before.'
  if (hunks.length === 0) return file.kind === 'new' ? 'The file is empty.' : 'The text is as it was.'
  if (comparisons.some(({ isCoarse }) => isCoarse))
    return 'The texts differ too much to be compared line by line.'
  return undefined
}
