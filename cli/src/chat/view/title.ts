/** What the window is called: what it is about, and whether somebody is needed. */

import { boundedLine } from '@parley/acp/guard'
import { activeTalk, type Model } from '../model/model.js'
import { titleOr } from '../model/talk-name.js'
import { isAtWork } from '../model/talk-state.js'

export function titleOf(model: Model): string {
  const talk = activeTalk(model)
  const isAsked = model.talks.some(({ questions }) => questions.length > 0)
  const sign = isAsked ? '? waiting: ' : model.talks.some(isAtWork) ? '◐ ' : ''
  return boundedLine(`${sign}${titleOr(talk, lastPart(talk.cwd))} · parley`, 120)
}

const lastPart = (path: string): string => path.split(/[\\/]/).findLast(part => part !== '') ?? path
