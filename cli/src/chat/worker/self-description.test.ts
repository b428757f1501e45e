import { expect, test } from 'vitest'
import { aModel, openTalk, Play } from '../model/model.fixture.js'
import type { Talk } from '../model/talk.js'
import { describeSelf } from './self-description.js'

const titled = (key: string, title: string, over: Partial<Talk> = {}): Talk =>
  openTalk({ key, facts: { ...openTalk().facts, title }, ...over })

test('one conversation is told by its title, by how it began, or by its agent', () => {
  expect(describeSelf(aModel())).toEqual({ title: 'scout', state: 'idle' })
  const play = new Play().type('tidy the tests').press('enter')
  play.news({ is: 'updates', updates: [] })
  expect(describeSelf(play.model).state).toBe('working')
  expect(describeSelf(aModel({ talks: [titled('talk-1', 'Port the parser')] })).title).toBe('Port the parser')
})

test('of several the one is told in which somebody is needed, then one that works', () => {
  const working = { turn: { since: 0, slot: 0 } } as unknown as Partial<Talk>
  const asking = { questions: [{ id: 'q' }] } as unknown as Partial<Talk>
  const idle = titled('talk-1', 'Idle')
  const talks = [idle, titled('talk-2', 'At work', working)]
  expect(describeSelf(aModel({ talks }))).toEqual({ title: 'At work (and 1 more)', state: 'working' })
  const more = [...talks, titled('talk-3', 'Asking', asking)]
  expect(describeSelf(aModel({ talks: more }))).toEqual({ title: 'Asking (and 2 more)', state: 'waiting' })
})
