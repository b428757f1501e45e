/** What would go wrong with the files a client lends, one fault each: ways out of the directories, and ways round the question. */
import type { Twin } from '../twin.js'

const READING = 'node/files/reading.test.ts'
const WRITING = 'node/files/writing.test.ts'

const REACH: readonly Twin[] = [
  {
    fault: 'a file is judged by its name and not by where it is',
    file: 'node/files/territory.ts',
    find: '    const place = await pin.place()\n',
    replace: '    const place: string | undefined = (await pin.place()) && path\n',
    test: [READING, 'a link to a file outside is refused'],
  },
  {
    fault: 'a directory whose name begins like a root is inside',
    file: 'node/files/containment.ts',
    find: "if (!isSameName(names[index] ?? '', name, inside.isCaseBlind)) return undefined",
    replace: 'if (!names[index]?.startsWith(name)) return undefined',
    test: ['node/files/containment.test.ts', 'a name that only begins alike is another directory'],
  },
  {
    fault: 'a directory that takes the place of a root is lent',
    file: 'node/files/root.ts',
    find: 'return dev === root.device && ino === root.inode',
    replace: 'return dev === root.device || ino === root.inode',
    test: [READING, 'a root that is swapped for another directory is not lent any more'],
  },
  {
    fault: 'a root is let go at once, and its numbers are given to another directory',
    file: 'node/files/root.ts',
    find: "ground.strength === 'kernel' ? pin : await holdByName(found.path)",
    replace: '(await pin.close(), undefined)',
    test: ['node/files/root.test.ts', 'a root that is closed, once or twice'],
  },
  {
    fault: 'the whole disk is lent without a word',
    file: 'node/files/root.ts',
    find: '  if (dirname(path) === path) return true\n',
    replace: '  if (path !== undefined) return false\n',
    test: ['node/files/root.test.ts', 'F2: the whole disk, the home directory'],
  },
  {
    fault: 'a session without directories is asked about everything',
    file: 'node/files/territory.ts',
    find: 'return this.options.isAskingOutside === true && this.#roots.length > 0',
    replace: 'return this.options.isAskingOutside === true',
    test: [READING, 'a place outside is asked about where that is wished'],
  },
  {
    fault: 'a pipe holds whoever opens it',
    file: 'node/files/kernel-ground.ts',
    find: '  any: O_PATH,\n',
    replace: '  any: constants.O_RDONLY,\n',
    test: [READING, 'a pipe is refused and nobody waits for its other end'],
  },
]

const CONSENT: readonly Twin[] = [
  {
    fault: 'a file is written before it is allowed',
    file: 'node/files/territory.ts',
    find: 'const leave = await fromHost(() => admit?.(action))',
    replace: 'const leave = await admit?.(action).catch(() => undefined)',
    test: [WRITING, 'nothing is written, made or left behind without leave'],
  },
  {
    fault: 'leave for one file opens another',
    file: 'node/files/reading.ts',
    find: 'if (now.at.path !== at.path || now.at.root !== at.root)',
    replace: 'if (now.at.root !== at.root)',
    test: [READING, 'leave to read one file is not leave to read another'],
  },
  {
    fault: 'what a person saved meanwhile is overwritten',
    file: 'node/files/writing.ts',
    find: 'if (!isUnchanged(way.found, now))',
    replace: 'if (now?.isDirectory())',
    test: [WRITING, 'a file that is saved while the question is open is not overwritten'],
  },
  {
    fault: 'a directory that left its root is written into',
    file: 'node/files/writing.ts',
    find: '  if (!isThere) throw moved(writing)\n',
    replace: '  if (isThere === undefined) throw moved(writing)\n',
    test: [WRITING, 'a directory that is moved out of its root while the question is open'],
  },
]

const TRACES: readonly Twin[] = [
  {
    fault: 'of two writes at once one is lost without a word',
    file: 'node/files/writing.ts',
    find: '(turns.get(path) ?? Promise.resolve()).then(act, act)',
    replace: 'act()',
    test: [WRITING, 'of two writes that are allowed at once'],
  },
  {
    fault: 'a session whose questions wait keeps all others from their files',
    file: 'node/files/host-files.ts',
    find: 'this.#gates.get(sessionId) ?? {',
    replace: "this.#gates.get('') ?? this.#gates.get('s1') ?? {",
    test: ['node/files/host-files.test.ts', 'a session whose questions nobody answers'],
  },
  {
    fault: 'a text of an agent runs as the owner of its file',
    file: 'node/files/replacement.ts',
    find: 'const PERMISSIONS = 0o777\n',
    replace: 'const PERMISSIONS = 0o7777\n',
    test: [WRITING, 'a mark that lets a program run as its owner is not handed on'],
  },
  {
    fault: 'a write that fails leaves its text beside the file',
    file: 'node/files/replacement.ts',
    find: '    await unlink(temporary).catch(() => {})\n',
    replace: '',
    test: [WRITING, 'what was written beside the file is removed when the write fails'],
  },
]

export const FILES: readonly Twin[] = [...REACH, ...CONSENT, ...TRACES]
