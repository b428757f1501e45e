/** What comes from a terminal: keys, pasted text, and what it says of itself. */

import type { Size } from './frame.js'

export type KeyName =
  | 'character'
  | 'enter'
  | 'tab'
  | 'escape'
  | 'backspace'
  | 'delete'
  | 'insert'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'home'
  | 'end'
  | 'page-up'
  | 'page-down'
  | 'f1'
  | 'f2'
  | 'f3'
  | 'f4'
  | 'f5'
  | 'f6'
  | 'f7'
  | 'f8'
  | 'f9'
  | 'f10'
  | 'f11'
  | 'f12'

export interface Key {
  readonly name: KeyName
  /** What was typed, for a `character`: one character as people see it; with `ctrl` or `alt` the plain letter. */
  readonly text: string
  readonly isControl: boolean
  readonly isAlt: boolean
  /** Only where a terminal tells it apart: never for a `character`, whose text says it. */
  readonly isShift: boolean
}

export type Input =
  | {
      readonly type: 'key'
      readonly key: Key
      /** It came together with other characters: somebody writes, and means no command with it. */
      readonly isInText?: boolean | undefined
    }
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'focus'; readonly isFocused: boolean }
  | { readonly type: 'resize'; readonly size: Size }
  /** What the terminal answered when it was asked for its background. */
  | { readonly type: 'background'; readonly isDark: boolean }
