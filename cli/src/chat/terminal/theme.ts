/**
 * Which colours the roles have. Mostly the sixteen that a person chose for the terminal, so that they fit whatever stands
 * behind them; a colour that a program chose for its own output is brought as near as the terminal can.
 */

import type { Line } from '../screen/line.js'
import type { Colour, Role, Style } from '../screen/style.js'

/** How many colours there are. `none` knows bold, underlined and inverse; `plain` not even that. */
export type Depth = 'plain' | 'none' | '16' | '256' | 'all'

export interface Theme {
  readonly isDark: boolean
  readonly depth: Depth
}

type Codes = Readonly<Record<Role, string>>

const DARK: Codes = {
  muted: '2',
  strong: '1',
  accent: '36',
  good: '32',
  warning: '33',
  bad: '31',
  info: '36',
  border: '2',
  selected: '7',
  you: '1;36',
  mode: '35',
  heading: '1;36',
  link: '4;36',
  quote: '2;3',
  code: '36',
  keyword: '35',
  string: '32',
  number: '33',
  comment: '2',
  name: '36',
  type: '33',
  added: '32',
  removed: '31',
  addedWord: '7;32',
  removedWord: '7;31',
}

/** Yellow and cyan are hard to read on white, whatever the palette. */
const LIGHT: Codes = {
  ...DARK,
  accent: '34',
  warning: '35',
  info: '34',
  you: '1;34',
  heading: '1;34',
  link: '4;34',
  code: '34',
  number: '34',
  name: '34',
  type: '31',
}

const COLOURLESS: Partial<Codes> = {
  strong: '1',
  selected: '7',
  you: '1',
  heading: '1',
  link: '4',
  bad: '1',
  warning: '1',
  addedWord: '7',
  removedWord: '7',
}

/** What the variables of a terminal say about its colours. */
export function depthOf(env: Readonly<Record<string, string | undefined>>): Depth {
  const { TERM = '', COLORTERM = '', NO_COLOR = '', FORCE_COLOR = '' } = env
  if (TERM === 'dumb') return 'plain'
  if (FORCE_COLOR === '0' || (NO_COLOR !== '' && FORCE_COLOR === '')) return 'none'
  if (/truecolor|24bit/i.test(COLORTERM) || TERM.endsWith('-direct')) return 'all'
  return /256color|kitty|alacritty|ghostty|foot|wezterm/.test(TERM) ? '256' : '16'
}

const RESET = '\x1b[0m'
/** A last guard: what is drawn was cleaned before. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu

/** A line as a terminal reads it. It begins and ends without a style. */
export function toAnsi(line: Line, theme: Theme): string {
  let text = ''
  for (const piece of line) {
    const shown = piece.text.replace(CONTROLS, '·')
    const codes = piece.style === undefined || shown === '' ? '' : codesOf(piece.style, theme)
    text += codes === '' ? shown : `\x1b[${codes}m${shown}${RESET}`
  }
  return text
}

function codesOf(style: Style, theme: Theme): string {
  if (theme.depth === 'plain') return ''
  const hasColours = theme.depth !== 'none'
  const codes = [
    roleCodes(style.role, theme),
    style.isBold === true ? '1' : '',
    style.isDim === true && hasColours ? '2' : '',
    style.isItalic === true && hasColours ? '3' : '',
    style.isUnderlined === true ? '4' : '',
    style.isInverse === true ? '7' : '',
    style.isStruck === true && hasColours ? '9' : '',
    colourCodes(style.foreground, 30, theme.depth),
    colourCodes(style.background, 40, theme.depth),
  ]
  return codes.filter(code => code !== '').join(';')
}

function roleCodes(role: Role | undefined, { isDark, depth }: Theme): string {
  if (role === undefined) return ''
  if (depth === 'none') return COLOURLESS[role] ?? ''
  return (isDark ? DARK : LIGHT)[role]
}

/** `base` is 30 for what is written and 40 for what is behind it. */
function colourCodes(colour: Colour | undefined, base: 30 | 40, depth: Depth): string {
  if (colour === undefined || depth === 'none') return ''
  if (typeof colour !== 'number') {
    const { red, green, blue } = colour
    if (depth === 'all') return [base + 8, 2, ...[red, green, blue].map(toByte)].join(';')
    return colourCodes(nearest(red, green, blue), base, depth)
  }
  const index = toByte(colour)
  if (index < 16) return String(index < 8 ? base + index : base + 52 + index)
  return depth === '16' ? '' : `${base + 8};5;${index}`
}

const toByte = (value: number): number => Math.min(255, Math.max(0, Math.round(value) || 0))

/** The nearest of the cube of six by six by six. */
function nearest(red: number, green: number, blue: number): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map(each => {
    const value = toByte(each)
    return value < 48 ? 0 : value < 115 ? 1 : Math.floor((value - 35) / 40)
  })
  return 16 + 36 * r + 6 * g + b
}
