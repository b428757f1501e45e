/**
 * What a program may not make the terminal do: everything that reaches beyond its own characters. Titles, links, the
 * clipboard, colours of the page, answers typed in its name, the size and place of windows.
 */

import type { Terminal } from '@xterm/xterm'

const MOST_OSC = 2_048
// `t` moves and names windows; `c`, `n`, `x` and `$p` are questions that would be answered as if somebody had typed.
const QUESTIONS = [
  { final: 't' },
  { final: 'c' },
  { prefix: '>', final: 'c' },
  { prefix: '=', final: 'c' },
  { final: 'n' },
  { prefix: '?', final: 'n' },
  { final: 'x' },
  { intermediates: '$', final: 'p' },
  { prefix: '?', intermediates: '$', final: 'p' },
] as const
// Those that xterm knows: a device control string is told apart by these.
const STRINGS = [
  { intermediates: '$', final: 'q' },
  { intermediates: '+', final: 'q' },
  { final: '{' },
] as const

const swallow = (): boolean => true

export function refuseTricks({ parser }: Pick<Terminal, 'parser'>): void {
  for (let number = 0; number < MOST_OSC; number++) parser.registerOscHandler(number, swallow)
  for (const question of QUESTIONS) parser.registerCsiHandler(question, swallow)
  for (const string of STRINGS) parser.registerDcsHandler(string, swallow)
}
