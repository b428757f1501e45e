/** The keys that command something where the conversation is shown, as a table. */

import { unfold } from '../composer/folds.js'
import type { Model, Step } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import { openBrowse, openBrowseAt } from '../pages/browse/update.js'
import { openHelp } from '../pages/help/update.js'
import { openOptions } from '../pages/options/update.js'
import { openOverview } from '../pages/overview/update.js'
import { openQueue } from '../pages/queue/update.js'
import { openReview } from '../pages/review/update.js'
import { openSessions } from '../pages/sessions/update.js'
import { callOff } from './cancelling.js'
import { nextMode } from './modes.js'
import { steer, submit } from './submitting.js'
import { switchBy } from './switching.js'
import { toggleThoughts } from './thoughts.js'

interface CommandKey {
  /** As `wordOf` writes it: `ctrl+o`, `alt+enter`, `f1`, `?`. */
  readonly key: string
  /** Only then; always where it is absent. */
  readonly when?: ((talk: Talk) => boolean) | undefined
  readonly act: (model: Model, talk: Talk) => Step
}

const isEmpty = ({ composer }: Talk): boolean => composer.text === ''

export const COMMAND_KEYS: readonly CommandKey[] = [
  { key: 'enter', when: talk => !endsInBackslash(talk), act: submit },
  { key: 'alt+enter', act: steer },
  { key: 'escape', act: stopOrDismiss },
  { key: 'shift+tab', act: nextMode },
  { key: 'ctrl+d', when: isEmpty, act: model => [model, [{ do: 'detach' }]] },
  { key: 'ctrl+o', act: openOptions },
  { key: 'ctrl+t', act: toggleThoughts },
  { key: 'ctrl+e', when: isEmpty, act: model => openBrowseAt(model, 'last-tool') },
  { key: 'ctrl+p', act: openSessions },
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
  { key: 'ctrl+z', act: model => [model, [{ do: 'suspend' }]] },
]

const endsInBackslash = ({ composer: { text, cursor } }: Talk): boolean => text[cursor - 1] === '\\'

function stopOrDismiss(model: Model, talk: Talk): Step {
  if (talk.turn !== undefined) return callOff(model, talk.key)
  return [{ ...model, remark: undefined }, []]
}

/** The number of a way to sign in, while one is wanted and nothing is being written. */
function signInKey(digit: number): CommandKey {
  const methodOf = ({ stage, composer }: Talk): string | undefined =>
    stage.is === 'sign-in' && composer.text === '' ? stage.methods[digit - 1]?.id : undefined
  return {
    key: String(digit),
    when: talk => methodOf(talk) !== undefined,
    act: (model, talk) => [model, [{ do: 'sign-in', talk: talk.key, method: methodOf(talk) ?? '' }]],
  }
}

function edit(model: Model, { key, composer }: Talk): Step {
  return [
    { ...model, isLent: true },
    [{ do: 'edit', talk: key, text: unfold(composer.text, composer.folds) }],
  ]
}
