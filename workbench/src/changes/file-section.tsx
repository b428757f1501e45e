/** One changed file: its head with what can be done, and below it the comparison with comments. */

import { memo, type ReactNode, useMemo } from 'react'
import { Button, IconButton } from '../parts/button.js'
import { Chip } from '../parts/chip.js'
import { CommentCard, CommentEditor } from './comment-box.js'
import type { Hunk, Row } from './comparison.js'
import type { Desk } from './desk.js'
import type { DiffLayout } from './diff-lines.js'
import { DiffTable } from './diff-table.js'
import { FileChips, FileName, LineCounts, noteOf } from './file-facts.js'
import { type FileReview, isAtRow, isLeft, type PlacedComment } from './file-review.js'
import { HunkBar } from './hunk-bar.js'
import { SeenText } from './line-text.js'
import type { LineComment } from './review.js'
import { useColouredLines } from './use-coloured-lines.js'

export interface FileSectionProps {
  readonly reviewed: FileReview
  readonly desk: Desk
  readonly layout: DiffLayout
  readonly draft: LineComment | undefined
  readonly canWrite: boolean
  readonly isOpen: boolean
  readonly onToggle: (path: string, isOpen: boolean) => void
  readonly onShow: (path: string) => void
}

/** Drawn anew only where something of this file is another value. */
export const FileSection = memo(function FileSection(props: FileSectionProps) {
  const { reviewed, isOpen } = props
  const note = noteOf(reviewed)
  return (
    <section className="file-section" data-path={reviewed.file.path} aria-label={reviewed.file.name}>
      <FileHead {...props} />
      {isOpen && (
        <>
          {reviewed.file.oldName !== undefined && (
            <p className="diff-note">
              Renamed from <SeenText text={reviewed.file.oldName} />
            </p>
          )}
          {note !== undefined && (
            <p className="diff-note" data-status={reviewed.file.state}>
              {note}
            </p>
          )}
          <FileBody {...props} />
        </>
      )}
    </section>
  )
})

function FileHead({ reviewed, desk, canWrite, isOpen, onToggle, onShow }: FileSectionProps) {
  const { file, isKept, isBack, hunks } = reviewed
  const { path } = file
  return (
    <header className="file-section-head" data-status={isLeft(reviewed) ? 'open' : 'kept'}>
      <h3>
        <button
          type="button"
          className="file-section-fold"
          aria-expanded={isOpen}
          onClick={() => onToggle(path, !isOpen)}
        >
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
          <FileName name={file.name} />
        </button>
      </h3>
      {isBack ? <Chip>As before</Chip> : <FileChips file={file} />}
      {file.state !== 'reading' && !isBack && <LineCounts {...reviewed} />}
      <span className="file-section-actions">
        {isKept && !isBack && <Button tone="quiet" label="Kept" icon="check" disabled />}
        {isLeft(reviewed) && <Button tone="quiet" label="Keep file" onClick={() => desk.keep(reviewed)} />}
        {canWrite &&
          file.state === 'ready' &&
          isLeft(reviewed) &&
          (hunks.length > 0 || file.kind !== 'changed') && (
            <Button tone="quiet" label="Reject file" onClick={() => void desk.reject([{ file: reviewed }])} />
          )}
        <IconButton icon="file" label="Open in Files" onClick={() => onShow(path)} />
      </span>
    </header>
  )
}

function FileBody(props: FileSectionProps) {
  const { reviewed, desk, draft } = props
  const stale = reviewed.comments.filter(({ place }) => place.is === 'stale')
  return (
    <>
      {stale.map(placed => (
        <Comment key={placed.comment.id} {...{ placed, draft, desk }} />
      ))}
      {reviewed.comparisons.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a file have no other name than their place
        <Part key={index} {...props} index={index} />
      ))}
    </>
  )
}

function Part({
  reviewed,
  desk,
  draft,
  layout,
  canWrite,
  index,
}: FileSectionProps & { readonly index: number }) {
  const comparison = reviewed.comparisons[index]
  // Only what is compared as a whole has lines that can be spoken of.
  const isWhole = reviewed.file.state === 'ready'
  const placed = useMemo(() => (isWhole ? withDraft(reviewed, draft) : []), [reviewed, draft, isWhole])
  const needed = useMemo(
    () =>
      (comparison?.rows ?? []).flatMap((row, at) => (placed.some(each => isAtRow(each, row)) ? [at] : [])),
    [comparison, placed],
  )
  const { old, now, firstLine } = reviewed.file.parts[index] ?? {}
  const { path } = reviewed.file
  const colours = { old: useColouredLines(path, old), now: useColouredLines(path, now) }
  if (comparison === undefined || comparison.hunks.length === 0) return null
  const below = (row: Row): ReactNode => {
    const found = placed.filter(each => isAtRow(each, row))
    return found.length === 0
      ? null
      : found.map(each => <Comment key={each.comment.id} placed={each} {...{ draft, desk }} />)
  }
  const isFolded = (hunk: Hunk) =>
    nameIn(reviewed, hunk).isKept && !needed.some(at => at >= hunk.from && at < hunk.to)
  return (
    <DiffTable
      {...{ comparison, layout, needed, below, isFolded, colours, firstLine }}
      onComment={isWhole ? (side, line) => desk.beginComment(reviewed, side, line) : undefined}
      above={hunk => <Bar {...{ reviewed, desk, hunk }} canReject={canWrite && isWhole} />}
    />
  )
}

interface BarProps extends Pick<FileSectionProps, 'reviewed' | 'desk'> {
  readonly hunk: Hunk
  readonly canReject: boolean
}

function Bar({ reviewed, desk, hunk, canReject }: BarProps) {
  const found = nameIn(reviewed, hunk)
  return (
    <HunkBar
      {...found}
      canReject={canReject}
      onKeep={() => desk.keep(reviewed, found.name)}
      onUnkeep={() => desk.unkeep(reviewed, found.name)}
      onReject={() => void desk.reject([{ file: reviewed, hunk }])}
    />
  )
}

function nameIn({ hunks }: FileReview, hunk: Hunk) {
  return hunks.find(each => each.hunk === hunk) ?? { hunk, name: hunk.key, isKept: false }
}

/** The comments of the file, and the one that is being written where it stands on a line of its own. */
function withDraft({ file, comments }: FileReview, draft: LineComment | undefined): readonly PlacedComment[] {
  if (draft?.path !== file.path || comments.some(({ comment }) => comment.id === draft.id)) return comments
  return [...comments, { comment: draft, place: { is: 'there', line: draft.line } }]
}

interface CommentProps extends Pick<FileSectionProps, 'draft' | 'desk'> {
  readonly placed: PlacedComment
}

function Comment({ placed, draft, desk }: CommentProps) {
  return draft?.id === placed.comment.id ? (
    <CommentEditor
      draft={draft}
      onChange={changed => desk.setDraft(changed)}
      onSave={() => desk.saveDraft()}
      onCancel={() => desk.setDraft(undefined)}
    />
  ) : (
    <CommentCard
      {...placed}
      onEdit={comment => {
        desk.saveDraft()
        desk.setDraft(comment)
      }}
      onDelete={id => desk.dropComment(id)}
    />
  )
}
