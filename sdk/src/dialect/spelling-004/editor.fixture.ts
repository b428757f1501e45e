/** An editor that speaks document 004 and nothing else: it starts an agent, and lends it files, terminals and its user. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sessionUpdate } from './appendix-b.fixture.js'
import type { Fields } from './desk.fixture.js'

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Fields
  readonly result?: Fields
  readonly error?: Fields
}

interface Pending {
  readonly resolve: (result: Fields) => void
  readonly reject: (error: Fields) => void
}

const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url))

class Refusal extends Error {
  readonly error: Fields

  constructor(code: number, message: string) {
    super(message)
    this.error = { code, message }
  }
}

/** What a method of the editor answers. */
type Service = (params: Fields) => Fields | Promise<Fields>

export class Editor {
  readonly heard: Message[] = []
  /** What the user says to every question. */
  answer: Fields = { granted: true, remember: true, scope: 'session' }
  readonly agent: ChildProcessWithoutNullStreams
  readonly #pending = new Map<number, Pending>()
  readonly #terminals = new Map<string, ChildProcess>()
  readonly #services: Readonly<Record<string, Service>>
  #text = ''
  #ids = 0

  constructor() {
    this.agent = spawn(process.execPath, [fixture('scout-004.mjs')])
    this.agent.stdout.setEncoding('utf8').on('data', text => this.#take(text))
    this.#services = {
      'session/request_permission': () => this.answer,
      'fs/read_text_file': params => this.#read(params),
      'fs/write_text_file': params => this.#write(params),
      'terminal/create': params => this.#run(params),
      'terminal/wait_for_exit': params => this.#wait(params),
      'terminal/kill': ({ terminalId }) => ({ killed: this.#terminals.get(String(terminalId))!.kill() }),
      'terminal/release': ({ terminalId }) => ({ released: this.#terminals.delete(String(terminalId)) }),
    }
  }

  request(method: string, params: Fields): Promise<Fields> {
    const id = ++this.#ids
    this.#say({ id, method, params })
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }))
  }

  notify(method: string, params: Fields): void {
    this.#say({ method, params })
  }

  /** What was told of one type, without the envelope. */
  told(type: string): readonly Fields[] {
    return this.heard
      .filter(({ params }) => params?.type === type)
      .map(({ params }) => params!.data as Fields)
  }

  /** What the agent called, in order. */
  called(method: string): readonly Fields[] {
    return this.heard.filter(message => message.method === method).map(({ params }) => params!)
  }

  async close(): Promise<void> {
    const gone = once(this.agent, 'close')
    this.agent.stdin.end()
    await gone
  }

  #say(message: Message): void {
    this.agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  #take(text: string): void {
    const lines = (this.#text + text).split('\n')
    this.#text = lines.pop() ?? ''
    for (const line of lines) this.#hear(JSON.parse(line) as Message)
  }

  #hear(message: Message): void {
    const { id, method, params, result, error } = message
    if (method === undefined) {
      const pending = this.#pending.get(id!)
      return error === undefined ? pending?.resolve(result!) : pending?.reject(error)
    }
    this.heard.push(message)
    if (method === 'session/update') sessionUpdate.parse(params)
    if (id !== undefined) void this.#serve(id, method, params!)
  }

  async #serve(id: number, method: string, params: Fields): Promise<void> {
    try {
      const service = this.#services[method]
      if (service === undefined) throw new Refusal(-32601, 'Method not found')
      this.#say({ id, result: await service(params) })
    } catch (error) {
      this.#say({ id, error: (error as Refusal).error })
    }
  }

  #read({ path, startLine, endLine }: Fields): Fields {
    if (!existsSync(String(path))) throw new Refusal(-32004, 'Resource not found')
    const text = readFileSync(String(path), 'utf8')
    const lines = text.split(/(?<=\n)/)
    const content = lines.slice(Number(startLine ?? 1) - 1, Number(endLine ?? lines.length)).join('')
    return { content, encoding: 'utf-8', totalLines: lines.length }
  }

  #write({ path, content, overwrite }: Fields): Fields {
    const created = !existsSync(String(path))
    if (!created && overwrite !== true) throw new Refusal(-32005, 'Resource access denied')
    writeFileSync(String(path), String(content))
    return { bytesWritten: Buffer.byteLength(String(content)), created }
  }

  #run({ command, args, cwd, env }: Fields): Fields {
    const terminalId = `term_${this.#terminals.size + 1}`
    const variables = { ...process.env, ...(env as NodeJS.ProcessEnv) }
    const child = spawn(String(command), (args ?? []) as string[], { cwd: String(cwd), env: variables })
    this.#terminals.set(terminalId, child)
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', data => {
        void this.request('terminal/output', { terminalId, data, stream })
      })
    return { terminalId, pid: child.pid }
  }

  async #wait({ terminalId }: Fields): Promise<Fields> {
    const child = this.#terminals.get(String(terminalId))!
    if (child.exitCode === null) await once(child, 'close')
    return { exitCode: child.exitCode }
  }
}
