import { expect, test } from 'vitest'
import { hasTicket, readAddress, toFragment, withoutTicket } from './address.js'

test.each([
  [{}, ''],
  [{ talk: 'scout/1f-2' }, 'talk=scout/1f-2'],
  [
    { talk: 'scout/a b&c=#d/e+f', pane: 'changes' as const },
    'talk=scout/a%20b%26c%3D%23d/e%2Bf&pane=changes',
  ],
  [{ pane: 'protocol' as const }, 'pane=protocol'],
])('%j is %s, and is read as it was written', (address, fragment) => {
  expect(toFragment(address)).toBe(fragment)
  expect(readAddress(fragment)).toEqual({ talk: undefined, pane: undefined, folder: undefined, ...address })
})

test('what is no address is nowhere', () => {
  expect(readAddress('pane=kitchen&talk=')).toEqual({ talk: undefined, pane: undefined, folder: undefined })
})

test('a link loses its ticket and its folder, and keeps where it leads to', () => {
  const link = 'ticket=abc&folder=%2Fhome%2Fada&talk=scout/1'
  expect(hasTicket(link)).toBe(true)
  expect(readAddress(link)).toMatchObject({ folder: '/home/ada', talk: 'scout/1' })
  expect(withoutTicket(link)).toBe('talk=scout/1')
  expect(withoutTicket('ticket=abc')).toBe('')
  expect(withoutTicket('talk=scout/1')).toBe('talk=scout/1')
})
