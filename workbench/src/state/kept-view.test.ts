import { expect, test } from 'vitest'
import { keep, readKept } from './keeping.js'
import { createKeptViewStore, readView } from './kept-view.js'
import { usualView } from './view.js'

function texts() {
  const all = new Map<string, string>()
  return {
    all,
    getItem: (name: string) => all.get(name) ?? null,
    setItem: (name: string, text: string) => void all.set(name, text),
    removeItem: (name: string) => void all.delete(name),
  }
}

test('the layout of one visit is that of the next; which file was looked at is not kept', () => {
  const kept = texts()
  const store = createKeptViewStore(kept)
  expect(store.getState()).toEqual({ ...usualView, pane: undefined })
  store.setState({ pane: 'files', theme: 'dark', sidebarWidth: 300, file: { path: '/secret' } })
  expect([...kept.all.values()].join()).not.toContain('secret')
  expect(createKeptViewStore(kept).getState()).toMatchObject({
    pane: 'files',
    theme: 'dark',
    sidebarWidth: 300,
  })
})

test.each([
  null,
  'text',
  7,
  [],
  { pane: 'none', theme: 1, sidebarWidth: 1e9, isSidebarOpen: 'yes', paneWidth: -1 },
])('what is no layout (%j) is as usual', value => {
  expect(readView(value)).toEqual({ ...usualView, pane: undefined })
})

test('a browser that keeps nothing costs nothing else', () => {
  const full = {
    getItem: () => '{broken',
    setItem: () => {
      throw new Error('full')
    },
    removeItem: () => {},
  }
  expect(readKept(full, 'x')).toBeUndefined()
  expect(() => keep(full, 'x', 1)).not.toThrow()
  expect(() => keep(undefined, 'x', 1)).not.toThrow()
  expect(readKept(undefined, 'x')).toBeUndefined()
})
