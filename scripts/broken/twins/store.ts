/** What would go wrong with sessions that are kept, one fault each. */
import type { Twin } from '../twin.js'

const FILES: readonly Twin[] = [
  {
    fault: 'the sum of a line is not checked',
    file: 'node/journal/line.ts',
    find: "return line.toString('latin1', end) ===",
    replace: 'return line.length > 0 || sum ===',
    test: [
      'node/journal/session-file.test.ts',
      'a session that is damaged in the middle is corrupted: one letter',
    ],
  },
  {
    fault: 'a line of another session is good',
    file: 'node/journal/line.ts',
    find: 'return sumOf(headerWithoutEnd)',
    replace: 'return headerWithoutEnd.length * 0',
    test: [
      'node/journal/session-file.test.ts',
      'a session that is damaged in the middle is corrupted: a line is of',
    ],
  },
  {
    fault: 'a torn tail is not truncated',
    file: 'node/journal/store.ts',
    find: '      if (verdict.hasTail) this.#cut(path, verdict.end)\n',
    replace: '',
    test: ['node/journal/session-file.test.ts', 'a torn tail is dropped and the session goes on: zeros'],
  },
  {
    fault: 'a gap in the middle is passed over',
    file: 'node/journal/session-file.ts',
    find: 'this.#hasGap = true',
    replace: 'this.#hasGap = false',
    test: [
      'node/journal/session-file.test.ts',
      'a session that is damaged in the middle is corrupted: a line is zeroed',
    ],
  },
  {
    fault: 'a line is read twice',
    file: 'node/journal/session-file.ts',
    find: 'seqOf(line.bytes) === seq + 1',
    replace: 'seqOf(line.bytes) <= seq + 1',
    test: [
      'node/journal/session-file.test.ts',
      'a torn tail is dropped and the session goes on: the last line twice',
    ],
  },
  {
    fault: 'the lock is ignored',
    file: 'node/journal/lock.ts',
    find: 'if (isAlive(files, path, holder)) return false',
    replace: "if (path === '') return false",
    test: ['testing/journal-contract.test.ts', 'another journal over the same place'],
  },
  {
    fault: 'a stale lock is taken over without a claim',
    file: 'node/journal/lock.ts',
    find: '  if (readOwner(files, path)?.token !== holder.token) return false\n',
    replace: '',
    test: [
      'node/journal/lock.test.ts',
      'who finds a lock stale too late does not take it from its new holder',
    ],
  },
  {
    fault: 'an id leads out of the folder',
    file: 'node/journal/folder.ts',
    find: 'return SESSION_ID.test(id)',
    replace: 'return id.length > 0',
    test: ['testing/journal-contract.test.ts', 'a session that is not there is not found'],
  },
  {
    fault: 'others may write into the folder',
    file: 'node/journal/folder.ts',
    find: 'const WRITABLE_BY_OTHERS = 0o022',
    replace: 'const WRITABLE_BY_OTHERS = 0',
    test: ['node/journal/store.test.ts', 'a folder that others can write to is refused'],
  },
  {
    fault: 'the reserve is ignored',
    file: 'node/journal/disk-log.ts',
    find: "if (entry.kind === 'prompt') {",
    replace: "if (entry.kind === 'prompt' && this.id === '') {",
    test: ['node/journal/store.test.ts', 'a nearly full disk refuses new prompts'],
  },
  {
    fault: 'a failed sync is tried again',
    file: 'node/journal/failure.ts',
    find: '    return this.#error\n  }\n\n  /** Throws',
    replace:
      '    const error = this.#error\n    this.#error = undefined\n    return error\n  }\n\n  /** Throws',
    test: ['node/journal/store.test.ts', 'a sync that fails stops the store'],
  },
  {
    fault: 'a disk that was full once is full for ever',
    file: 'node/journal/owner.ts',
    find: '      absent(() => this.#files.remove(draft))\n',
    replace: '',
    test: ['node/journal/store.test.ts', 'a disk that is full for a moment when a lock is taken'],
  },
  {
    fault: 'a time that is none breaks the list',
    file: 'node/journal/line.ts',
    find: 'Math.min(Math.max(0, Math.trunc(at) || 0), MOST_TIME)',
    replace: 'at',
    test: ['node/journal/foreign-files.test.ts', 'a list survives a session whose file holds the time'],
  },
  {
    fault: 'every session keeps its file open',
    file: 'node/journal/handles.ts',
    find: '    if (this.#open.size > this.#most) this.#closeOldest()\n',
    replace: '',
    test: ['node/journal/store.test.ts', 'many sessions hold few files open'],
  },
  {
    fault: 'the index is believed more than the files',
    file: 'node/journal/session-index.ts',
    find: 'if (known !== undefined && known.end === size) return known',
    replace: 'if (known !== undefined) return known',
    test: ['node/journal/session-index.test.ts', 'a list believes the session files more than the index'],
  },
  {
    fault: 'an entry is acknowledged before it was synced',
    file: 'node/journal/segment.ts',
    find: '    await this.#files.sync(this.file)\n',
    replace: '    void this.#files.sync(this.file)\n',
    test: ['node/journal/commit-log.test.ts', 'an entry is acknowledged only after it was synced'],
  },
  {
    fault: 'every entry is synced by itself under load',
    file: 'node/journal/commit-log.ts',
    find: 'else this.#timer = setTimeout(() => this.#hurry(), rest)',
    replace: 'else this.#hurry()',
    test: ['node/journal/commit-log.test.ts', 'what comes one by one under load is gathered'],
  },
  {
    fault: 'an author changes what was kept',
    file: 'store/memory-journal.ts',
    find: 'this.#kept.lines.push(JSON.stringify(kept))',
    replace: 'this.#kept.lines.push({ toString: () => JSON.stringify(kept) } as string)',
    test: ['store/memory-journal.test.ts', 'an entry is kept as it was when it was appended'],
  },
  {
    fault: 'a cursor counts instead of naming a place',
    file: 'store/session-list.ts',
    find: 'const from = mark === undefined ? 0 : firstBehind(wanted, mark)',
    replace: 'const from = mark === undefined ? 0 : Math.max(1, firstBehind(wanted, mark) - 1)',
    test: ['store/memory-journal.test.ts', 'pages hold every session once'],
  },
  {
    fault: 'a document brings times that are none',
    file: 'store/session-document.ts',
    find: ' && Number(value) <= MOST_TIME',
    replace: '',
    test: [
      'store/session-document.test.ts',
      'a document that is no session is refused with the place: /entries/0/at',
    ],
  },
  {
    fault: 'a document is imported unseen',
    file: 'store/session-document.ts',
    find: 'of list.entries()) demandEntry(',
    replace: 'of list.slice(0, 0).entries()) demandEntry(',
    test: [
      'store/session-document.test.ts',
      'a document that is no session is refused with the place: /entries/0/kind',
    ],
  },
]

export const STORE: readonly Twin[] = FILES.map(twin => ({ ...twin, fault: `store, ${twin.fault}` }))
