import { expect, test } from 'vitest'
import { meansWith, talkWith, threadOf } from '../showcase/means.fixture.js'
import type { FileContent } from '../state/actions.js'
import type { Means } from '../state/context.js'
import { changeTalk } from '../state/store.js'
import type { Submission, Talk } from '../state/talk.js'
import { type Draft, EMPTY_DRAFT } from './draft.js'
import { changeDraft, createDraftStore, draftIn } from './draft-store.js'
import { Sender } from './sending.js'

/** A conversation whose prompts are queued as they are while a turn runs; `done` says what was asked of it. */
function desk(parts: Partial<Talk>, readFile?: (path: string) => Promise<FileContent>) {
  const talk = talkWith(parts)
  const done: unknown[][] = []
  const staged = meansWith({ talk })
  const actions: Partial<Means['actions']> = {
    prompt(key: string, submission: Submission) {
      done.push(['prompt', submission.text])
      changeTalk(staged.store, key, it => ({
        ...it,
        queue: [...it.queue, { id: submission.text, ...submission }],
      }))
    },
    cancel: async () => void done.push(['cancel']),
    sendNow: async (_, id) => void done.push(['sendNow', id]),
    readFile: (_, path) => readFile?.(path) ?? Promise.reject(new Error('there is no file')),
  }
  const means = { ...staged, actions: { ...staged.actions, ...actions } as Means['actions'] }
  const drafts = createDraftStore({ getItem: () => null, setItem: () => undefined })
  const write = (draft: Partial<Draft>) => changeDraft(drafts, talk, () => ({ ...EMPTY_DRAFT, ...draft }))
  const draft = () => draftIn(drafts.getState(), talk)
  return { talk, done, write, draft, sender: new Sender(means, drafts) }
}

const busy = { turn: { state: 'working' } } as const
const attachment = {
  ...{ id: '1', name: 'a.png', size: 1 },
  block: { type: 'image', data: 'AA==', mimeType: 'image/png' } as const,
}

test('what is to be sent now is queued, and then the turn is called off for exactly that', () => {
  const { talk, done, write, sender } = desk({
    ...busy,
    queue: [{ id: 'before', text: 'before', blocks: [] }],
  })
  write({ text: 'hurry' })
  sender.send(talk, true)
  expect(done).toEqual([
    ['prompt', 'hurry'],
    ['sendNow', 'hurry'],
  ])
})

test('with nothing written, sending now means the first that waits; sending means nothing', () => {
  const { talk, done, sender } = desk({ ...busy, queue: [{ id: 'before', text: 'before', blocks: [] }] })
  sender.send(talk, false)
  sender.send(talk, true)
  expect(done).toEqual([['sendNow', 'before']])
})

test('what is sent while files are being read goes behind what mentions them', async () => {
  let resolve: (content: FileContent) => void = () => undefined
  const read = new Promise<FileContent>(done => {
    resolve = done
  })
  const { talk, done, write, draft, sender } = desk({}, () => read)
  write({ text: 'first @a', files: ['a'] })
  sender.send(talk, false)
  expect(draft()).toEqual(EMPTY_DRAFT)
  write({ text: 'second' })
  sender.send(talk, false)
  expect(done).toEqual([])
  resolve({ path: '/a', text: 'a', size: 1, isCut: false, digest: '' })
  await expect
    .poll(() => done)
    .toEqual([
      ['prompt', 'first @a'],
      ['prompt', 'second'],
    ])
})

test('a prompt that nobody has answered comes back with all that went along', () => {
  const thread = threadOf([{ type: 'prompt', content: [{ type: 'text', text: 'look' }] }])
  const { talk, done, write, draft, sender } = desk({ thread })
  write({ text: 'look', attachments: [attachment] })
  sender.send(talk, false)
  sender.cancel({ ...talk, ...busy })
  expect(done.at(-1)).toEqual(['cancel'])
  expect(draft()).toMatchObject({ text: 'look', attachments: [attachment] })
})

test('what somebody else has prompted, or what is being written, is left alone', () => {
  const thread = threadOf([{ type: 'prompt', content: [{ type: 'text', text: 'theirs' }] }])
  const { talk, write, draft, sender } = desk({ thread, turn: { state: 'working', by: 'grace' } })
  sender.cancel(talk)
  expect(draft().text).toBe('')
  write({ text: 'mine' })
  sender.cancel({ ...talk, ...busy })
  expect(draft().text).toBe('mine')
})
