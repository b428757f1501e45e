/** The queue of the conversation that is looked at. */

import { useActions, useWorkbench } from '../state/context.js'
import { currentTalk } from '../state/workbench.js'
import { QueueTray } from './queue-tray.js'

export function QueuePane() {
  const actions = useActions()
  const key = useWorkbench(({ current }) => current) ?? ''
  const queue = useWorkbench(workbench => currentTalk(workbench)?.queue)
  const isHeld = useWorkbench(workbench => currentTalk(workbench)?.isQueueHeld) ?? false
  return (
    <QueueTray
      queue={queue ?? []}
      isHeld={isHeld}
      onEdit={(id, submission) => actions.editQueued(key, id, submission)}
      onMove={(id, place) => actions.moveQueued(key, id, place)}
      onRemove={id => actions.removeQueued(key, id)}
      onSendNow={id => void actions.sendNow(key, id)}
      onRelease={() => actions.releaseQueue(key)}
    />
  )
}
