/** A host with files and terminals and no boundary at all: good enough for an agent whose model we wrote ourselves. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { rpcError } from '@parley/acp'
import type { Host, Permission } from '@parley/acp/client'

interface Terminal {
  readonly child: ChildProcess
  output: string
  exit: { readonly exitCode: number | null; readonly signal: string | null } | undefined
}

export const plainHost = ({ permission }: { readonly permission: Permission }): Host => ({
  info: { name: 'peers', version: '0.0.0' },
  permission,
  files: {
    async read({ path, line, limit }) {
      const text = await readFile(path, 'utf8').catch(() => {
        throw rpcError('resource_not_found', 'No such file', { path })
      })
      if (line == null && limit == null) return { content: text }
      const first = (line ?? 1) - 1
      return {
        content: text
          .split('\n')
          .slice(first, limit == null ? undefined : first + limit)
          .join('\n'),
      }
    },
    async write({ path, content }) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, content)
      return {}
    },
  },
  terminals: plainTerminals(),
})

const plainTerminals = (): NonNullable<Host['terminals']> => {
  const terminals = new Map<string, Terminal>()
  const find = (terminalId: string): Terminal => {
    const terminal = terminals.get(terminalId)
    if (terminal === undefined) throw rpcError('resource_not_found', 'No such terminal', { terminalId })
    return terminal
  }
  const kill = (terminal: Terminal): void => {
    if (terminal.exit === undefined && terminal.child.pid !== undefined)
      process.kill(-terminal.child.pid, 'SIGKILL')
  }
  return {
    create({ command, args, cwd, env }, { roots }) {
      const given = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]))
      const terminal = begin(command, args ?? [], { cwd: cwd ?? roots[0], env: { ...process.env, ...given } })
      const terminalId = randomUUID()
      terminals.set(terminalId, terminal)
      return { terminalId }
    },
    output({ terminalId }) {
      const { output, exit } = find(terminalId)
      return { output, truncated: false, exitStatus: exit ?? null }
    },
    async waitForExit({ terminalId }) {
      const terminal = find(terminalId)
      while (terminal.exit === undefined) await once(terminal.child, 'close')
      return terminal.exit
    },
    kill({ terminalId }) {
      kill(find(terminalId))
      return {}
    },
    release({ terminalId }) {
      kill(find(terminalId))
      terminals.delete(terminalId)
      return {}
    },
  }
}

const begin = (
  command: string,
  args: readonly string[],
  options: { readonly cwd: string | undefined; readonly env: NodeJS.ProcessEnv },
): Terminal => {
  const isLine = args.length === 0 && /\s/.test(command)
  const [program, rest] = isLine ? ['/bin/sh', ['-c', command]] : [command, args]
  const child = spawn(program, rest, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const terminal: Terminal = { child, output: '', exit: undefined }
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      terminal.output += text
    })
  child.once('error', error => {
    terminal.output += error.message
    terminal.exit = { exitCode: 127, signal: null }
  })
  child.once('close', (exitCode, signal) => {
    terminal.exit ??= { exitCode, signal }
  })
  return terminal
}
