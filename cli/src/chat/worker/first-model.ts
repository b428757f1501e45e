/** What is there before anything has happened: one conversation, whose agent is to be started. */

import { toSubmission } from '../composer/submission.js'
import type { Effect } from '../effect.js'
import { EMPTY_COMPOSER } from '../model/composer.js'
import type { Model } from '../model/model.js'
import { newTalk } from '../model/new-talk.js'
import type { Size } from '../screen/frame.js'
import type { ChatSettings } from '../settings.js'
import { enqueue } from '../update/sending.js'

const USUAL = 'scout'
const FIRST = 'talk-1'

export interface Beginning {
  readonly settings: ChatSettings
  readonly size: Size
  readonly now: number
  readonly home: string
  readonly command?: string | undefined
}

export function firstModel({ settings, size, now, home, command }: Beginning): {
  readonly model: Model
  readonly effects: readonly Effect[]
} {
  const { cwd, resume, prompt, protocol, far } = settings
  const agent = far?.url ?? settings.agent ?? USUAL
  const model: Model = {
    ...{ size, now, cwd, home, agent, command },
    isFocused: true,
    talks: [newTalk({ key: FIRST, agent, cwd, version: protocol, since: now })],
    active: FIRST,
    isLent: false,
    nextId: 2,
  }
  const start: Effect = {
    do: 'start',
    talk: FIRST,
    agent,
    cwd,
    ...(resume === undefined ? {} : { resume }),
    ...(far?.session === undefined ? {} : { session: far.session }),
  }
  const first = toSubmission({ ...EMPTY_COMPOSER, text: prompt ?? '' }, cwd, home)
  const begun = first === undefined ? model : enqueue(model, FIRST, first)
  return { model: begun, effects: [start] }
}
