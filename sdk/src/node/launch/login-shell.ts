/**
 * The PATH that a person has in a terminal, asked of their login shell. Programs started from a desktop or an editor often
 * have another one. Whatever the profile prints, starts or waits for, the answer comes within the deadline.
 */

import type { ChildProcess } from 'node:child_process'
import { after } from '../deadline.js'
import { Family } from '../processes/family.js'
import { foldersOf, type Surroundings } from './surroundings.js'

/** What the shell answered; `remark` says why it did not. */
export interface ShellPath {
  readonly shell: string
  readonly folders: readonly string[]
  readonly remark?: string | undefined
}

export const SHELL_MILLISECONDS = 5_000
const KEPT_CHARACTERS = 256 * 1024

const answers = new Map<string, Promise<ShellPath>>()

/** The login shell's PATH; a shell that answered is not asked again in the life of this process. */
export function loginPath(where: Surroundings, deadline: number = SHELL_MILLISECONDS): Promise<ShellPath> {
  const shell = shellOf(where)
  const key = JSON.stringify([shell, where.home])
  const known = answers.get(key)
  if (known !== undefined) return known
  const answer = ask(shell, where, deadline)
  answers.set(key, answer)
  // A machine that was busy once may answer the next time.
  const forget = (): void => void answers.delete(key)
  answer.then(({ remark }) => remark !== undefined && forget(), forget)
  return answer
}

function shellOf({ env, platform }: Surroundings): string {
  if (env.SHELL?.startsWith('/')) return env.SHELL
  try {
    const { shell } = process.getBuiltinModule('node:os').userInfo()
    if (shell) return shell
  } catch {
    // A user without an entry in the system's table has no shell there.
  }
  return platform === 'darwin' ? '/bin/zsh' : '/bin/sh'
}

/** What makes a shell read what it reads in a terminal. Not all take the letters together, and the C shell takes no `-l`. */
export function flagsOf(shell: string): readonly string[] {
  const name = process.getBuiltinModule('node:path').posix.basename(shell)
  if (/^t?csh/.test(name)) return ['-i', '-c']
  if (/^(?:pwsh|powershell)/.test(name)) return ['-Login', '-Command']
  return ['-l', '-i', '-c']
}

/**
 * Words that every shell reads alike: its own quoting and variables differ, those of `sh` do not. The two marks stand
 * together only in the answer, so that a shell which prints what it runs is not mistaken for one that answers.
 */
export function questionOf([front, back]: Marks): string {
  return `/bin/sh -c 'set -f; IFS=; printf %s%s%s%s%s ${front} ${back} $PATH ${back} ${front}'`
}

type Marks = readonly [front: string, back: string]

/** What stands between the marks, wherever the profile printed something else. */
export function answerIn(text: string, [front, back]: Marks): string | undefined {
  const start = text.indexOf(front + back)
  if (start < 0) return undefined
  const end = text.indexOf(back + front, start + front.length + back.length)
  return end < 0 ? undefined : text.slice(start + front.length + back.length, end)
}

function ask(shell: string, where: Surroundings, deadline: number): Promise<ShellPath> {
  const marks: Marks = [mark(), mark()]
  const { spawn } = process.getBuiltinModule('node:child_process')
  return new Promise(resolve => {
    const child: ChildProcess = spawn(shell, [...flagsOf(shell), questionOf(marks)], {
      // At home and not in the project: a hook of the shell must not run what a repository brought along.
      cwd: where.home,
      env: { ...where.env, TERM: 'dumb', DISABLE_AUTO_UPDATE: 'true' },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    // Its group only, and no mark: an agent for keys that a profile starts is the user's, and stays.
    const family = new Family()
    family.begin(child.pid)
    let text = ''
    const finish = (path: string | undefined, remark?: string): void => {
      clearTimeout(timer)
      // What a profile leaves running in the background would hold on for ever.
      family.dismiss()
      child.stdout?.destroy()
      resolve({ shell, folders: path === undefined ? [] : foldersOf(path, where), remark })
    }
    const late = `did not name its PATH within ${deadline} milliseconds (does its profile wait for something?)`
    const timer = after(deadline, () => finish(undefined, late))
    // There is none where no descriptor was free for it; the error says so.
    child.stdout?.setEncoding('utf8').on('data', (more: string) => {
      text = (text + more).slice(-KEPT_CHARACTERS)
      const path = answerIn(text, marks)
      if (path !== undefined) finish(path)
    })
    child.once('exit', () => void family.noteExit())
    child.once('error', error => finish(undefined, `could not be started (${error.message})`))
    child.once('close', code => finish(undefined, `ended with code ${code} and did not name its PATH`))
  })
}

function mark(): string {
  return globalThis.crypto.randomUUID().replaceAll('-', '')
}
