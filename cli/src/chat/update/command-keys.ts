/** The keys that command something where the conversation is shown, as a table. */

import { isWorking } from '@parley/acp/thread'
import { unfold } from '../composer/folds.js'
import { writeKey } from '../composer/update.js'
import { type Model, type Step, withTalk } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import { openBrowse, openBrowseAt } from '../pages/browse/update.js'
import { openHelp } from '../pages/help/update.js'
import { openOptions } from '../pages/options/update.js'
import { openOverview } from '../pages/overview/update.js'
import { openQueue } from '../pages/queue/update.js'
import { openReview } from '../pages/review/update.js'
import { openSessions } from '../pages/sessions/update.js'
import type { Key } from '../screen/input.js'
import { callOff } from './cancelling.js'
import { nextMode } from './modes.js'
import { remark } from './remark.js'
import { steer, submit } from './submitting.js'
import { switchBy } from './switching.js'
import { hearNews } from './talk-news.js'

interface CommandKey {
  /** As people write it: `ctrl+o`, `alt+enter`, `f1`, `?`. */
  readonly key: string
  /** Only then; always where it is absent. */
  readonly when?: ((talk: Talk) => boolean) | undefined
  readonly act: (model: Model, talk: Talk) => Step
}

const isEmpty = ({ composer }: Talk): boolean => composer.text === ''

export const COMMAND_KEYS: readonly CommandKey[] = [
  { key: 'enter', when: talk => !endsInBackslash(talk), act: submit },
  { key: 'alt+enter', when: ({ turn }) => turn !== undefined, act: steer },
  { key: 'alt+enter', act: newLine },
  { key: 'escape', act: stopOrDismiss },
  { key: 'shift+tab', act: nextMode },
  { key: 'ctrl+d', when: isEmpty, act: leaveWorking },
  { key: 'ctrl+o', act: openOptions },
  { key: 'ctrl+t', act: toggleThoughts },
  { key: 'ctrl+e', when: isEmpty, act: model => openBrowseAt(model, 'last-tool') },
  { key: 'ctrl+p', act: model => openSessions(model) },
  { key: 'ctrl+s', act: openOverview },
  { key: 'alt+n', act: model => switchBy(model, 1) },
  { key: 'alt+p', act: model => switchBy(model, -1) },
  { key: 'alt+up', act: openBrowse },
  { key: 'alt+down', act: openBrowse },
  { key: 'page-up', act: openBrowse },
  { key: 'page-down', act: openBrowse },
  { key: 'alt+page-up', act: model => openBrowseAt(model, 'last-prompt') },
  { key: 'alt+page-down', act: model => openBrowseAt(model, 'last-prompt') },
  { key: 'alt+q', act: openQueue },
  { key: 'alt+r', act: openReview },
  { key: 'ctrl+x', act: openReview },
  { key: 'ctrl+g', act: edit },
  { key: 'f1', act: openHelp },
  { key: '?', when: isEmpty, act: openHelp },
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit => signInKey(digit)),
  { key: 'ctrl+l', act: model => [model, [{ do: 'redraw' }]] },
  { key: 'ctrl+z', act: model => [{ ...model, isLent: true }, [{ do: 'suspend' }]] },
]

/** As people write it. */
export function nameOfKey({ name, text, isControl, isAlt, isShift }: Key): string {
  const base = name === 'character' ? text : name
  return [isControl && 'ctrl', isAlt && 'alt', isShift && 'shift', base].filter(Boolean).join('+')
}

const endsInBackslash = ({ composer: { text, cursor } }: Talk): boolean => text[cursor - 1] === '\\'

function stopOrDismiss(model: Model, talk: Talk): Step {
  if (talk.turn !== undefined) return callOff(model, talk.key)
  // It may have begun to work by itself.
  if (isWorking(talk.thread)) return [model, [{ do: 'cancel', talk: talk.key }]]
  const { stage } = talk
  if (stage.is === 'starting') return callOffStart(model, talk)
  if (stage.is === 'signing-in')
    return [withTalk(model, talk.key, each => ({ ...each, stage: { ...stage, is: 'sign-in' } })), []]
  return [{ ...model, remark: undefined }, []]
}

/** Whoever works goes on without a terminal; where nobody does, nothing would be gained by that. */
function leaveWorking(model: Model): Step {
  const isNeeded = model.talks.some(
    ({ turn, queue, questions, thread }) =>
      turn !== undefined || queue.length > 0 || questions.length > 0 || isWorking(thread),
  )
  return [model, [isNeeded ? { do: 'detach' } : { do: 'quit', exitCode: 0 }]]
}

/** The number of a way to sign in, while one is wanted and nothing is being written. */
function signInKey(digit: number): CommandKey {
  const methodOf = ({ stage, composer }: Talk): string | undefined =>
    stage.is === 'sign-in' && composer.text === '' ? stage.methods[digit - 1]?.id : undefined
  return {
    key: String(digit),
    when: talk => methodOf(talk) !== undefined,
    act: (model, talk) => signIn(model, talk, methodOf(talk)),
  }
}

/** Nobody has to wait for an agent that does not come. */
function callOffStart(model: Model, { key }: Talk): Step {
  const message = 'The start was called off.'
  const next = withTalk(model, key, talk => hearNews(talk, { is: 'failed', message }, model.now))
  return [next, [{ do: 'close', talk: key }]]
}

function signIn(model: Model, { key, stage }: Talk, method: string | undefined): Step {
  if (method === undefined || stage.is !== 'sign-in') return [model, []]
  const next = withTalk(model, key, talk => ({ ...talk, stage: { ...stage, is: 'signing-in' } }))
  return [next, [{ do: 'sign-in', talk: key, method }]]
}

const NEW_LINE: Key = { name: 'enter', text: '', isControl: false, isAlt: false, isShift: true }

/** Where nobody works nobody can be told anything: many mean a new line by it. */
function newLine(model: Model, talk: Talk): Step {
  const { composer, effects } = writeKey(talk, NEW_LINE, model.size.columns)
  return [withTalk(model, talk.key, each => ({ ...each, composer })), effects]
}

function toggleThoughts(model: Model, talk: Talk): Step {
  const showsThoughts = !talk.showsThoughts
  const next = withTalk(model, talk.key, each => ({ ...each, showsThoughts }))
  return [remark(next, showsThoughts ? 'Thoughts are shown from now on' : 'Thoughts are folded'), []]
}

function edit(model: Model, { key, composer }: Talk): Step {
  return [
    { ...model, isLent: true },
    [{ do: 'edit', talk: key, text: unfold(composer.text, composer.folds) }],
  ]
}
