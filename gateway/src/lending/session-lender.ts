/**
 * Lends the agent of one session the files and terminals of this machine, through one warden; what the warden must ask goes
 * to everybody who takes part. Agents of version 2 have their own, and are lent nothing: what they ask leave for is judged alike.
 */

import type { HostContext, HostedSession, PermissionChoice, PermissionRequest } from '@parley/acp/client'
import { type NodeHost, type NodeHostOptions, nodeHost } from '@parley/acp/node'
import { rpcError } from '@parley/acp/protocol'
import { TERMINAL_UPDATE } from '@parley/acp/thread'
import type { AgentQuestion } from '../hub/agent-link.js'
import type { Borrower, Lender, LentRequest } from '../hub/lender.js'
import { TERMINAL_KILL_METHOD } from '../hub/words.js'
import { Workspace } from '../workspace/workspace.js'
import {
  isLentMethod,
  type LentMethod,
  type LentParams,
  readLaterPermission,
  readParams,
} from './agent-request.js'
import { denialBy } from './denial.js'
import { type AnswersPlace, isAboutAnswers, serveAnswers } from './lasting-answers.js'
import { chosenIn, toCommandLine, toLaterQuestion, toPermissionQuestion } from './permission-question.js'
import { TerminalTale } from './terminal-tale.js'

type Lent = 'policy' | 'isProjectPolicyRead' | 'grants' | 'audit' | 'allowBroadRoots' | 'terminals' | 'agent'

/** How things are lent, but for what the session itself says. */
export interface SessionLenderOptions
  extends Pick<NodeHostOptions, Lent | 'questionsPerMinute' | 'onNotice'> {
  /** Takes a place among the commands that may run at once, and says how it is given back; nothing where there is none. */
  readonly takePlace: () => (() => void) | undefined
}

/** Clocks of questions run in the session, while nobody is there to answer; here they only must not run out before. */
const PATIENCE_MILLISECONDS = 7 * 24 * 60 * 60 * 1_000

const NEVER = new AbortController().signal
const PERMISSION_METHOD = 'session/request_permission'

type ToolCall = NonNullable<PermissionRequest['toolCall']>

type Answers = { readonly [M in LentMethod]: (params: LentParams<M>, context: HostContext) => unknown }

export class SessionLender implements Lender {
  readonly #session: Borrower
  readonly #host: NodeHost
  readonly #workspace: Workspace
  readonly #hosted: HostedSession
  readonly #takePlace: SessionLenderOptions['takePlace']
  readonly #answers: AnswersPlace
  readonly #tales = new Map<string, TerminalTale>()

