/** The keys of the changes: chords wherever nobody is typing, letters inside the pane. */

import { type RefObject, useEffect } from 'react'
import type { Desk } from './desk.js'
import { type FileReview, isLeft } from './file-review.js'
import { currentHunk, focusHunk, goToHunk, goToLine } from './hunk-keys.js'
import { chordOf, isTyping, letterCommand, type ReviewCommand } from './keys.js'

interface Keyed {
  readonly desk: Desk
  readonly files: readonly FileReview[]
  readonly canWrite: boolean
}

export function useReviewKeys(place: RefObject<HTMLElement | null>, keyed: Keyed): void {
  const { desk, files, canWrite } = keyed
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const pane = place.current
      if (pane === null || event.defaultPrevented || isTyping(event.target)) return
      const isInside = event.target instanceof Node && pane.contains(event.target)
      const command = chordOf(event) ?? (isInside ? letterCommand(event) : undefined)
      const step = isInside ? ARROWS.get(event.key) : undefined
      if (command !== undefined) run(command, pane, { desk, files, canWrite })
      else if (step !== undefined && isAtStop(event.target)) goToLine(pane, step)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [place, desk, files, canWrite])
}

const ARROWS: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

function isAtStop(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[data-hunk], .diff-plus')
}

function run(command: ReviewCommand, pane: HTMLElement, { desk, files, canWrite }: Keyed): void {
  if (command === 'next' || command === 'previous') return goToHunk(pane, command === 'next' ? 1 : -1)
  if (command === 'keep-all') return desk.keepAll(files)
  if (command === 'reject-all') {
    if (canWrite) void desk.reject(writable(files).map(file => ({ file })))
    return
  }
  const stop = currentHunk(pane)
  const found = files
    .flatMap(file => file.hunks.map(hunk => ({ file, ...hunk })))
    .find(({ name }) => name === stop?.dataset.hunk)
  if (found === undefined || stop === undefined) return
  const { file, hunk, name } = found
  if (command === 'comment') commentOn(stop)
  else if (command === 'keep') {
    goToHunk(pane, 1)
    desk.keep(file, name)
  } else if (canWrite && file.file.state === 'ready') {
    goToHunk(pane, 1)
    const next = currentHunk(pane)?.dataset.hunk
    // Other hunks have other places then, and are drawn anew.
    void desk.reject([{ file, hunk }]).then(() => setTimeout(() => focusHunk(pane, next)))
  }
}

/** On the line that has the focus, else on the first one of the hunk. */
function commentOn(stop: HTMLElement): void {
  const focused = document.activeElement
  const plus = focused?.matches('.diff-plus')
    ? focused
    : stop.closest('.diff-hunk')?.querySelector('.diff-plus')
  if (plus instanceof HTMLElement) plus.click()
}

/** The files that are as they are on disk: only these can be written. */
export function writable(files: readonly FileReview[]): readonly FileReview[] {
  return files.filter(reviewed => reviewed.file.state === 'ready' && isLeft(reviewed))
}
