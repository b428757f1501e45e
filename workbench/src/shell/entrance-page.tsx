/** What is shown before somebody is in, where nobody gets in, and where there is no agent. */

import { sanitizeLine } from '@parley/acp/guard'
import { Blank } from '../parts/blank.js'
import { Button } from '../parts/button.js'
import { Spinner } from '../parts/spinner.js'
import { Words } from '../parts/words.js'
import type { Failure } from '../state/talk.js'

export function Entering() {
  return (
    <main className="entrance-page" data-status="entering">
      <h1 className="visually-hidden">Parley</h1>
      <p className="entrance-page-wait">
        <Spinner /> Connecting …
      </p>
    </main>
  )
}

interface OutProps {
  readonly failure: Failure
  readonly onReload: () => void
}

export function Out({ failure, onReload }: OutProps) {
  return (
    <main className="entrance-page" data-status="out">
      <h1 className="visually-hidden">Parley</h1>
      <Blank icon="key" title={sanitizeLine(failure.message)} status="out">
        <p>
          <Words>{failure.cure ?? 'Run `parley web` again, and open the link that it prints.'}</Words>
        </p>
        <Button label="Try again" icon="retry" onClick={onReload} />
      </Blank>
    </main>
  )
}

export function NoAgents({ onRefresh }: { readonly onRefresh: () => void }) {
  return (
    <main className="entrance-page" data-status="no-agents">
      <h1 className="visually-hidden">Parley</h1>
      <Blank icon="agent" title="No agent is installed" status="no-agents">
        <p>
          <code>parley agents</code> lists what can be installed. Install one, then run{' '}
          <code>parley web</code> again.
        </p>
        <Button label="Look again" icon="retry" onClick={onRefresh} />
      </Blank>
    </main>
  )
}
