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
  const { composer, facts } = talk
  const submission = toSubmission(composer, talk.cwd, model.home)
  if (submission === undefined) return sendNow(model, talk)
  const remembered: Effect = { do: 'remember', talk: talk.key, text: submission.text }
  const cleared = withTalk(model, talk.key, each => ({ ...each, composer: afterSending(composer) }))
  const own = ownCommandOf(submission.text, facts.commands)
  if (own !== undefined) return withEffect(runCommand(cleared, talk, own), remembered)
  if (isShellLine(submission.text)) {
    const command = shellCommandOf(submission.text)
    if (command === undefined) return [model, []]
    return withEffect([cleared, [{ do: 'shell', talk: talk.key, command }]], remembered)
  }
  if (talk.stage.is === 'failed')
    return [remark(model, 'The agent is gone: /restart starts it again', 'warning'), []]
  // Who writes something new after a cancel means that; what was held stays held.
  if (talk.isHeld && !isFree(talk))
    return withEffect([enqueueFirst(cleared, talk.key, submission), []], remembered)
  return withEffect(sendOrQueue(cleared, talk.key, submission), remembered)
}

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
  if (talk.turn === undefined || !talk.abilities.steer) {
    const [next, effects] = submit(model, talk)
    if (talk.turn === undefined) return [next, effects]
    return [remark(next, 'This agent cannot be told anything while it works: it is in line'), effects]
  }
  const cleared = withTalk(model, talk.key, each => ({ ...each, composer: afterSending(each.composer) }))
  return [
    cleared,
    [
      { do: 'steer', talk: talk.key, submission },
      { do: 'remember', talk: talk.key, text: submission.text },
    ],
  ]
}

const withEffect = ([model, effects]: Step, effect: Effect): Step => [model, [...effects, effect]]
