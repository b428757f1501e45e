/** All conversations as rows; another value only when one of them changes in a way that a list shows. */

import { useMemo } from 'react'
import { useMeans, useWorkbench } from '../state/context.js'
import { digestOf, rowsOf, type SessionRow } from './session-row.js'

export function useSessionRows(): readonly SessionRow[] {
  const { store } = useMeans()
  const listed = useWorkbench(workbench => workbench.listed)
  const agents = useWorkbench(workbench => workbench.agents)
  const current = useWorkbench(workbench => workbench.current)
  const digest = useWorkbench(({ talks }) => digestOf(talks))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the digest stands for the conversations that are open
  return useMemo(
    () => rowsOf({ listed, agents, current, talks: store.getState().talks }),
    [listed, agents, current, digest],
  )
}
