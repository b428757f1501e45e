/** A terminal emulator on an element: read only, within the page's policy, deaf to everything but characters and colours. */

import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import { refuseTricks } from './refusals.js'
import { coloursAt } from './terminal-colours.js'
import { withinPolicy } from './within-policy.js'

const SCROLLBACK_LINES = 10_000

export interface Emulator {
  /** Shows this; what only continues what was shown before is added to it. */
  show(text: string): void
  dispose(): void
}

export function openEmulator(element: HTMLElement): Emulator {
  const terminal = new Terminal({
    ...{ disableStdin: true, convertEol: true, cursorBlink: false },
    minimumContrastRatio: 4.5,
    // What programs write is nothing to complain of.
    logLevel: 'off',
    ...{ cursorInactiveStyle: 'none', scrollback: SCROLLBACK_LINES, screenReaderMode: false },
    fontFamily: getComputedStyle(element).getPropertyValue('--font-code'),
    fontSize: 13,
    theme: coloursAt(element),
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  refuseTricks(terminal)
  const undress = withinPolicy(element.ownerDocument, () => terminal.open(element))
  const resizing = new ResizeObserver(() => fit.fit())
  resizing.observe(element)
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const recolour = (): void => {
    terminal.options.theme = coloursAt(element)
  }
  scheme.addEventListener('change', recolour)
  const theme = new MutationObserver(recolour)
  theme.observe(element.ownerDocument.documentElement, { attributeFilter: ['data-theme'] })
  let shown = ''
  return {
    show: text => {
      if (!text.startsWith(shown)) terminal.reset()
      terminal.write(text.startsWith(shown) ? text.slice(shown.length) : text)
      shown = text
    },
    dispose: () => {
      resizing.disconnect()
      theme.disconnect()
      scheme.removeEventListener('change', recolour)
      terminal.dispose()
      undress()
    },
  }
}
