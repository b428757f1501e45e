/** The changes of a conversation, read again from disk whenever the agent has touched them. */

import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { useActions, useMeans, useWorkbench } from '../state/context.js'
import { lastingName, type Talk, type TalkKey } from '../state/talk.js'
import { changedFilesIn } from './changed-file.js'
import { commentDrafts, Desk, looseEnds, type Problem } from './desk.js'
import { diskFiles, diskName, readAllAgain, wasRead } from './disk.js'
import { editsOf, type FileEdit, firstPlace, type Scope } from './edits.js'
import { type FileReview, reviewFiles } from './file-review.js'
import type { Review } from './review.js'
import { reviewOf, reviewStore } from './review-store.js'

export interface Changes {
  readonly files: readonly FileReview[]
  readonly review: Review
  readonly scope: Scope
  readonly desk: Desk
}

/** Without a wish: since the last review where there was one, else all. */
export function useChanges(talk: Talk, wish: Scope | undefined): Changes {
  const { key, cwd, abilities, thread } = talk
  const edits = useWorkbench(useShallow(({ talks }) => editsOf(talks.get(key)?.thread ?? thread)))
  const name = lastingName(talk)
  const review = useStore(reviewStore, ({ reviews }) => reviewOf(reviews, name))
  const disk = useStore(diskFiles, ({ files }) => files)
  useReading(talk, edits)
  const scope = wish ?? (review.reviewed > 0 ? 'review' : 'session')
  const from = firstPlace(scope, { asked: thread.asked, reviewed: review.reviewed })
  const files = useMemo(() => {
    const fileAt = (path: string) => disk.get(diskName(key, path))
    const was = (path: string, text: string | undefined) => wasRead(key, path, text)
    const { rejections } = review
    return reviewFiles(
      changedFilesIn({
        ...{ cwd, edits, rejections, fileAt, from, wasRead: was },
        hasWorkspace: abilities.workspace,
      }),
      review,
    )
  }, [key, cwd, edits, review, disk, from, abilities.workspace])
  return { files, review, scope, desk: useDesk(key) }
}

/** Where a comment is being written. It is another value only when that is elsewhere, not with every letter. */
export function useDraft(talk: Talk) {
  const name = lastingName(talk)
  const id = useStore(commentDrafts.store, drafts => drafts.get(name)?.id)
  return useMemo(() => {
    const draft = commentDrafts.store.getState().get(name)
    return draft?.id === id ? draft : undefined
  }, [name, id])
}

const NO_PROBLEMS: readonly Problem[] = []

export function useProblems(key: TalkKey) {
  return useStore(looseEnds, ({ problems }) => problems.get(key)) ?? NO_PROBLEMS
}

function useDesk(key: TalkKey): Desk {
  const { actions, store } = useMeans()
  return useMemo(
    () =>
      new Desk(actions, key, () => {
        const talk = store.getState().talks.get(key)
        if (talk === undefined) throw new Error('The conversation is no longer open.')
        return talk
      }),
    [actions, key, store],
  )
}

function useReading({ key, abilities, turn }: Talk, edits: readonly FileEdit[]): void {
  const actions = useActions()
  const read = useRef<ReadonlyMap<string, FileEdit>>(new Map())
  const state = `${key} ${turn.state}`
  const before = useRef(state)
  useEffect(() => {
    if (!abilities.workspace) return
    const latest = new Map(edits.map(edit => [edit.path, edit]))
    // When a turn is over its commands may have changed more than its edits tell.
    const isOther = before.current !== state
    const paths = [...latest].filter(([path, edit]) => isOther || read.current.get(path) !== edit)
    read.current = latest
    before.current = state
    void readAllAgain(
      actions,
      key,
      paths.map(([path]) => path),
    )
  }, [actions, key, edits, state, abilities.workspace])
  useEffect(() => {
    if (!abilities.workspace) return
    const readAll = () => void readAllAgain(actions, key, [...read.current.keys()])
    addEventListener('focus', readAll)
    return () => removeEventListener('focus', readAll)
  }, [actions, key, abilities.workspace])
}
