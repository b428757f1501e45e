/** What the window is called: what it is about, and whether somebody is needed. */

import { boundedLine } from '@parley/acp/guard'
import { activeTalk, type Model } from '../model/model.js'

export function titleOf(model: Model): string {
  const talk = activeTalk(model)
  const isAsked = model.talks.some(({ questions }) => questions.length > 0)
  const isWorking = model.talks.some(({ turn }) => turn !== undefined)
  const sign = isAsked ? '? waiting: ' : isWorking ? '◐ ' : ''
  // What the agent calls it is not for the window: others read that, too.
  return boundedLine(`${sign}${lastPart(talk.cwd)} · ${talk.agent.id} · parley`, 120)
}

const lastPart = (path: string): string => path.split(/[\\/]/).findLast(part => part !== '') ?? path
