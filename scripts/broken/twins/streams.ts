/** What would go wrong where many streams share a wire, and where their pieces are read by what they have in common. */
import type { Twin } from '../twin.js'

export const STREAMS: readonly Twin[] = [
  {
    fault: 'a stream is read by a string that is not its words',
    file: 'jsonrpc/stencil.ts',
    find: 'follow(probe, this.#path) === other',
    replace: 'probe !== other',
    test: ['jsonrpc/stencil.test.ts', 'words that are spelt with escapes'],
  },
  {
    fault: 'a stream is read by a string that its peer foresaw',
    file: 'jsonrpc/stencil.ts',
    find: "const other = '?'.repeat(text.length)",
    replace: "const other = words + '?'",
    test: ['jsonrpc/stencil.test.ts', 'a string that a peer could foresee'],
  },
  {
    fault: 'no piece of a stream is read by the one before',
    file: 'jsonrpc/stencil.ts',
    find: 'for (const stencil of this.#stencils)',
    replace: 'for (const stencil of this.#stencils.slice(MOST_STENCILS))',
    test: ['jsonrpc/stencil.test.ts', 'a piece with other words than the one before'],
  },
  {
    fault: 'streams that take turns are learned again and again',
    file: 'jsonrpc/stencil.ts',
    find: 'if (this.#resting > 0) {',
    replace: 'if (this.#resting < 0) {',
    test: ['jsonrpc/stencil.test.ts', 'most are read as if nothing were'],
  },
  {
    fault: 'the pieces of a stream are one and the same object',
    file: 'jsonrpc/stencil.ts',
    find: 'const copy: Fields = { ...fields }',
    replace: 'const copy: Fields = fields',
    test: ['jsonrpc/stencil.test.ts', 'what somebody does to one message'],
  },
  {
    fault: 'the pieces of a stream share what hangs on them',
    file: 'jsonrpc/stencil.ts',
    find: "typeof other === 'object' && other !== null",
    replace: "typeof other === 'function'",
    test: ['jsonrpc/stencil.test.ts', 'messages share nothing'],
  },
  {
    fault: 'all who wait for room go on at once',
    file: 'agent/room-queue.ts',
    find: 'if (line.pass !== pass) break\n',
    replace: '',
    test: ['agent/room-queue.test.ts', 'those who wait go on in the order they came'],
  },
  {
    fault: 'the sessions of an agent do not wait for each other',
    file: 'agent/service.ts',
    find: 'sent === undefined || sent !== peer.room ? sent : queue.wait(sessionId, sent)',
    replace:
      'sent === undefined || sent !== peer.room || queue !== undefined ? sent : queue.wait(sessionId, sent)',
    test: ['agent/room-queue.test.ts', 'many sessions that all have much to say'],
  },
  {
    fault: 'who waits for room is not told that there will be none',
    file: 'agent/room-queue.ts',
    find: '.waiting.values()) fail(error)\n',
    replace: '.waiting.values()) void fail\n',
    test: ['agent/room-queue.test.ts', 'a wire that breaks fails everybody'],
  },
  {
    fault: 'who waits for room stands behind those who wait for another',
    file: 'agent/room-queue.ts',
    find: 'const known = this.#lines.get(room)\n',
    replace: 'const known = [...this.#lines.values()].at(-1)\n',
    test: ['agent/room-queue.test.ts', 'who has a room of its own waits for that alone'],
  },
]
