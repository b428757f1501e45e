import { expect, test } from 'vitest'
import { createTabMemory } from './tab-memory.js'

function keptTexts(first: Readonly<Record<string, string>> = {}) {
  const all = new Map(Object.entries(first))
  return {
    getItem: (name: string) => all.get(name) ?? null,
    setItem: (name: string, text: string) => void all.set(name, text),
    removeItem: (name: string) => void all.delete(name),
  }
}

const read = (value: unknown) => (typeof value === 'string' ? value : undefined)

test('what was remembered is there after a reload, until it is forgotten', () => {
  const texts = keptTexts()
  const memory = createTabMemory({ name: 'x', read, texts })
  memory.put('scout/1', 'one')
  memory.put('scout/2', 'two')
  expect([...createTabMemory({ name: 'x', read, texts }).store.getState()]).toEqual([
    ['scout/1', 'one'],
    ['scout/2', 'two'],
  ])
  memory.put('scout/1', undefined)
  expect([...createTabMemory({ name: 'x', read, texts }).store.getState().keys()]).toEqual(['scout/2'])
})

test('what is not as it should be is left out, and of too many the oldest go', () => {
  const texts = keptTexts({ x: '[["a",1],["b","two"],3,null]' })
  const memory = createTabMemory({ name: 'x', read, texts })
  expect([...memory.store.getState()]).toEqual([['b', 'two']])
  for (let each = 0; each < 60; each++) memory.put(`talk ${each}`, 'x')
  expect(memory.store.getState().size).toBe(50)
  expect(memory.store.getState().has('b')).toBe(false)
  expect(createTabMemory({ name: 'x', read, texts: keptTexts({ x: '{' }) }).store.getState().size).toBe(0)
})
