/** Enter: what was written is a prompt, a command of this program, a line for the shell, or the wish to go on at once. */

import { ownCommandOf } from '../composer/own-commands.js'
import { isShellLine, shellCommandOf } from '../composer/shell-line.js'
import { toSubmission } from '../composer/submission.js'
import { afterSending } from '../composer/update.js'
import type { Effect } from '../effect.js'
import { type Model, type Step, withTalk } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import { makeWay } from './cancelling.js'
import { runCommand } from './own-commands.js'
import { remark } from './remark.js'
import { enqueueFirst, isFree, sendNext, sendOrQueue } from './sending.js'

export function submit(model: Model, talk: Talk): Step {
  const submission = toSubmission(talk.composer, talk.cwd, model.home)
  if (submission === undefined) return sendNow(model, talk)
  const own = submitOwn(model, talk, submission.text)
  if (own !== undefined) return own
  if (talk.stage.is === 'failed')
    return [remark(model, 'The agent is gone: /restart starts it again', 'warning'), []]
  const cleared = clear(model, talk)
  const isHeldBack = talk.isHeld || talk.turn?.isCancelling === true
  const step: Step =
    isHeldBack && !isFree(talk)
      ? [enqueueFirst(cleared, talk.key, submission), []]
      : sendOrQueue(cleared, talk.key, submission)
  return withEffect(step, remember(talk, submission.text))
}

/** What is not for the agent: a command of this program, a line for the shell. */
function submitOwn(model: Model, talk: Talk, text: string): Step | undefined {
  const own = ownCommandOf(text, talk.facts.commands)
  if (own !== undefined) return withEffect(runCommand(clear(model, talk), talk, own), remember(talk, text))
  if (!isShellLine(text)) return undefined
  const command = shellCommandOf(text)
  if (command === undefined) return [model, []]
  const cleared = clear(model, talk)
  const next =
    talk.shell === undefined ? cleared : remark(cleared, 'It runs when the command before it is over')
  return withEffect([next, [{ do: 'shell', talk: talk.key, command }]], remember(talk, text))
}

const clear = (model: Model, { key }: Talk): Model =>
  withTalk(model, key, each => ({ ...each, composer: afterSending(each.composer) }))

const remember = ({ key }: Talk, text: string): Effect => ({ do: 'remember', talk: key, text })

/** Enter on nothing: lets go what is held, or what runs makes way for what waits. */
function sendNow(model: Model, talk: Talk): Step {
  if (talk.queue.length === 0) return [model, []]
  if (talk.turn !== undefined) return makeWay(model, talk.key)
  return sendNext(
    withTalk(model, talk.key, each => ({ ...each, isHeld: false })),
    talk.key,
  )
}

/** Tells the agent something while it works, where it can hear it; else it waits in line. */
export function steer(model: Model, talk: Talk): Step {
  const submission = toSubmission(talk.composer, talk.cwd, model.home)
  if (submission === undefined) return [model, []]
  const own = submitOwn(model, talk, submission.text)
  if (own !== undefined || talk.turn === undefined) return own ?? submit(model, talk)
  if (!talk.abilities.steer) {
    const [next, effects] = submit(model, talk)
    return [remark(next, 'This agent cannot be told anything while it works: it is in line'), effects]
  }
  const effect: Effect = { do: 'steer', talk: talk.key, submission }
  return [clear(model, talk), [effect, remember(talk, submission.text)]]
}

const withEffect = ([model, effects]: Step, effect: Effect): Step => [model, [...effects, effect]]
