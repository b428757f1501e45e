import { expect, test } from 'vitest'
import { headInside, isSameName } from './containment.js'

const seeing = (path: string) => ({ path, isCaseBlind: false })
const blind = (path: string) => ({ path, isCaseBlind: true })

test('what lies inside, and the directory itself, has the directory as its head', () => {
  expect(headInside('/work/a/b', seeing('/work'), '/')).toBe('/work')
  expect(headInside('/work', seeing('/work'), '/')).toBe('/work')
  expect(headInside('/a', seeing('/'), '/')).toBe('/')
})

test('a name that only begins alike is another directory', () => {
  for (const path of ['/work-evil/a', '/workshop', '/wor', '/', '/x/work/a'])
    expect(headInside(path, seeing('/work'), '/')).toBeUndefined()
})

test('F8: on a volume that is blind to case, names are compared so, and composed', () => {
  expect(headInside('/WORK/a', blind('/work'), '/')).toBe('/WORK')
  expect(headInside('/WORK/a', seeing('/work'), '/')).toBeUndefined()
  expect(isSameName('e\u0301t\u00c9', '\u00e9te\u0301', true)).toBe(true)
  expect(isSameName('e\u0301', '\u00e9', false)).toBe(false)
})

test('no more is folded than volumes fold', () => {
  expect(isSameName('strasse', 'straße', true)).toBe(false)
  expect(isSameName('\u0131', 'i', true)).toBe(false)
  expect(isSameName('ﬁle', 'file', true)).toBe(false)
})

test('drives of Windows keep their separator', () => {
  expect(headInside('C:\\work\\a', seeing('C:\\'), '\\')).toBe('C:\\')
  expect(headInside('c:\\Work\\a', blind('C:\\work'), '\\')).toBe('c:\\Work')
  expect(headInside('D:\\work\\a', blind('C:\\work'), '\\')).toBeUndefined()
})
