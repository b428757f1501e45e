/**
 * Ctrl+C, in this order: clears what is being written, calls off the turn, the command or the start, leaves when pressed
 * twice.
 */

import { replaceText } from '../composer/update.js'
import { activeTalk, type Model, type Step, withTalk } from '../model/model.js'
import { callOff, callOffStart } from './cancelling.js'
import { remark } from './remark.js'

const LEAVING_MILLISECONDS = 2_000

export function interrupt(model: Model): Step {
  const talk = activeTalk(model)
  const { composer, turn, shell, stage } = talk
  if (composer.completion !== undefined || composer.search !== undefined) return closeHelp(model)
  if (composer.text !== '' && model.leavingUntil === undefined)
    return [withTalk(model, talk.key, each => ({ ...each, composer: replaceText(composer, '') })), []]
  if (turn !== undefined && !turn.isCancelling) {
    const [next, effects] = callOff(model, talk.key)
    return [{ ...next, leavingUntil: model.now + LEAVING_MILLISECONDS }, effects]
  }
  if (shell !== undefined && model.leavingUntil === undefined)
    return [
      { ...model, leavingUntil: model.now + LEAVING_MILLISECONDS },
      [{ do: 'stop-shell', talk: talk.key }],
    ]
  if (stage.is === 'starting' && model.leavingUntil === undefined) {
    const [next, effects] = callOffStart(model, talk)
    return [{ ...next, leavingUntil: model.now + LEAVING_MILLISECONDS }, effects]
  }
  if (model.leavingUntil !== undefined) return [model, [{ do: 'quit', exitCode: 0 }]]
  const warned = remark(model, 'Ctrl+C once more leaves; Ctrl+D leaves the agents working')
  return [{ ...warned, leavingUntil: model.now + LEAVING_MILLISECONDS }, []]
}

/** What is looked for, or what could be meant, is no longer wanted. */
function closeHelp(model: Model): Step {
  const next = withTalk(model, model.active, talk => ({
    ...talk,
    composer: { ...talk.composer, completion: undefined, search: undefined },
  }))
  return [next, []]
}
