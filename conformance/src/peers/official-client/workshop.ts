/** Files and terminals of a plain host, as the author of a small client would write them. */

import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, realpath, writeFile } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import * as acp from '@agentclientprotocol/sdk'

/** Where a path really is; the file itself need not be there. */
async function toPlace(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    return join(await realpath(dirname(path)), basename(path))
  }
}

async function toOwnPlace(root: string, path: string): Promise<string> {
  if (!isAbsolute(path)) throw acp.RequestError.invalidParams(undefined, 'expected an absolute path')
  const place = await toPlace(path).catch(() => {
    throw acp.RequestError.resourceNotFound(path)
  })
  const way = relative(await realpath(root), place)
  if (way.startsWith('..') || isAbsolute(way)) throw acp.RequestError.resourceNotFound(path)
  return place
}

export async function readText(
  root: string,
  { path, line, limit }: acp.ReadTextFileRequest,
): Promise<acp.ReadTextFileResponse> {
  const place = await toOwnPlace(root, path)
  const text = await readFile(place, 'utf8').catch(() => {
    throw acp.RequestError.resourceNotFound(path)
  })
  if (line == null && limit == null) return { content: text }
  const start = Math.max(1, line ?? 1) - 1
  const lines = text.split(/(?<=\n)/)
  return { content: lines.slice(start, limit == null ? undefined : start + limit).join('') }
}

export async function writeText(root: string, { path, content }: acp.WriteTextFileRequest): Promise<object> {
  await writeFile(await toOwnPlace(root, path), content)
  return {}
}

interface Terminal {
  readonly child: ChildProcess
  readonly exited: Promise<acp.WaitForTerminalExitResponse>
  output: string
  isCut: boolean
  status?: acp.TerminalExitStatus
}

export class Terminals {
  readonly #terminals = new Map<string, Terminal>()
  #last = 0

  create({
    command,
    args,
    env,
    cwd,
    outputByteLimit,
  }: acp.CreateTerminalRequest): acp.CreateTerminalResponse {
    const variables = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]))
    const child = spawn(command, args ?? [], {
      ...(cwd == null ? {} : { cwd }),
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const terminal: Terminal = { child, exited: exitOf(child), output: '', isCut: false }
    for (const stream of [child.stdout, child.stderr]) {
      const decoder = new StringDecoder('utf8')
      stream?.on('data', (chunk: Buffer) => keep(terminal, decoder.write(chunk), outputByteLimit ?? Infinity))
    }
    void terminal.exited.then(status => {
      terminal.status = status
    })
    const terminalId = `terminal-${++this.#last}`
    this.#terminals.set(terminalId, terminal)
    return { terminalId }
  }

  output(terminalId: string): acp.TerminalOutputResponse {
    const { output, isCut, status } = this.#find(terminalId)
    return { output, truncated: isCut, ...(status === undefined ? {} : { exitStatus: status }) }
  }

  wait(terminalId: string): Promise<acp.WaitForTerminalExitResponse> {
    return this.#find(terminalId).exited
  }

  kill(terminalId: string): void {
    this.#find(terminalId).child.kill('SIGKILL')
  }

  release(terminalId: string): void {
    this.kill(terminalId)
    this.#terminals.delete(terminalId)
  }

  end(): void {
    for (const { child } of this.#terminals.values()) child.kill('SIGKILL')
  }

  #find(terminalId: string): Terminal {
    const terminal = this.#terminals.get(terminalId)
    if (terminal === undefined) throw acp.RequestError.resourceNotFound(terminalId)
    return terminal
  }
}

function exitOf(child: ChildProcess): Promise<acp.WaitForTerminalExitResponse> {
  return new Promise(resolve => {
    child.once('error', () => resolve({ exitCode: 127 }))
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal }))
  })
}

/** Keeps the end, cut between two characters. */
function keep(terminal: Terminal, text: string, most: number): void {
  const signs = [...(terminal.output + text)]
  let bytes = 0
  let first = signs.length
  while (first > 0) {
    bytes += Buffer.byteLength(signs[first - 1] ?? '')
    if (bytes > most) break
    first--
  }
  terminal.isCut ||= first > 0
  terminal.output = signs.slice(first).join('')
}
