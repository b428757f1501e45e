/** The browser of the trial: found where systems have it, run without a screen, gone with its folder afterwards. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-headless-shell', 'chromium-browser', 'google-chrome', 'chrome']

/** The path of a Chromium: the one that CHROME names, or one of the system's. */
export function findChromium(): string | undefined {
  const { CHROME, PATH = '' } = process.env
  if (CHROME !== undefined && CHROME !== '') return CHROME
  const places = PATH.split(delimiter).flatMap(folder => NAMES.map(name => join(folder, name)))
  return places.find(isProgram)
}

/** Nobody may be kept in a box by a process that is root already. */
function unboxed(): readonly string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

export interface Browser extends AsyncDisposable {
  /** What it complained of. */
  said(): string
}

export function browse(program: string, url: string): Browser {
  const folder = mkdtempSync(join(tmpdir(), 'parley-browser-'))
  const words = ['--headless=new', '--disable-gpu', '--no-first-run', '--disable-extensions']
  words.push(...unboxed())
  const child = spawn(program, [...words, '--disable-dev-shm-usage', `--user-data-dir=${folder}`, url], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', text => {
    said += text
  })
  const exited = once(child, 'exit').catch(() => {})
  const dispose = async (): Promise<void> => {
    endTree(child)
    await exited
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  return { said: () => said, [Symbol.asyncDispose]: dispose }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A browser is many processes, and a group of its own. */
function endTree({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
