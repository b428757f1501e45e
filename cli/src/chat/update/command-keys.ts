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
import { goWay, openWay } from '../pages/way/update.js'
import { DEAF_MILLISECONDS } from '../questions/hearing.js'
import type { Key } from '../screen/input.js'
import { callOff, callOffStart } from './cancelling.js'
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

const endsInBackslash = ({ composer: { text, cursor } }: Talk): boolean => text[cursor - 1] === '\\'

function stopOrDismiss(model: Model, talk: Talk): Step {
  if (talk.turn !== undefined) return callOff(model, talk.key)
  if (talk.shell !== undefined) return [model, [{ do: 'stop-shell', talk: talk.key }]]
  // It may have begun to work by itself, or for somebody else.
  if (isWorking(talk.thread) || (talk.far?.turn !== undefined && !talk.far.isViewer))
    return [model, [{ do: 'cancel', talk: talk.key }]]
  if (talk.stage.is === 'starting') return callOffStart(model, talk)
  if (talk.stage.is === 'sign-in' && talk.stage.underWay !== undefined)
    return [model, [{ do: 'cancel', talk: talk.key }]]
  return [{ ...model, remark: undefined }, []]
}

/** Whoever works goes on without a terminal; where nobody does, nothing would be gained by that. */
function leaveWorking(model: Model): Step {
  const isNeeded = model.talks.some(
    ({ turn, queue, questions, thread, shell, far }) =>
      shell !== undefined ||
      queue.length > 0 ||
      // What a gateway keeps goes on by itself.
      (far === undefined && (turn !== undefined || questions.length > 0 || isWorking(thread))),
  )
  return [model, [isNeeded ? { do: 'detach' } : { do: 'quit', exitCode: 0 }]]
}

/** The number of a way to sign in, while one is wanted and nothing is being written. */
function signInKey(digit: number): CommandKey {
  return {
    key: String(digit),
    when: talk => isEmpty(talk) && talk.stage.is === 'sign-in' && digit <= talk.stage.methods.length,
    act: (model, talk) => signIn(model, talk, digit),
  }
}

function signIn(model: Model, talk: Talk, digit: number): Step {
  const { stage } = talk
  if (stage.is !== 'sign-in' || stage.underWay !== undefined) return [model, []]
  // Pressed before the ways could be read: it was meant for what is being written.
  if (stage.since === undefined || model.now < stage.since + DEAF_MILLISECONDS)
    return write(model, talk, { ...PLAIN_KEY, name: 'character', text: String(digit) })
  const method = stage.methods[digit - 1]
  if (method === undefined) return [model, []]
  // What could not be read to its end is read first.
  return digit > (model.seenWays?.count ?? 0) ? openWay(model, digit) : goWay(model, talk, method)
}

const PLAIN_KEY = { isControl: false, isAlt: false, isShift: false } as const

/** Where nobody works nobody can be told anything: many mean a new line by it. */
function newLine(model: Model, talk: Talk): Step {
  return write(model, talk, { ...PLAIN_KEY, name: 'enter', text: '', isShift: true })
}

function write(model: Model, talk: Talk, key: Key): Step {
  const { composer, effects } = writeKey(talk, key, model.size.columns)
  return [withTalk(model, talk.key, each => ({ ...each, composer })), effects]
}

function edit(model: Model, { key, composer }: Talk): Step {
  return [
    { ...model, isLent: true },
    [{ do: 'edit', talk: key, text: unfold(composer.text, composer.folds) }],
  ]
}
