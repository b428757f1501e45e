import { expect, test } from 'vitest'
import { type Draft, EMPTY_DRAFT, withText } from './draft.js'
import { changeDraft, createDraftStore, draftIn } from './draft-store.js'

class Shelf {
  readonly kept = new Map<string, string>()
  getItem = (name: string): string | null => this.kept.get(name) ?? null
  setItem = (name: string, text: string): void => void this.kept.set(name, text)
}

const talk = (key: string) => ({ key, agent: 'scout', sessionId: undefined })
const write = (text: string) => (draft: Draft) => withText(draft, text)

test('a draft is there again in the next visit, with the files that it mentions', () => {
  const shelf = new Shelf()
  const store = createDraftStore(shelf)
  changeDraft(store, talk('scout/1'), draft => ({ ...draft, text: 'see @a', files: ['a'] }))
  expect(draftIn(createDraftStore(shelf).getState(), talk('scout/1'))).toEqual({
    ...EMPTY_DRAFT,
    text: 'see @a',
    files: ['a'],
  })
})

test('a draft that was sent is gone', () => {
  const shelf = new Shelf()
  const store = createDraftStore(shelf)
  changeDraft(store, talk('one'), write('hello'))
  changeDraft(store, talk('one'), () => EMPTY_DRAFT)
  expect(createDraftStore(shelf).getState()).toEqual({})
})

test('of too many drafts the oldest go', () => {
  const store = createDraftStore(new Shelf())
  for (let index = 0; index < 60; index++) changeDraft(store, talk(`talk ${index}`), write('x'))
  changeDraft(store, talk('talk 10'), write('again'))
  changeDraft(store, talk('new'), write('x'))
  const names = Object.keys(store.getState())
  expect(names).toHaveLength(50)
  expect(names).toContain('talk 10')
  expect(names).not.toContain('talk 11')
})

test.each(['no json', '[]', '{"a":1,"b":{"text":7},"c":null}', '{"__proto__":{"text":"x"}}'])(
  'what is kept and no draft is left alone: %s',
  text => {
    const shelf = new Shelf()
    shelf.setItem('parley.composer', text)
    expect(draftIn(createDraftStore(shelf).getState(), talk('a'))).toEqual(EMPTY_DRAFT)
  },
)

test('a browser that keeps nothing costs nothing else', () => {
  const store = createDraftStore({
    getItem: () => null,
    setItem: () => {
      throw new Error('it is full')
    },
  })
  changeDraft(store, talk('a'), write('x'))
  expect(draftIn(store.getState(), talk('a')).text).toBe('x')
})

test('what was written before there was a session is found behind it, and in the next visit', () => {
  const shelf = new Shelf()
  const store = createDraftStore(shelf)
  const begun = { key: 'new 1', agent: 'scout', sessionId: '7' }
  changeDraft(store, talk('new 1'), write('hello'))
  expect(draftIn(store.getState(), begun).text).toBe('hello')
  changeDraft(store, begun, write('hello you'))
  expect(draftIn(createDraftStore(shelf).getState(), { ...begun, key: 'scout/7' }).text).toBe('hello you')
  expect(Object.keys(store.getState())).toEqual(['scout/7'])
})
