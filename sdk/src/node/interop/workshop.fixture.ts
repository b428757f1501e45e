/** Real files and real processes for an agent to borrow, whichever library the client around them is written on. */

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { v1 } from '../../schema/index.js'

type Named = Pick<v1.TerminalOutputRequest, 'terminalId'>

interface Exit {
  readonly exitCode: number | null
  readonly signal: string | null
}

interface Running {
  readonly child: ChildProcess
  readonly exited: Promise<Exit>
  output: string
  exitStatus: Exit | undefined
}

/** What both kinds of client lend; `notFound` makes the error of the library at hand. */
export class Workshop {
  readonly #running = new Map<string, Running>()
  readonly #notFound: (name: string) => Error

  constructor(notFound: (name: string) => Error) {
    this.#notFound = notFound
  }

  /** How many terminals have not been released. */
  get open(): number {
    return this.#running.size
  }

  async read({ path, line, limit }: v1.ReadTextFileRequest): Promise<{ content: string }> {
    const content = await readFile(path, 'utf8').catch(() => Promise.reject(this.#notFound(path)))
    if (line === undefined && limit === undefined) return { content }
    const start = (line ?? 1) - 1
    const lines = content.split('\n').slice(start, limit ? start + limit : undefined)
    return { content: lines.join('\n') }
  }

  async write({ path, content }: v1.WriteTextFileRequest): Promise<Record<string, never>> {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
    return {}
  }

  create({ command, args, env, cwd }: v1.CreateTerminalRequest): { terminalId: string } {
    const added = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]))
    const child = spawn(command, args ?? [], {
      cwd: cwd ?? undefined,
      env: { ...process.env, ...added },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exited = new Promise<Exit>(resolve => {
      child.once('close', (exitCode, signal) => {
        running.exitStatus = { exitCode, signal }
        resolve({ exitCode, signal })
      })
    })
    const running: Running = { child, exited, output: '', exitStatus: undefined }
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        running.output += text
      })
    const terminalId = `terminal-${child.pid}`
    this.#running.set(terminalId, running)
    return { terminalId }
  }

  output({ terminalId }: Named): { output: string; truncated: boolean; exitStatus?: Exit } {
    const { output, exitStatus } = this.#find(terminalId)
    return { output, truncated: false, ...(exitStatus === undefined ? {} : { exitStatus }) }
  }

  waitForExit({ terminalId }: Named): Promise<Exit> {
    return this.#find(terminalId).exited
  }

  kill({ terminalId }: Named): Record<string, never> {
    this.#find(terminalId).child.kill()
    return {}
  }

  release({ terminalId }: Named): Record<string, never> {
    this.#find(terminalId).child.kill()
    this.#running.delete(terminalId)
    return {}
  }

  #find(terminalId: string): Running {
    const running = this.#running.get(terminalId)
    if (running === undefined) throw this.#notFound(terminalId)
    return running
  }
}
