import { describe, expect, test } from 'vitest'
import { isWorking } from './index.js'
import { reduce, type ThreadEvent, type ThreadUpdate } from './reduce.js'
import { RETELLING } from './retelling.js'
import { entriesOf, terminalsOf, textOf } from './selectors.js'
import { emptyThread, type Thread } from './thread.js'

type Event = ThreadUpdate | ThreadEvent
const text = (words: string) => ({ type: 'text', text: words }) as const
const asks = (words: string): Event => ({ type: 'prompt', content: [text(words)] })
const user = (words: string): Event => ({ sessionUpdate: 'user_message_chunk', content: text(words) })
const agent = (words: string): Event => ({ sessionUpdate: 'agent_message_chunk', content: text(words) })
const begins: Event = { sessionUpdate: RETELLING, state: 'begins' }
const ends: Event = { sessionUpdate: RETELLING, state: 'ends' }
const over: Event = { type: 'end', stopReason: 'end_turn' }

const fold = (...events: Event[]): Thread => events.reduce(reduce, emptyThread(1))
const said = (thread: Thread): string[] =>
  entriesOf(thread).flatMap(entry => (entry.kind === 'message' ? [`${entry.role} ${textOf(entry)}`] : []))

describe('a conversation that is told again', () => {
  const before = [asks('one'), agent('1'), over, asks('two'), agent('half')]

  test('has everything once, and a prompt of ours where it was told', () => {
    const retold = [user('one'), agent('1'), user('two'), agent('half of 2')]
    const thread = fold(...before, begins, ...retold, ends, agent('!'), over)
    expect(said(thread)).toEqual(['user one', 'agent 1', 'user two', 'agent half of 2!'])
    expect(isWorking(thread)).toBe(false)
  })

  test('has a prompt of ours that had not arrived behind what was told', () => {
    const thread = fold(...before, begins, user('one'), agent('1'), ends)
    expect(said(thread)).toEqual(['user one', 'agent 1', 'user two'])
    expect(isWorking(thread)).toBe(true)
    expect(said(reduce(thread, user('two')))).toEqual(said(thread))
  })

  test('has it in front where nobody tells what users say', () => {
    const thread = fold(...before, begins, agent('rest of 2'), ends, user('two'))
    expect(said(thread)).toEqual(['user two', 'agent rest of 2'])
  })

  test('has it once when it is told again a second time before the first was over', () => {
    const thread = fold(...before, begins, user('one'), begins, user('one'), agent('1'), user('two'), ends)
    expect(said(thread)).toEqual(['user one', 'agent 1', 'user two'])
  })

  test('keeps what only this side knows: settings and its own terminals', () => {
    const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] }
    const known: Event[] = [
      { type: 'opened', modes },
      { type: 'terminal', terminalId: 't', output: 'kept' },
    ]
    const thread = fold(...known, ...before, begins, ends)
    expect(thread.modeId).toBe('ask')
    expect(terminalsOf(thread)).toMatchObject([{ terminalId: 't' }])
  })
})
