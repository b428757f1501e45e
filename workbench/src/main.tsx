/** The page begins here: the state, the connections, and React, which draws the one and asks the other. */

import { createRoot } from 'react-dom/client'
import { openLink } from './link/link.js'
import { Shell } from './shell/shell.js'
import { MeansProvider } from './state/context.js'
import { createKeptViewStore } from './state/kept-view.js'
import { createWorkbenchStore } from './state/store.js'

const place = document.getElementById('workbench')
if (place === null) throw new Error('the page has no place for the workbench')
const store = createWorkbenchStore()
const { actions, wires } = openLink(store)
const means = { store, view: createKeptViewStore(), actions, wires }
createRoot(place).render(
  <MeansProvider means={means}>
    <Shell />
  </MeansProvider>,
)
