import { expect, test } from 'vitest'
import type { Choice } from '../state/question.js'
import { inUsualOrder } from './choice-order.js'

const choice = (optionId: string, kind: string): Choice => ({ optionId, name: optionId, kind })
const ids = (choices: readonly Choice[]) => inUsualOrder(choices).map(({ optionId }) => optionId)

test('allow once stands first, reject second, whatever lasts behind them, whoever asks', () => {
  const once = [choice('yes', 'allow_once'), choice('no', 'reject_once')]
  const lasting = [choice('session', 'allow_always'), choice('always', 'allow_always')]
  const never = choice('never', 'reject_always')
  const usual = ['yes', 'no', 'session', 'always', 'never']
  expect(ids([...once, ...lasting, never])).toEqual(usual)
  expect(ids([...once.toReversed(), never, ...lasting])).toEqual(usual)
  expect(ids([...lasting, never, ...once])).toEqual(usual)
})

test('kinds that nobody knows here come last, as they were told', () => {
  const strange = [choice('later', 'ask_later'), choice('pass', 'hand_on')]
  expect(ids([...strange, choice('no', 'reject_once')])).toEqual(['no', 'later', 'pass'])
})
