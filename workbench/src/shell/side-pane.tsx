/** The pane that is open beside the conversation. Its code comes when it is first wanted. */

import { type ComponentType, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { IconButton } from '../parts/button.js'
import { Spinner } from '../parts/spinner.js'
import type { Pane } from '../state/view.js'
import { PaneBoundary } from './pane-boundary.js'
import { PANE_WORDS } from './pane-words.js'

type Load = () => Promise<{ readonly default: ComponentType }>

const LOADS: Readonly<Record<Pane, Load>> = {
  changes: async () => ({ default: (await import('../changes/changes-pane.js')).ChangesPane }),
  plan: async () => ({ default: (await import('../conversation/plan-pane.js')).PlanPane }),
  terminals: async () => ({ default: (await import('../terminals/terminals-pane.js')).TerminalsPane }),
  files: async () => ({ default: (await import('../files/files-pane.js')).FilesPane }),
  protocol: async () => ({ default: (await import('../protocol/protocol-pane.js')).ProtocolPane }),
}

interface SidePaneProps {
  readonly pane: Pane
  readonly onClose: () => void
}

export function SidePane({ pane, onClose }: SidePaneProps) {
  const label = PANE_WORDS.find(words => words.pane === pane)?.label ?? pane
  return (
    <>
      <header className="side-pane-head">
        <h2>{label}</h2>
        <IconButton icon="cross" label={`Close ${label}`} shortcut="Esc" onClick={onClose} />
      </header>
      <div className="side-pane-body">
        <Loaded key={pane} load={LOADS[pane]} label={label} />
      </div>
    </>
  )
}

// What could not be loaded stays that way for React, so another try is another component.
function Loaded({ load, label }: { readonly load: Load; readonly label: string }): ReactNode {
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads anew
  const Content = useMemo(() => lazy(load), [load, tries])
  return (
    <PaneBoundary name={label} onRetry={() => setTries(tries + 1)}>
      <Suspense fallback={<Placeholder label={label} />}>
        <Content />
      </Suspense>
    </PaneBoundary>
  )
}

function Placeholder({ label }: { readonly label: string }) {
  return (
    <p className="side-pane-wait" data-status="loading">
      <Spinner /> Loading {label.toLowerCase()}
    </p>
  )
}
