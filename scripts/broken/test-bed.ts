/** The parent of a tester: starts it where it is needed, and ends it when it takes too long or has seen stale code. */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { NamedTest } from './row.js'
import type { Errand, Findings } from './tester.js'

const PATIENCE_MILLISECONDS = 120_000
const DRAWN = 'workbench/src/'

export class TestBed implements Disposable {
  readonly #folder: string
  readonly #changed = new Set<string>()
  #tester: ChildProcess | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** These files are not what they were: a tester that has read them reads them again. */
  note(files: readonly string[]): void {
    for (const file of files) this.#changed.add(join(this.#folder, file))
    // What a browser is shown was built for the whole run.
    if (files.some(file => file.startsWith(DRAWN))) this.restart()
  }

  run(test: NamedTest, patience: number): Promise<Findings> {
    this.#tester ??= this.#start()
    const tester = this.#tester
    const errand: Errand = { ...test, patience, changed: [...this.#changed] }
    this.#changed.clear()
    return new Promise(settle => {
      const end = (findings: Findings): void => {
        clearTimeout(timer)
        tester.removeAllListeners()
        settle(findings)
      }
      const giveUp = (why: string) => () => {
        this.restart()
        end({ failed: true, output: `FAIL ${test.title}: ${why}` })
      }
      const timer = setTimeout(giveUp('did not end'), PATIENCE_MILLISECONDS)
      tester.once('message', findings => end(findings as Findings))
      tester.once('exit', giveUp('took the runner with it'))
      tester.send(errand)
    })
  }

  /** For what no single file stands for: the compiled library. */
  restart(): void {
    const pid = this.#tester?.pid
    this.#tester = undefined
    // The whole group: a test that hangs leaves workers, and they go with it.
    if (pid !== undefined) kill(pid)
  }

  [Symbol.dispose](): void {
    this.restart()
  }

  #start(): ChildProcess {
    return fork('scripts/dist/broken/tester.js', {
      cwd: this.#folder,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, CI: 'true', NO_COLOR: '1' },
    })
  }
}

function kill(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
