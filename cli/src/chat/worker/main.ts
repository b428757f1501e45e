/** The process that holds the conversations. The first picture is painted before anything else is loaded. */

import { ownCommand } from '../../own-command.js'
import { homeFolder } from '../../own-folder.js'
import { activeTalk } from '../model/model.js'
import { Chat } from './chat.js'
import { openTerminal } from './entry.js'
import { firstModel } from './first-model.js'
import { keepVigil } from './vigil.js'

const entrance = await openTerminal()
const { terminal, settings, env, cwd } = entrance
if (settings.isBackground === true) {
  const why = await entrance.whyUnreachable()
  // Nobody would ever see it.
  if (why !== undefined) {
    await terminal.leave([`parley: it cannot be begun in the background: ${why}`], 1)
    process.exit(1)
  }
}
const { model, effects } = firstModel({
  settings,
  size: terminal.size,
  now: Date.now(),
  home: homeFolder({ env }),
  command: ownCommand({ env }),
})
const chat: Chat = new Chat({
  terminal,
  model,
  now: Date.now,
  id: entrance.id,
  command: ownCommand({ env }),
  whyUnreachable: entrance.whyUnreachable,
  sendOn: id => entrance.sendOn(id),
  describe: self => void entrance.describe({ cwd, ...self, hasTerminal: terminal.isAttached }),
})
const ended = chat.run()
const { makeHands } = await import('./hands.js')
const shell = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env, cwd: settings.cwd }
const { hands, isNew } = await makeHands({ terminal, settings, shell, tell: chat.tell, id: entrance.id })
entrance.onLost(() => chat.tell({ type: 'leave', why: 'the terminal is gone' }))
entrance.onLeave(why => chat.tell({ type: 'leave', why }))
entrance.onAttached(() => chat.tell({ type: 'attached', size: terminal.size }))
keepVigil({
  env,
  isNeeded: () => terminal.isAttached || chat.isAtWork,
  end: () => chat.tell({ type: 'leave', why: 'nobody came back' }),
})
chat.equip(hands, effects)
const isBare = settings.prompt === undefined && settings.isBackground !== true && settings.far === undefined
if (isNew && isBare) chat.tell({ type: 'first-run' })
if (settings.isBackground === true) chat.tell({ type: 'detach' })
const exitCode = await ended
const { cwd: place, record, thread, far } = activeTalk(chat.model)
if (far === undefined && record !== undefined && thread.slots.length > 0) {
  const { noteLooked } = await import('../work/last-looked.js')
  await noteLooked(place, { record, at: Date.now() }, { env })
}
await entrance.close()
process.exit(exitCode)
