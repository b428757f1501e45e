/** Which key does what while somebody writes. A table as a function: no state, no browser. */

export interface Keystroke {
  readonly key: string
  readonly isShift: boolean
  /** Control, or Command on a Mac. */
  readonly isControl: boolean
  readonly isAlt: boolean
  /** An input method is still putting a character together: the key is its own. */
  readonly isComposing: boolean
}

export interface WritingSituation {
  readonly isEmpty: boolean
  /** A turn runs. */
  readonly isBusy: boolean
  /** There is no keyboard but the one on the screen: Enter makes a line, a button sends. */
  readonly isTouch: boolean
  /** Something is offered to complete what is written. */
  readonly isOffering: boolean
  /** What is written is already the whole of what is marked in the list. */
  readonly isWhole: boolean
  /** An earlier prompt was brought back and not changed yet. */
  readonly isRecalling: boolean
  readonly hasModes: boolean
}

export type WritingAction =
  | 'send'
  | 'send-now'
  | 'cancel'
  | 'older'
  | 'newer'
  | 'next-mode'
  | 'offer-next'
  | 'offer-previous'
  | 'offer-take'
  | 'offer-close'

/** Nothing where the text area itself knows what to do. */
export function actionOf(stroke: Keystroke, situation: WritingSituation): WritingAction | undefined {
  if (stroke.isComposing) return undefined
  return (situation.isOffering ? offerAction(stroke, situation) : undefined) ?? plainAction(stroke, situation)
}

function offerAction(
  { key, isShift, isControl, isAlt }: Keystroke,
  { isWhole }: WritingSituation,
): WritingAction | undefined {
  if (isControl || isAlt || isShift) return undefined
  switch (key) {
    case 'ArrowDown':
      return 'offer-next'
    case 'ArrowUp':
      return 'offer-previous'
    case 'Tab':
      return 'offer-take'
    case 'Enter':
      return isWhole ? undefined : 'offer-take'
    case 'Escape':
      return 'offer-close'
    default:
      return undefined
  }
}

function plainAction(stroke: Keystroke, situation: WritingSituation): WritingAction | undefined {
  const { key, isShift, isControl, isAlt } = stroke
  const { isBusy, isEmpty, isRecalling } = situation
  if (key === 'Enter') return enterAction(stroke, situation)
  if (isControl || isAlt) return undefined
  if (key === 'Tab') return isShift && situation.hasModes ? 'next-mode' : undefined
  if (isShift) return undefined
  if (key === 'Escape') return isBusy ? 'cancel' : undefined
  if (key === 'ArrowUp') return isEmpty || isRecalling ? 'older' : undefined
  return key === 'ArrowDown' && isRecalling ? 'newer' : undefined
}

function enterAction(
  { isShift, isControl, isAlt }: Keystroke,
  { isBusy, isTouch }: WritingSituation,
): WritingAction | undefined {
  if (isShift || isAlt) return undefined
  if (isControl) return isBusy ? 'send-now' : 'send'
  return isTouch ? undefined : 'send'
}