  constructor(session: Borrower, { takePlace, ...options }: SessionLenderOptions) {
    const { facts } = session
    this.#takePlace = takePlace
    this.#session = session
    this.#hosted = toHosted(session)
    this.#host = nodeHost({
      ...options,
      permission: (request, { signal }) => this.#askPeople(request, signal),
      patience: PATIENCE_MILLISECONDS,
      onOutput: ({ terminalId, text, missedBytes }) => this.#taleOf(terminalId).take(text, missedBytes),
      onEnd: ({ terminalId, ...exit }) => {
        this.#taleOf(terminalId).end(exit)
        this.#tales.delete(terminalId)
      },
    })
    const { agent, policy, isProjectPolicyRead, allowBroadRoots, grants } = options
    const rules = { agent, policy, isProjectPolicyRead, allowBroadRoots, grants }
    const denial = denialBy({ ...rules, roots: this.#hosted.roots })
    this.#workspace = new Workspace(
      { facts, roots: this.#hosted.roots },
      { audit: options.audit, directories: this.#host.directories, denial },
    )
    this.#answers = {
      ...{ sessionId: facts.sessionId, agent: options.agent?.name },
      roots: () => this.#workspace.places(),
    }
    this.#host.sessionOpened(this.#hosted, undefined)
  }

  /** Whether its agent speaks version 2. */
  get #isLater(): boolean {
    return this.#session.facts.protocol !== 1
  }

  answers(method: string): boolean {
    return this.#isLater ? method === PERMISSION_METHOD : isLentMethod(method)
  }

  async ask({ method, params, call }: AgentQuestion): Promise<unknown> {
    if (!isLentMethod(method)) throw rpcError('method_not_found', 'There is no such method')
    if (this.#isLater) return await this.#judgeLater(params, this.#context(call.signal))
    return await this.#answer(method, await readParams(method, params), this.#context(call.signal))
  }

  async serve(request: LentRequest): Promise<unknown> {
    if (isAboutAnswers(request.method)) return await serveAnswers(this.#host.grants, this.#answers, request)
    if (request.method !== TERMINAL_KILL_METHOD) return await this.#workspace.serve(request)
    const { terminalId } = request.params
    if (typeof terminalId !== 'string') throw rpcError('invalid_params', '/terminalId: expected string')
    const { sessionId } = this.#session.facts
    await this.#host.terminals?.kill({ sessionId, terminalId }, this.#context(NEVER))
    return {}
  }

  cancel(): void {
    this.#host.sessionCancelled(this.#session.facts.sessionId)
  }

  async close(): Promise<void> {
    this.#host.sessionClosed(this.#session.facts.sessionId)
    this.#workspace.close()
    await this.#host.close()
  }

  async #answer<M extends LentMethod>(
    method: M,
    params: LentParams<M>,
    context: HostContext,
  ): Promise<unknown> {
    const { files, terminals } = this.#host
    const answers: Answers = {
      'session/request_permission': asked => this.#judge(asked, context),
      'fs/read_text_file': asked => files?.read?.(asked, context),
      'fs/write_text_file': asked => files?.write?.(asked, context),
      'terminal/create': asked => this.#create(asked, context),
      'terminal/output': asked => terminals?.output(asked, context),
      'terminal/wait_for_exit': asked => terminals?.waitForExit(asked, context),
      'terminal/kill': asked => terminals?.kill(asked, context),
      'terminal/release': asked => terminals?.release(asked, context),
    }
    const answer = await answers[method](params, context)
    if (answer === undefined) throw rpcError('method_not_found', 'This is not lent here')
    return answer
  }

  /** The agent's own question about what it does by itself. */
  async #judge(params: LentParams<'session/request_permission'>, context: HostContext): Promise<unknown> {
    const { sessionId, toolCall, options } = params
    const title = toolCall.title ?? 'Permission needed'
    const request = { sessionId, session: this.#hosted, title, toolCall, options, raw: params }
    return await this.#choose(request, context)
  }

  async #judgeLater(params: unknown, context: HostContext): Promise<unknown> {
    const read = await readLaterPermission(params)
    const { sessionId, title, description, subject, options } = read
    const toolCall = subject?.type === 'tool_call' ? (subject.toolCall as unknown as ToolCall) : undefined
    const said = { sessionId, title, description: description ?? undefined, toolCall, options, raw: read }
    return await this.#choose({ ...said, session: this.#hosted }, context)
  }

  async #choose(request: PermissionRequest, context: HostContext): Promise<unknown> {
    const chosen = await this.#host.permission?.(request, context)
    const outcome =
      chosen === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: chosen.optionId }
    return { outcome }
  }

  async #create(params: LentParams<'terminal/create'>, context: HostContext): Promise<unknown> {
    const { terminals } = this.#host
    const giveBack = this.#takePlace()
    if (giveBack === undefined) throw rpcError('rate_limited', 'Too many commands run at once')
    try {
      const created = await terminals?.create(params, context)
      if (created === undefined) throw rpcError('method_not_found', 'No terminals are lent here')
      const { terminalId } = created
      const { sessionId, cwd } = this.#session.facts
      const command = commandLineOf(params)
      this.#session.tell({ sessionUpdate: TERMINAL_UPDATE, terminalId, command, cwd: params.cwd ?? cwd })
      const ended = terminals?.waitForExit({ sessionId, terminalId }, this.#context(NEVER))
      void Promise.resolve(ended).then(giveBack, giveBack)
      return created
    } catch (error) {
      giveBack()
      throw error
    }
  }

  async #askPeople(request: PermissionRequest, signal: AbortSignal): Promise<PermissionChoice | undefined> {
    const question = this.#isLater ? toLaterQuestion(request) : toPermissionQuestion(request)
    return chosenIn(await this.#session.askPeople({ ...question, signal }), request)
  }

  #context(signal: AbortSignal): HostContext {
    return { sessionId: this.#hosted.id, roots: this.#hosted.roots, signal }
  }

  #taleOf(terminalId: string): TerminalTale {
    const tale =
      this.#tales.get(terminalId) ?? new TerminalTale(terminalId, update => this.#session.tell(update))
    this.#tales.set(terminalId, tale)
    return tale
  }
}

/** The session as a host sees it. */
function toHosted(session: Borrower): HostedSession {
  const { sessionId, cwd, additionalDirectories = [] } = session.facts
  return {
    id: sessionId,
    roots: [cwd, ...additionalDirectories],
    get turns() {
      return session.turns
    },
    get isClosed() {
      return session.isGone
    },
  }
}

/** As one would type it; a line for a shell is one already. */
function commandLineOf({ command, args = [] }: LentParams<'terminal/create'>): string {
  return args.length === 0 ? command : toCommandLine([command, ...args])
}
