/** The messages that are sent, all of realistic size. The same text for every contestant. */
import type { MessageKind } from '../contestants/contestant.js'

export const chunkText = 'a few words of an answer, as a model streams them'
export const readPath = '/work/project/src/notes.md'
export const readContent = 'the content of a small file, answered from memory'
export const sessionId = 'sess_0123456789abcdef'

export function sampleMessage(kind: MessageKind): { readonly params: unknown } {
  return { ...envelope, params: { sessionId, update: sampleUpdates[kind]() } }
}

const envelope = { jsonrpc: '2.0', method: 'session/update' }

const sampleUpdates: Readonly<Record<MessageKind, () => object>> = {
  chunk: () => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: chunkText } }),
  'tool-update': () => ({
    sessionUpdate: 'tool_call_update',
    toolCallId: 'call_0123456789',
    status: 'completed',
    title: 'Edit src/connection.ts',
    kind: 'edit',
    locations: [
      { path: '/work/project/src/connection.ts', line: 42 },
      { path: '/work/project/src/connection.test.ts', line: 7 },
    ],
    content: [
      {
        type: 'diff',
        path: '/work/project/src/connection.ts',
        oldText: codeText(700),
        newText: codeText(900),
      },
      { type: 'content', content: { type: 'text', text: 'The file was changed in one place.' } },
      { type: 'content', content: { type: 'text', text: 'Two tests were run and passed.' } },
    ],
    rawInput: { path: '/work/project/src/connection.ts', replace: 'one', with: 'another' },
    rawOutput: { changed: true, lines: 12 },
  }),
  plan: () => ({
    sessionUpdate: 'plan',
    entries: Array.from({ length: 50 }, (_, index) => ({
      content: `Step ${index}: read the code around it and change what is to be changed`,
      priority: index % 3 === 0 ? 'high' : 'medium',
      status: index < 20 ? 'completed' : 'pending',
    })),
  }),
}

const codeLine = '  if (message.method === "session/update") return this.#route(message)\n'

/** Source code of exactly this many characters, one byte each, in one flat string. */
export function codeText(length: number): string {
  return Buffer.alloc(length, codeLine).toString('latin1')
}
