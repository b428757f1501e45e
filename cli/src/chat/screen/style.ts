/** How text looks, by what it is for. Which colour that is, a theme says. */

/** What a piece of text is for. */
export type Role =
  | 'muted'
  | 'strong'
  | 'accent'
  | 'good'
  | 'warning'
  | 'bad'
  | 'info'
  | 'border'
  | 'selected'
  | 'you'
  | 'mode'
  // prose
  | 'heading'
  | 'link'
  | 'quote'
  | 'code'
  // source
  | 'keyword'
  | 'string'
  | 'number'
  | 'comment'
  | 'name'
  | 'type'
  // changes
  | 'added'
  | 'removed'
  | 'addedWord'
  | 'removedWord'

/** A colour that a program chose for its own output: one of the 256, or of all. */
export type Colour = number | { readonly red: number; readonly green: number; readonly blue: number }

export interface Style {
  readonly role?: Role | undefined
  readonly isBold?: boolean | undefined
  readonly isDim?: boolean | undefined
  readonly isItalic?: boolean | undefined
  readonly isUnderlined?: boolean | undefined
  readonly isStruck?: boolean | undefined
  readonly isInverse?: boolean | undefined
  readonly foreground?: Colour | undefined
  readonly background?: Colour | undefined
}
