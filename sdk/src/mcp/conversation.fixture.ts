/** A real agent and a real client on a wire in memory, with everything the wire carried kept to be looked at. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { agent, type McpServer, type Turn } from '../agent/index.js'
import { connect, type PermissionRequest } from '../client/index.js'
import { memoryPair, tap } from '../transport/index.js'
import { type McpOptions, type McpTools, mcpTools } from './index.js'

export type Answer = 'allow_once' | 'allow_always' | 'reject_once' | undefined

export interface Staging {
  readonly servers: readonly McpServer[]
  readonly options?: McpOptions
  readonly version?: 1 | 2
  /** What the user answers when asked. */
  readonly answer?: (request: PermissionRequest) => Answer | Promise<Answer>
}

type Work = (tools: McpTools, turn: Turn) => Promise<unknown>

interface ToolUpdate {
  readonly sessionUpdate: string
  readonly toolCallId: string
  readonly status?: string
  readonly title?: string
  readonly kind?: string
  readonly content?: readonly { readonly content: { readonly type: string; readonly text?: string } }[]
  readonly rawInput?: unknown
  readonly rawOutput?: unknown
}

export const odd = (...args: string[]) => ({
  name: 'odd',
  command: process.execPath,
  args: [fileURLToPath(new URL('./fixtures/odd-server.mjs', import.meta.url)), ...args],
  env: [] as { readonly name: string; readonly value: string }[],
})

const packageFile = (path: string): string =>
  fileURLToPath(new URL(`../../../node_modules/@modelcontextprotocol/${path}`, import.meta.url))

export const everythingFile = packageFile('server-everything/dist/index.js')
export const filesystemFile = packageFile('server-filesystem/dist/index.js')

export const temporary = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'parley-mcp-')))

/** A session whose turns do whatever the test says. */
export async function stage({ servers, options = {}, version = 1, answer = () => 'allow_once' }: Staging) {
  const works: Work[] = []
  const outcomes: unknown[] = []
  const failures: unknown[] = []
  const wire: string[] = []
  const asked: PermissionRequest[] = []
  const cwd = temporary()
  const served = agent({
    name: 'host',
    version: '1',
    mcp: ['stdio', 'http', 'sse'],
    async prompt(turn) {
      try {
        const work = works.shift()
        outcomes.push(await work?.(await mcpTools(turn, options), turn))
      } catch (error) {
        failures.push(error)
        throw error
      }
    },
  })
  const [ours, theirs] = memoryPair()
  const connection = served.serve(theirs)
  const permission = async (request: PermissionRequest) => {
    asked.push(request)
    const chosen = await answer(request)
    return request.options.find(({ kind }) => kind === chosen)
  }
  const watched = tap(ours, (_direction, message) => void wire.push(JSON.stringify(message)))
  const client = await connect(watched, { permission }, { version })
  const session = await client.newSession({ cwd, mcpServers: [...servers] as never })
  const updates: ToolUpdate[] = []
  session.onUpdate(update => void updates.push(update as ToolUpdate))
  return {
    cwd,
    client,
    connection,
    session,
    asked,
    failures,
    /** What the agent has said on the wire since the session began. */
    said: () => wire.slice(wire.findIndex(text => text.includes('sessionId'))).join('\n'),
    updates,
    shown: (id?: string) =>
      updates.filter(each => each.toolCallId !== undefined && (id === undefined || each.toolCallId === id)),
    /** Lets the agent do `work` in a turn; resolves with what came of it. */
    async during<T>(work: (tools: McpTools, turn: Turn) => Promise<T>): Promise<T> {
      works.push(work)
      await session.prompt('go').outcome
      if (failures.length > 0) throw failures.pop()
      return outcomes.pop() as T
    },
    begin(work: Work) {
      works.push(work)
      return session.prompt('go')
    },
    async end() {
      await client.close()
      await connection.closed
      rmSync(cwd, { recursive: true, force: true })
    },
  }
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // Killed, and only waiting for the first process to take note: not every container has one that hurries.
    return !(process.platform === 'linux' && / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
  } catch {
    return false
  }
}

export const until = async (isTrue: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 250 && !isTrue(); tries++) await new Promise(resolve => setTimeout(resolve, 20))
}
