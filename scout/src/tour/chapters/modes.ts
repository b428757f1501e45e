/** Modes and settings: another mode and another setting for a moment, and then those from before. */

import { RpcError, type Session } from '@parley/acp/agent'
import type { Chapter } from '../chapter.js'
import type { Journey } from '../journey.js'

const OTHER_MODES = ['architect', 'ask']
const SETTING = 'thinking'
const OTHER_VALUES = ['low', 'high', 'medium', 'off', 'on', 'none']

export const modes: Chapter = {
  name: 'modes',
  title: 'Change the mode and a setting, and back',
  priority: 'low',
  needsProject: false,
  async visit(journey) {
    await switchMode(journey)
    await changeSetting(journey)
    journey.note('Changed the mode and a setting, and back.')
  },
}

async function switchMode(journey: Journey): Promise<void> {
  const { session } = journey.turn
  const before = session.mode
  const other = OTHER_MODES.find(mode => mode !== before)
  if (before === undefined || other === undefined)
    return journey.say('There are no modes in this conversation.')
  const start = {
    title: `Switch to ${other} and back to ${before}`,
    kind: 'switch_mode',
    rawInput: { mode: other },
  } as const
  await journey.work(start, async call => {
    await call.progress()
    await session.setMode(other)
    // The visitor may have chosen another one meanwhile.
    if (session.mode === other) await session.setMode(before)
    await call.complete(`Your client has seen ${other}. The mode is ${session.mode} again.`)
  })
}

async function changeSetting(journey: Journey): Promise<void> {
  const { session } = journey.turn
  const before = session.setting(SETTING)
  if (before === undefined) return journey.say(`There is no setting called ${SETTING} here to show.`)
  const other = await setAnother(session, before)
  if (other === undefined) return journey.say(`The setting ${SETTING} has no other value that I know.`)
  await session.setSetting(SETTING, before)
  await journey.say(`The setting ${SETTING} was ${other} for a moment, and is ${before} again.`)
}

/** The value it was given. Which ones there are is not for a turn to know, so what is refused is no fault. */
async function setAnother(session: Session, before: string | boolean): Promise<string | undefined> {
  for (const value of OTHER_VALUES.filter(each => each !== before))
    try {
      await session.setSetting(SETTING, value)
      return value
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
    }
  return undefined
}
