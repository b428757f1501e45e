/** What a gateway that lends must never do: one fault each, and the test that must see it. */
import type { Twin } from '../twin.js'

const WORKSPACE = 'gateway/workspace/workspace.test.ts'
const DENIED = 'what a policy denies is not written by a person either'
const LOOKING_ON =
  'who may only look sees what terminals show, and may not look into the folder, write or end anything'

const OUTSIDE = [
  'node/files/looking.test.ts',
  'nothing outside is shown or taken away, by whatever name',
] as const
const STRENGTHS = ['kernel', 'best-effort'].map(strength => `looking with a boundary of strength ${strength}`)

export const LENDING: readonly Twin[] = [
  {
    fault: 'workspace, to take a change back is a way around what a policy denies',
    file: 'gateway/lending/denial.ts',
    find: "return effect === 'deny' ? reason : undefined",
    replace: 'return undefined',
    test: ['gateway/lending/lending.test.ts', DENIED],
  },
  {
    fault: 'workspace, a file is taken away that a policy keeps',
    file: 'gateway/workspace/file-change.ts',
    find: "await demandNotDenied({ action: 'fs.delete', at: [{ path: at, root }], isFolder: false }, path, place)",
    replace: 'void root',
    test: ['gateway/lending/lending.test.ts', DENIED],
  },
  {
    fault: 'files, a person is shown what lies outside of the roots',
    file: 'node/files/looking.ts',
    find: 'return await see(pin, (await territory.locate(pin, path)).path, territory)',
    replace: 'return await see(pin, (await pin.place()) ?? path, territory)',
    test: OUTSIDE,
    over: STRENGTHS,
  },
  {
    fault: 'files, a person takes a file away outside of the roots',
    file: 'node/files/removal.ts',
    find: 'const at = await territory.locate(folder, path)',
    replace: "const at = { path: (await folder.place()) ?? '' }",
    test: OUTSIDE,
    over: STRENGTHS,
  },
  {
    fault: 'lending, an agent may ask for what lies outside of its session’s directories',
    file: 'gateway/lending/session-lender.ts',
    find: '      patience: PATIENCE_MILLISECONDS,\n',
    replace: '      patience: PATIENCE_MILLISECONDS,\n      isAskingOutside: true,\n',
    test: [
      'gateway/lending/lending.test.ts',
      'nothing outside of the session’s directories is read or written, by whatever way, and nobody is asked',
    ],
  },
  {
    fault: 'workspace, a file is written though it is not the one that was read',
    file: 'gateway/workspace/file-change.ts',
    find: '      if (now !== digest) throw conflict(path)\n',
    replace: '',
    test: [WORKSPACE, 'a write with a digest that does not fit changes nothing'],
  },
  {
    fault: 'workspace, a file is taken away though it is not the one that was read',
    file: 'gateway/workspace/file-change.ts',
    find: 'if ((await digestOf(at, place.roots)) !== digest) throw conflict(path)',
    replace: 'await digestOf(at, place.roots)',
    test: [WORKSPACE, 'a write with a digest that does not fit changes nothing'],
  },
  {
    fault: 'workspace, whoever may only look may write',
    file: 'gateway/seat/method-rules.ts',
    find: "return ['session.write', 'permission.answer']",
    replace: "return ['session.read']",
    test: ['gateway/lending/over-websocket.test.ts', LOOKING_ON],
  },
  {
    fault: 'workspace, whoever may only look may look into the folder and end commands',
    file: 'gateway/seat/method-rules.ts',
    find: "return [READING.has(method) ? 'session.read' : 'session.write']",
    replace: "return [READING.has(method) || LENT.has(method) ? 'session.read' : 'session.write']",
    test: ['gateway/lending/over-websocket.test.ts', LOOKING_ON],
  },
  {
    fault: 'lending, clients that do not know the words of a gateway are told them',
    file: 'gateway/hub/render.ts',
    find: '  if (told?.method === NEWS_METHOD && !reader.knowsUs) return undefined\n',
    replace: '',
    test: [
      'gateway/lending/lending.test.ts',
      'what terminals show is kept from clients that do not know the words of a gateway',
    ],
  },
  {
    fault: 'lending, who prints a dot at a time fills the log',
    file: 'gateway/lending/terminal-tale.ts',
    find: 'PAUSE_MILLISECONDS * 2 ** Math.floor(this.#pieces / PIECES_PER_PACE)',
    replace: 'PAUSE_MILLISECONDS',
    test: [
      'gateway/lending/terminal-tale.test.ts',
      'who prints a dot at a time for half an hour does not fill the log either',
    ],
  },
  {
    fault: 'lending, commands outlive the agent that they were run for',
    file: 'gateway/hub/work.ts',
    find: '    this.#inquiry.withdrawAll()\n    this.#session.lender?.cancel()\n',
    replace: '    this.#inquiry.withdrawAll()\n',
    test: [
      'gateway/lending/lending.test.ts',
      'a cancel ends the commands of the turn, and the death of an agent does, too',
    ],
  },
]
