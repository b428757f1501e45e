/** The review of a conversation: every file that changed, first as a list, then hunk by hunk. */

import { useCallback, useEffect, useRef } from 'react'
import { Blank } from '../parts/blank.js'
import { useMeans, useView } from '../state/context.js'
import type { Talk } from '../state/talk.js'
import type { Scope } from './edits.js'
import { FileList } from './file-list.js'
import { type FileReview, isLeft } from './file-review.js'
import { FileSection } from './file-section.js'
import { layoutFor, useWidth } from './layout.js'
import { lastBatch, unsentRejections } from './review.js'
import { LayoutChoice, Problems, ScopeSwitch, SendBar, Summary } from './review-bars.js'
import { useChanges, useDraft, useProblems } from './use-changes.js'
import { useReviewKeys, writable } from './use-review-keys.js'
import { useReviewLook } from './use-review-look.js'

export function ReviewView({ talk }: { readonly talk: Talk }) {
  const [look, setLook] = useReviewLook(talk)
  const { files, review, scope, desk } = useChanges(talk, look.scope)
  const { view } = useMeans()
  const place = useRef<HTMLElement>(null)
  const canWrite = !talk.isViewer && talk.abilities.workspace && talk.phase === 'live'
  useReviewKeys(place, { desk, files, canWrite })
  const send = () => {
    desk.send(files)
    setLook({ scope: 'review' })
  }
  return (
    <section className="changes" ref={place} aria-label="Changes">
      <header className="changes-head">
        <ScopeSwitch
          scope={scope}
          hasReview={review.reviewed > 0}
          onScope={next => setLook({ scope: next })}
        />
        <LayoutChoice
          layout={useView(({ diffLayout }) => diffLayout)}
          onLayout={diffLayout => view.setState({ diffLayout })}
        />
      </header>
      {files.length > 0 && (
        <Summary
          {...{ files, canWrite }}
          canUndo={canWrite && lastBatch(review).length > 0}
          onKeepAll={() => desk.keepAll(files)}
          onRejectAll={() => void desk.reject(writable(files).map(file => ({ file })))}
          onUndo={() => void desk.undo()}
          onReload={() => void desk.reload(files.map(({ file }) => file.path))}
        />
      )}
      <Problems problems={useProblems(talk.key)} cwd={talk.cwd} onReload={paths => void desk.reload(paths)} />
      <FileSections {...{ talk, files, desk, canWrite, scope }} />
      {!talk.isViewer && (
        <SendBar
          comments={review.comments.length}
          rejections={unsentRejections(review).length}
          onSend={send}
        />
      )}
    </section>
  )
}

interface FileSectionsProps {
  readonly talk: Talk
  readonly files: readonly FileReview[]
  readonly desk: ReturnType<typeof useChanges>['desk']
  readonly canWrite: boolean
  readonly scope: Scope
}

const OPEN_AT_FIRST = 12
const ROWS_OPEN = 1_500

function FileSections({ talk, files, desk, canWrite, scope }: FileSectionsProps) {
  const [{ folds }, setLook] = useReviewLook(talk)
  const place = useRef<HTMLDivElement>(null)
  const layout = layoutFor(
    useView(({ diffLayout }) => diffLayout),
    useWidth(place),
  )
  const draft = useDraft(talk)
  const { view } = useMeans()
  const toggle = useCallback(
    (path: string, isOpen: boolean) => setLook({ fold: { path, isOpen } }),
    [setLook],
  )
  const show = useCallback((path: string) => view.setState({ pane: 'files', file: { path } }), [view])
  const go = (path: string) => {
    toggle(path, true)
    scrollTo(place.current, path)
  }
  useWantedFile(place, files)
  return (
    <div className="changes-files" ref={place}>
      {files.length === 0 && <NoChanges scope={scope} />}
      {files.length > 1 && <FileList files={files} onChoose={go} />}
      {files.map((reviewed, index) => (
        <FileSection
          key={reviewed.file.path}
          {...{ reviewed, desk, layout, canWrite }}
          draft={draft?.path === reviewed.file.path ? draft : undefined}
          isOpen={folds[reviewed.file.path] ?? isOpenAtFirst(reviewed, index)}
          onToggle={toggle}
          onShow={show}
        />
      ))}
    </div>
  )
}

function isOpenAtFirst(reviewed: FileReview, index: number): boolean {
  const { added, removed, comments } = reviewed
  if (comments.length > 0) return true
  return isLeft(reviewed) && index < OPEN_AT_FIRST && added + removed <= ROWS_OPEN
}

/** Somebody asked for a file elsewhere: it is brought into sight when it is there. */
function useWantedFile(place: { readonly current: HTMLElement | null }, files: readonly FileReview[]): void {
  const wanted = useView(({ file }) => file?.path)
  const isThere = files.some(({ file }) => file.path === wanted)
  useEffect(() => {
    if (isThere && wanted !== undefined) scrollTo(place.current, wanted)
  }, [place, isThere, wanted])
}

function scrollTo(place: HTMLElement | null, path: string): void {
  const sections = place?.querySelectorAll<HTMLElement>('[data-path]') ?? []
  for (const section of sections)
    if (section.dataset.path === path) section.scrollIntoView({ block: 'start' })
}

function NoChanges({ scope }: { readonly scope: Scope }) {
  const words = {
    turn: 'The agent has changed nothing in this turn.',
    review: 'The agent has changed nothing since your last review.',
    session: 'Files that the agent changes are shown here, to be kept, rejected or commented on.',
  }
  return (
    <Blank icon="changes" title="No changes" status="empty">
      <p>{words[scope]}</p>
    </Blank>
  )
}
