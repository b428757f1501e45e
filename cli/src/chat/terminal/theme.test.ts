import { expect, test } from 'vitest'
import type { Line } from '../screen/line.js'
import type { Role } from '../screen/style.js'
import { depthOf, type Theme, toAnsi } from './theme.js'

const dark: Theme = { isDark: true, depth: '256' }
const line: Line = [
  { text: 'a ' },
  { text: 'bad', style: { role: 'bad', isBold: true } },
  { text: ' c', style: { foreground: { red: 255, green: 0, blue: 0 }, background: 9 } },
]

test('a line begins and ends without a style, and has the colours that the terminal can', () => {
  expect(toAnsi(line, dark)).toBe('a \x1b[31;1mbad\x1b[0m\x1b[38;5;196;101m c\x1b[0m')
  expect(toAnsi(line, { ...dark, depth: 'all' })).toContain('\x1b[38;2;255;0;0;101m')
  expect(toAnsi(line, { ...dark, depth: '16' })).toContain('\x1b[101m c')
  expect(toAnsi(line, { ...dark, depth: 'none' })).toBe('a \x1b[1;1mbad\x1b[0m c')
  expect(toAnsi(line, { ...dark, depth: 'plain' })).toBe('a bad c')
})

test('without colours nothing but bold, underlined and inverse is left', () => {
  const roles: Role[] = ['muted', 'good', 'added', 'link', 'selected', 'addedWord', 'heading', 'warning']
  const style = { isItalic: true, isDim: true, isStruck: true, isUnderlined: true }
  const text = roles
    .map(role => toAnsi([{ text: 'x', style: { ...style, role } }], { ...dark, depth: 'none' }))
    .join('')
  for (const [, codes = ''] of text.matchAll(/\[([0-9;]*)m/g))
    for (const code of codes.split(';')) expect(['0', '1', '4', '7']).toContain(code)
})

test('no control character comes through, whatever was forgotten before', () => {
  const text = toAnsi([{ text: 'a\x1b]52;c;x\x07b\u009bc\nd\te\u2028f' }], dark)
  expect(text).toBe('a·]52;c;x·b·c·d·e·f')
})

test('the variables say how many colours there are', () => {
  expect(depthOf({ TERM: 'dumb', COLORTERM: 'truecolor' })).toBe('plain')
  expect(depthOf({ TERM: 'xterm-256color', NO_COLOR: '1' })).toBe('none')
  expect(depthOf({ TERM: 'xterm-256color', NO_COLOR: '' })).toBe('256')
  expect(depthOf({ TERM: 'xterm-256color', NO_COLOR: '1', FORCE_COLOR: '1' })).toBe('256')
  expect(depthOf({ TERM: 'xterm', COLORTERM: 'truecolor' })).toBe('all')
  expect(depthOf({ TERM: 'linux' })).toBe('16')
})
