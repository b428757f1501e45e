import { expect, test } from 'vitest'
import { actionOf, type Keystroke, type WritingSituation } from './composer-keys.js'

const idle: WritingSituation = {
  ...{ isEmpty: false, isBusy: false, isTouch: false, isOffering: false },
  ...{ isWhole: false, isRecalling: false, hasModes: true },
}

function press(keys: string, situation: Partial<WritingSituation> = {}, isComposing = false) {
  const parts = keys.split('+')
  const stroke: Keystroke = {
    key: parts.at(-1) ?? '',
    isShift: parts.includes('Shift'),
    isControl: parts.includes('Control'),
    isAlt: parts.includes('Alt'),
    isComposing,
  }
  return actionOf(stroke, { ...idle, ...situation })
}

test.each([
  ['Enter sends', 'Enter', {}, 'send'],
  ['Shift+Enter is a line', 'Shift+Enter', {}, undefined],
  ['Enter while a turn runs sends too: it is queued', 'Enter', { isBusy: true }, 'send'],
  ['Control+Enter while a turn runs does not wait', 'Control+Enter', { isBusy: true }, 'send-now'],
  ['Control+Enter sends where nothing runs', 'Control+Enter', {}, 'send'],
  ['Enter on a phone is a line', 'Enter', { isTouch: true }, undefined],
  ['Control+Enter sends also where there is a touch screen', 'Control+Enter', { isTouch: true }, 'send'],
  ['Escape calls off a turn', 'Escape', { isBusy: true }, 'cancel'],
  ['Escape does nothing where nothing runs', 'Escape', {}, undefined],
  ['Up in an empty text goes back', 'ArrowUp', { isEmpty: true }, 'older'],
  ['Up in a text moves the cursor', 'ArrowUp', {}, undefined],
  ['Up goes further back', 'ArrowUp', { isRecalling: true }, 'older'],
  ['Down comes back', 'ArrowDown', { isRecalling: true }, 'newer'],
  ['Down in an empty text does nothing', 'ArrowDown', { isEmpty: true }, undefined],
  ['Shift+Tab is the next mode', 'Shift+Tab', {}, 'next-mode'],
  ['Shift+Tab goes back where there are no modes', 'Shift+Tab', { hasModes: false }, undefined],
  ['Tab goes on', 'Tab', {}, undefined],
  ['Enter takes what is offered', 'Enter', { isOffering: true }, 'offer-take'],
  ['Enter sends what is whole', 'Enter', { isOffering: true, isWhole: true }, 'send'],
  ['Tab takes what is offered', 'Tab', { isOffering: true }, 'offer-take'],
  [
    'Escape closes the list before it calls off a turn',
    'Escape',
    { isOffering: true, isBusy: true },
    'offer-close',
  ],
  ['Down moves in the list', 'ArrowDown', { isOffering: true }, 'offer-next'],
  ['Up moves in the list', 'ArrowUp', { isOffering: true, isEmpty: true }, 'offer-previous'],
  ['Shift+Enter is a line beside a list, too', 'Shift+Enter', { isOffering: true }, undefined],
] as const)('%s', (...[, keys, situation, action]) => {
  expect(press(keys, situation)).toBe(action)
})

test.each(['Enter', 'Escape', 'ArrowUp', 'Tab', 'Control+Enter'])(
  '%s belongs to the input method while it puts a character together',
  keys => {
    expect(press(keys, { isBusy: true, isEmpty: true, isOffering: true }, true)).toBeUndefined()
  },
)
