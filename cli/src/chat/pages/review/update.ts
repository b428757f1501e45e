/** How the review of a turn's changes goes: from file to file, from line to line, with comments that are sent as one prompt. */

import type { ChatEvent } from '../../event.js'
import { type Model, type Step, talkOf } from '../../model/model.js'
import { isAtWork } from '../../model/talk-state.js'
import { remark } from '../../update/remark.js'
import { pressed } from '../page-key.js'
import { bodyRows } from '../page-view.js'
import { beginComment, deleteComment, sendReview, write } from './commenting.js'
import type { ReviewPage } from './page.js'
import { putBackBy } from './put-back.js'
import { firstChanged, reviewed } from './rows.js'
import { type Scene, turnTo } from './scene.js'

export function openReview(model: Model): Step {
  const page: ReviewPage = {
    ...{ is: 'review', talk: model.active, file: 0, isOpen: false, row: 0, draft: '', isUndoAsked: false },
  }
  const putBack = talkOf(model, model.active)?.putBack
  if (putBack !== undefined) return [{ ...model, page: withoutChanges(page, putBack) }, []]
  return [{ ...model, page }, [{ do: 'compare', talk: model.active }]]
}

/** Hears everything that happens while the page is open. */
export function updateReview(model: Model, page: ReviewPage, event: ChatEvent): Step {
  const talk = talkOf(model, page.talk)
  if (talk === undefined) return [{ ...model, page: undefined }, []]
  switch (event.type) {
    case 'changes':
      return event.talk === page.talk
        ? [{ ...model, page: withChanges(page, event.changes) }, []]
        : [model, []]
    case 'undone':
      if (event.talk !== page.talk) return [model, []]
      if (event.isAgain === true) return [model, [{ do: 'compare', talk: page.talk }]]
      return [{ ...model, page: withoutChanges(page, putBackBy(event)) }, []]
    case 'talk':
      return [
        model,
        event.talk === page.talk && event.news.is === 'over' ? [{ do: 'compare', talk: page.talk }] : [],
      ]
    case 'key':
    case 'paste':
      return page.input === undefined
        ? press({ model, page, talk }, pressed(event))
        : write({ model, page, talk }, event)
    default:
      return [model, []]
  }
}

/** What was put back is no change any longer: turned round, nobody would know it again. */
function withoutChanges(page: ReviewPage, undone: ReviewPage['undone']): ReviewPage {
  return { ...page, changes: [], undone, file: 0, row: 0, isOpen: false, isUndoAsked: false }
}

/** The same file stays open where it is still there. */
function withChanges(page: ReviewPage, changes: NonNullable<ReviewPage['changes']>): ReviewPage {
  const path = page.changes?.[page.file]?.path
  const found = changes.findIndex(change => change.path === path)
  const file = found >= 0 ? found : Math.min(page.file, Math.max(0, changes.length - 1))
  const change = changes[file]
  const rows = change === undefined ? 0 : reviewed(change).rows.length
  const isOpen = page.isOpen && found >= 0
  return {
    ...page,
    changes,
    undone: undefined,
    file,
    isOpen,
    row: Math.min(page.row, Math.max(0, rows - 1)),
    isUndoAsked: false,
  }
}

function press(scene: Scene, word: string | undefined): Step {
  if (word === undefined) return [scene.model, []]
  const acts = scene.page.isOpen ? FILE_ACTS : LIST_ACTS
  const act = Object.hasOwn(acts, word) ? acts[word] : undefined
  if (act !== undefined) return act(scene)
  const calm = turnTo(scene, { isUndoAsked: false })
  return [calm, []]
}

type Act = (scene: Scene) => Step

const EVERYWHERE: Readonly<Record<string, Act>> = {
  n: scene => goTo(scene, scene.page.file + 1),
  p: scene => goTo(scene, scene.page.file - 1),
  s: sendReview,
  u: undo,
  'ctrl+c': ({ model }) => [{ ...model, page: undefined }, []],
}

const close: Act = ({ model }) => [{ ...model, page: undefined }, []]
const open: Act = scene => goTo(scene, scene.page.file, true)
const back: Act = scene => [turnTo(scene, { isOpen: false, isUndoAsked: false }), []]

const LIST_ACTS: Readonly<Record<string, Act>> = {
  ...EVERYWHERE,
  ...moves((scene, by) => goTo(scene, scene.page.file + by)),
  enter: open,
  right: open,
  l: open,
  escape: close,
  q: close,
}

const FILE_ACTS: Readonly<Record<string, Act>> = {
  ...EVERYWHERE,
  ...moves((scene, by) => [
    turnTo(scene, { row: rowAt(scene, scene.page.row + by), isUndoAsked: false }),
    [],
  ]),
  c: beginComment,
  enter: beginComment,
  x: deleteComment,
  delete: deleteComment,
  escape: back,
  left: back,
  q: back,
}

/** The keys that go up and down, by how much each does. */
function moves(go: (scene: Scene, by: number) => Step): Readonly<Record<string, Act>> {
  const by =
    (count: number): Act =>
    scene =>
      go(scene, count)
  const screen =
    (sign: number): Act =>
    scene =>
      go(scene, sign * Math.max(1, bodyRows(scene.model.size) - 2))
  const [up, down, first, last] = [by(-1), by(1), by(Number.NEGATIVE_INFINITY), by(Number.POSITIVE_INFINITY)]
  return {
    ...{ up, k: up, down, j: down, home: first, g: first, end: last, G: last },
    ...{ 'page-up': screen(-1), 'page-down': screen(1), space: screen(1) },
  }
}

function goTo(scene: Scene, wanted: number, isOpen = scene.page.isOpen): Step {
  const { changes = [] } = scene.page
  const file = Math.min(Math.max(0, wanted), Math.max(0, changes.length - 1))
  const change = changes[file]
  if (change === undefined) return [turnTo(scene, { isUndoAsked: false }), []]
  const isSame = file === scene.page.file && scene.page.isOpen
  const row = !isOpen ? 0 : isSame ? scene.page.row : firstChanged(reviewed(change))
  return [turnTo(scene, { file, isOpen, row, isUndoAsked: false }), []]
}

function rowAt({ page }: Scene, wanted: number): number {
  const change = page.changes?.[page.file]
  const last = change === undefined ? 0 : reviewed(change).rows.length - 1
  return Math.min(Math.max(0, wanted), Math.max(0, last))
}

function undo(scene: Scene): Step {
  const { model, page, talk } = scene
  if (isAtWork(talk))
    return [
      remark(model, 'The agent is still at work: what it changes can be undone when it is done.', 'warning'),
      [],
    ]
  if ((page.changes ?? []).length === 0) return [remark(model, 'There is nothing to undo.'), []]
  if (!page.isUndoAsked) return [turnTo(scene, { isUndoAsked: true }), []]
  return [turnTo(scene, { isUndoAsked: false }), [{ do: 'undo', talk: page.talk }]]
}
