/** Draws one picture of a showcase: `?room/name&picture`. Not part of the page that is built. */

import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

interface Showcase {
  readonly showcases: Readonly<Record<string, () => ReactNode>>
}

const files = import.meta.glob<Showcase>('../*/*.showcase.tsx')
const [name = '', picture = ''] = decodeURIComponent(location.search.slice(1)).split('&')
const load = files[`../${name}.showcase.tsx`]
const draw = (await load?.())?.showcases[picture]
const place = document.getElementById('workbench')
if (place !== null) createRoot(place).render(draw?.() ?? <p>There is no picture {`${name} ${picture}`}</p>)
document.documentElement.dataset.ready = 'true'
