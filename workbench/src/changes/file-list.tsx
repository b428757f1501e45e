/** Every file that changed, at a glance. */

import { counted } from '../parts/counted.js'
import { Icon } from '../parts/icon.js'
import { FileName, LineCounts } from './file-facts.js'
import { type FileReview, isLeft } from './file-review.js'

interface FileListProps {
  readonly files: readonly FileReview[]
  readonly onChoose: (path: string) => void
}

const WORDS = { new: 'new', deleted: 'deleted', renamed: 'renamed', changed: '' } as const

export function FileList({ files, onChoose }: FileListProps) {
  return (
    <ul className="changes-list" aria-label="Changed files">
      {files.map(reviewed => (
        <li key={reviewed.file.path}>
          <button
            type="button"
            onClick={() => onChoose(reviewed.file.path)}
            data-status={isLeft(reviewed) ? 'open' : 'kept'}
          >
            <Mark reviewed={reviewed} />
            <FileName name={reviewed.file.name} />
            <span className="changes-list-kind">
              {reviewed.isBack ? 'as before' : WORDS[reviewed.file.kind]}
            </span>
            {reviewed.comments.length > 0 && (
              <span className="changes-list-kind">{counted(reviewed.comments.length, 'comment')}</span>
            )}
            {!reviewed.isBack && <LineCounts {...reviewed} />}
          </button>
        </li>
      ))}
    </ul>
  )
}

function Mark({ reviewed }: { readonly reviewed: FileReview }) {
  if (isLeft(reviewed)) return <Icon name="file" />
  return reviewed.isBack ? <Icon name="undo" label="As before" /> : <Icon name="check" label="Kept" />
}
