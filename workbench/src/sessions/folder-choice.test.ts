import { expect, test } from 'vitest'
import { emptyWorkbench } from '../state/workbench.js'
import { findFolderFault, foldersToOffer, isInside } from './folder-choice.js'

test.each([
  ['/home/ada/shop', '/home/ada/shop', true],
  ['/home/ada/shop/src/', '/home/ada/shop', true],
  ['/home/ada/shopping', '/home/ada/shop', false],
  ['/home/ada/shop/../notes', '/home/ada/shop', false],
  ['/home/ada/./shop//src', '/home/ada/shop/', true],
  ['/anything', '/', true],
  ['src', '/home/ada/shop', false],
  ['c:\\work\\Shop\\src', 'C:\\Work\\shop', true],
])('%s inside of %s: %s', (path, root, expected) => {
  expect(isInside(path, root)).toBe(expected)
})

test('a typed folder is told what is wrong with it', () => {
  const roots = ['/home/ada/shop']
  expect(findFolderFault(' ', roots)).toMatch(/^Name the folder/)
  expect(findFolderFault('src', roots)).toMatch(/whole path/)
  expect(findFolderFault('/etc', roots)).toContain('/home/ada/shop')
  expect(findFolderFault('/home/ada/shop/src', roots)).toBeUndefined()
})

test('where no roots are told, the gateway decides', () => {
  expect(findFolderFault('/anywhere', [])).toBeUndefined()
})

test('the usual folder is offered first, each once, and none that is outside of the roots', () => {
  const session = { key: 'k', agent: 'scout', sessionId: '1', isArchived: false, state: 'saved' as const }
  const workbench = {
    ...emptyWorkbench,
    ...{ folder: '/work/shop', roots: ['/work'] },
    listed: ['/work/notes', '/elsewhere', '/work/shop'].map(cwd => ({ ...session, cwd })),
  }
  expect(foldersToOffer(workbench)).toEqual(['/work/shop', '/work/notes', '/work'])
})
