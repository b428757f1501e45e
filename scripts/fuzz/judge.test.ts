import { expect, test } from 'vitest'
import { judge } from './judge.js'

const MANNERS = { answersNoise: true, takesBatches: true, skipsEmpty: true }
const owedFor = (value: unknown) => judge(new TextEncoder().encode(JSON.stringify(value)), MANNERS)

test('a method with an empty name is a method, alone and in an array', () => {
  const call = { jsonrpc: '2.0', id: 1, method: '', params: {} }
  const asked = [{ id: 1, method: '', isSure: true }]
  expect(owedFor(call)).toMatchObject({ asked, nameless: 0 })
  expect(owedFor([call])).toMatchObject({ asked, nameless: 0 })
})

test('what is no valid request is answered under its id alone, and without a name in an array', () => {
  const call = { jsonrpc: '2.0', id: 1, method: 7 }
  expect(owedFor(call)).toMatchObject({ asked: [{ id: 1, method: undefined }], nameless: 0 })
  expect(owedFor([call])).toMatchObject({ asked: [], nameless: 1 })
})
