/** The sixteen colours of terminals and the ground they stand on, taken from the page's own tokens. */

import type { ITheme } from '@xterm/xterm'

const TOKENS = {
  background: '--ground-sunken',
  foreground: '--ink',
  cursor: '--ink-muted',
  selectionBackground: '--ground-selected',
  black: '--ink-inverse',
  red: '--error',
  green: '--ok',
  yellow: '--warn',
  blue: '--accent',
  magenta: '--code-keyword',
  cyan: '--info',
  white: '--ink-muted',
  brightBlack: '--ink-faint',
  brightRed: '--error',
  brightGreen: '--ok',
  brightYellow: '--warn',
  brightBlue: '--code-title',
  brightMagenta: '--code-keyword',
  brightCyan: '--info',
  brightWhite: '--ink',
} as const satisfies Partial<Record<keyof ITheme, string>>

/** As they are at this moment for this element: only an element that is drawn knows which of two colours a token is. */
export function coloursAt(element: HTMLElement): ITheme {
  const probe = element.ownerDocument.createElement('span')
  element.append(probe)
  const read = (token: string): string => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const theme = Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, read(token)]))
  probe.remove()
  return theme
}
