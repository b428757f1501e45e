/** Files that a client lends: read by line, written byte by byte, and none outside of the session's directories. */

import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { toJson } from '../../wire/json.js'
import type { Answer } from '../../wire/scripted-peer.js'
import type { Task } from '../fixture.js'
import type { ClientScenario } from '../scenario.js'
import type { ScriptedTurn } from '../scripted-turn.js'
import type { ClientStage } from '../stage.js'

const READ = 'fs/read_text_file'
const WRITE = 'fs/write_text_file'
const LINES = 'one\ntwo\nthree\nfour\nfive\n'
const SECRET = 'nothing of this may be seen'

function contentOf(answer: Answer): string | undefined {
  const { content } = 'result' in answer ? toJson(answer.result) : {}
  return typeof content === 'string' ? content : undefined
}

/** The same lines, whether or not the last one has its end. */
function isSameLines(content: string | undefined, expected: string): boolean {
  return content === expected || content === `${expected}\n`
}

interface Borrowing {
  readonly task?: Task
  /** What the client must lend for it; otherwise it is skipped. */
  readonly needs: 'fs.readTextFile' | 'fs.writeTextFile'
  readonly skip: (reason: string) => void
  turn(turn: ScriptedTurn): Promise<undefined>
}

/** Plays a turn with a client that lends the files it needs. */
async function borrow(stage: ClientStage, { task = 'prompt', needs, skip, turn }: Borrowing): Promise<void> {
  const client = await stage.start(task, {
    turn: async own => ((await client.agent.lends(needs)) ? turn(own) : undefined),
  })
  if (!(await client.agent.lends(needs))) return skip(`the client does not advertise ${needs}`)
  await client.agent.turn()
}

export const files: readonly ClientScenario[] = [
  {
    name: 'files.read',
    title: 'reads a file, as a whole and by lines',
    versions: [1],
    tasks: ['prompt'],
    verifies: [
      'client.file.read',
      'client.file.read-line',
      'client.file.read-limit',
      'client.file.read-missing',
    ],
    async play(stage, judge) {
      const path = await stage.write('lines.txt', LINES)
      await borrow(stage, {
        needs: 'fs.readTextFile',
        skip: reason => judge.skipRest(reason),
        turn: async turn => {
          const read = async (more: object): Promise<string | undefined> =>
            contentOf(await turn.call(READ, { path, ...more }))
          judge.check('client.file.read', (await read({})) === LINES, 'expected the whole text of the file')
          judge.check(
            'client.file.read-line',
            isSameLines(await read({ line: 4 }), 'four\nfive') && (await read({ line: 1 })) === LINES,
            'expected the text from line 4 on, counted from 1, and all of it from line 1 on',
          )
          judge.check(
            'client.file.read-limit',
            isSameLines(await read({ line: 2, limit: 2 }), 'two\nthree') &&
              isSameLines(await read({ limit: 1 }), 'one'),
            'expected as many lines as the limit says',
          )
          const missing = await turn.call(READ, { path: join(stage.cwd, 'missing.txt') })
          judge.check(
            'client.file.read-missing',
            'error' in missing,
            'expected an error for a file that is not there',
          )
          return undefined
        },
      })
    },
  },
  {
    name: 'files.write',
    title: 'writes files, new ones and old ones, and looks at their bytes',
    versions: [1],
    tasks: ['prompt'],
    verifies: ['client.file.write-creates', 'client.file.write-exact'],
    async play(stage, judge) {
      const old = await stage.write('old.txt', 'something much longer than what comes\n')
      await borrow(stage, {
        needs: 'fs.writeTextFile',
        skip: reason => judge.skipRest(reason),
        turn: async turn => {
          const made = join(stage.cwd, 'made.txt')
          const answer = await turn.call(WRITE, { path: made, content: 'made\n' })
          judge.check(
            'client.file.write-creates',
            'result' in answer && (await textOf(made)) === 'made\n',
            'expected the file to be made, with its text in it',
          )
          for (const content of ['a\r\nb\rc\n\n', 'no end of line', '\uFEFFżółć €𝄞\t\u0000', '']) {
            const written = await turn.call(WRITE, { path: old, content })
            judge.check(
              'client.file.write-exact',
              'result' in written && (await textOf(old)) === content,
              'expected the file to hold the text as it was sent, and nothing else',
            )
          }
          return undefined
        },
      })
    },
  },
  {
    name: 'files.outside',
    title: 'asks for files outside of the session, also by a link',
    versions: [1],
    tasks: ['prompt'],
    verifies: ['client.file.outside', 'client.file.link', 'client.file.relative'],
    async play(stage, judge) {
      const secret = await stage.write('secret.txt', SECRET, stage.beside)
      await stage.write('own.txt', 'own')
      await mkdir(stage.cwd, { recursive: true })
      await symlink(stage.beside, join(stage.cwd, 'way-out'))
      await borrow(stage, {
        needs: 'fs.readTextFile',
        skip: reason => judge.skipRest(reason),
        turn: async turn => {
          const isKept = async (path: string): Promise<boolean> =>
            contentOf(await turn.call(READ, { path })) !== SECRET
          judge.check(
            'client.file.outside',
            (await isKept(secret)) && (await isKept(`${stage.cwd}/../beside/secret.txt`)),
            'expected a file outside of the directories of the session not to be read',
          )
          judge.check(
            'client.file.link',
            await isKept(join(stage.cwd, 'way-out', 'secret.txt')),
            'expected a link that leads out of the directories of the session not to be followed',
          )
          const relative = await turn.call(READ, { path: 'own.txt' })
          judge.check('client.file.relative', 'error' in relative, 'expected an error for a relative path')
          return undefined
        },
      })
    },
  },
]

function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '(no file)')
}
