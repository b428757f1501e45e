/** The queue of the conversation that is looked at. */

import { lazy, Suspense, useEffect } from 'react'
import { useActions, useWorkbench } from '../state/context.js'
import { currentTalk } from '../state/workbench.js'

// Fetched when the composer is drawn: a queue grows while there is no connection, too.
const load = async () => ({ default: (await import('./queue-tray.js')).QueueTray })
const QueueTray = lazy(load)

export function QueuePane() {
  const actions = useActions()
  const key = useWorkbench(({ current }) => current) ?? ''
  const queue = useWorkbench(workbench => currentTalk(workbench)?.queue)
  const isHeld = useWorkbench(workbench => currentTalk(workbench)?.isQueueHeld) ?? false
  useEffect(() => void load().catch(() => undefined), [])
  if (queue === undefined || queue.length === 0) return null
  return (
    <Suspense>
      <QueueTray
        queue={queue}
        isHeld={isHeld}
        onEdit={(id, submission) => actions.editQueued(key, id, submission)}
        onMove={(id, place) => actions.moveQueued(key, id, place)}
        onRemove={id => actions.removeQueued(key, id)}
        onSendNow={id => void actions.sendNow(key, id)}
        onRelease={() => actions.releaseQueue(key)}
      />
    </Suspense>
  )
}
