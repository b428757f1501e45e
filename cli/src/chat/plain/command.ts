/** A line that was typed, as what it means. A slash before another word is for the agent. */

import { shellCommandOf } from '../composer/shell-line.js'

export type Command =
  | { readonly is: 'nothing' | 'quit' | 'cancel' | 'new' | 'help' }
  | { readonly is: 'prompt'; readonly text: string }
  | { readonly is: 'shell'; readonly command: string }
  | { readonly is: 'mode'; readonly mode?: string | undefined }
  | { readonly is: 'option'; readonly option?: string | undefined; readonly value?: string | undefined }

export function readCommand(line: string): Command {
  const command = shellCommandOf(line)
  if (command !== undefined) return { is: 'shell', command }
  const [word = '', first, ...rest] = line.trim().split(/\s+/)
  switch (word) {
    case '':
      return { is: 'nothing' }
    case '/quit':
    case '/exit':
      return { is: 'quit' }
    case '/cancel':
      return { is: 'cancel' }
    case '/new':
      return { is: 'new' }
    case '/help':
      return { is: 'help' }
    case '/mode':
      return { is: 'mode', mode: first }
    case '/option':
      return { is: 'option', option: first, value: rest.length === 0 ? undefined : rest.join(' ') }
    default:
      return { is: 'prompt', text: line }
  }
}

/** Lines joined where they go on in the next one. */
export class Continuation {
  #begun: string[] = []

  /** The whole line, or nothing while it goes on. */
  add(line: string): string | undefined {
    if (line.endsWith('\\')) {
      this.#begun.push(line.slice(0, -1))
      return undefined
    }
    return this.#take([line])
  }

  /** What was begun and not ended. */
  end(): string | undefined {
    return this.#begun.length === 0 ? undefined : this.#take([])
  }

  #take(last: readonly string[]): string {
    const whole = [...this.#begun, ...last].join('\n')
    this.#begun = []
    return whole
  }
}
