/** The tasks, in the words of the official SDK; what the agent must offer first is looked up here, as an author would. */

import * as acp from '@agentclientprotocol/sdk'
import { toJson } from '../../agent/examined-agent.js'
import type { Task } from '../../client/fixture.js'
import { errorCode } from '../../error.js'
import type { Json } from '../../wire/arrivals.js'
import type { Errand } from '../our-client/errand.js'
import type { Notebook } from './notebook.js'

const { agent: methods } = acp.methods
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export interface Work {
  readonly agent: acp.ClientContext
  readonly welcome: acp.InitializeResponse
  readonly errand: Errand
  readonly notebook: Notebook
}

type Run = (work: Work) => Promise<unknown>

export const tasks: Readonly<Partial<Record<Task, Run>>> = {
  prompt: talk,
  prompt_deny: talk,
  prompt_bare: talk,
  cancel: talk,
  form: talk,
  form_decline: talk,
  visit: talk,
  two_prompts: async work => {
    const { sessionId } = await begin(work)
    await say(work, sessionId)
    await say(work, sessionId)
  },
  two_sessions: async work => {
    const sessions = [await begin(work), await begin(work)]
    await Promise.all(sessions.map(({ sessionId }) => say(work, sessionId)))
  },
  load: async ({ agent, welcome, errand }) => {
    demand(welcome.agentCapabilities?.loadSession, 'load sessions')
    await agent.request(methods.session.load, { sessionId: errand.session, cwd: errand.cwd, mcpServers: [] })
  },
  resume: async ({ agent, welcome, errand }) => {
    demand(welcome.agentCapabilities?.sessionCapabilities?.resume, 'resume sessions')
    await agent.request(methods.session.resume, {
      sessionId: errand.session,
      cwd: errand.cwd,
      mcpServers: [],
    })
  },
  list: async ({ agent, welcome, notebook }) => {
    demand(welcome.agentCapabilities?.sessionCapabilities?.list, 'list sessions')
    notebook.listed = []
    let cursor: string | undefined
    do {
      const page: acp.ListSessionsResponse = await agent.request(
        methods.session.list,
        cursor === undefined ? {} : { cursor },
      )
      notebook.listed.push(...page.sessions.map(toJson))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
  },
  close: async work => {
    const { sessionId } = await begin(work)
    demand(work.welcome.agentCapabilities?.sessionCapabilities?.close, 'close sessions')
    await work.agent.request(methods.session.close, { sessionId })
  },
  delete: async ({ agent, welcome, errand }) => {
    demand(welcome.agentCapabilities?.sessionCapabilities?.delete, 'delete sessions')
    await agent.request(methods.session.delete, { sessionId: errand.session })
  },
  set_mode: async work => {
    const { sessionId, modes } = await begin(work)
    const mode = demand(modes?.availableModes[1], 'be set to another mode')
    await work.agent.request(methods.session.setMode, { sessionId, modeId: mode.id })
  },
  set_option: async work => {
    const { sessionId, configOptions } = await begin(work)
    const option = demand(
      configOptions?.find(({ type }) => type === 'select'),
      'be set',
    )
    const values: unknown = Object(option).options
    const { value } = toJson(Array.isArray(values) ? values[1] : undefined)
    const configId = option.id
    await work.agent.request(methods.session.setConfigOption, { sessionId, configId, value: String(value) })
  },
  set_boolean: async work => {
    const { sessionId, configOptions } = await begin(work)
    const { id: configId } = demand(
      configOptions?.find(({ type }) => type === 'boolean'),
      'be set',
    )
    const params = { sessionId, configId, type: 'boolean', value: false } as const
    await work.agent.request(methods.session.setConfigOption, params)
  },
  sign_in: signIn,
  sign_out: async ({ agent, welcome }) => {
    demand(welcome.agentCapabilities?.auth?.logout, 'be signed out of')
    await agent.request(methods.logout, {})
  },
  attach,
  mcp: async work => {
    const { http } = work.welcome.agentCapabilities?.mcpCapabilities ?? {}
    const stdio = { name: 'local', command: process.execPath, args: ['--version'], env: [] }
    const remote: acp.McpServer = { type: 'http', name: 'remote', url: 'http://127.0.0.1:9/mcp', headers: [] }
    await begin(work, { mcpServers: http ? [stdio, remote] : [stdio] })
  },
  directories: async work => {
    const canTake = work.welcome.agentCapabilities?.sessionCapabilities?.additionalDirectories
    await begin(work, canTake ? { additionalDirectories: [work.errand.beside] } : {})
  },
}

function demand<T>(offered: T, what: string): NonNullable<T> {
  if (offered === undefined || offered === null || offered === false)
    throw new Error(`the agent does not offer to ${what}`)
  return offered
}

function begin(
  { agent, errand }: Work,
  more: Partial<acp.NewSessionRequest> = {},
): Promise<acp.NewSessionResponse> {
  return agent.request(methods.session.new, { cwd: errand.cwd, mcpServers: [], ...more })
}

async function talk(work: Work): Promise<void> {
  const { sessionId } = await begin(work)
  await say(work, sessionId)
}

async function say(work: Work, sessionId: string, more: readonly acp.ContentBlock[] = []): Promise<void> {
  const page = work.notebook.page(sessionId)
  const prompt: acp.ContentBlock[] = [{ type: 'text', text: work.errand.prompt }, ...more]
  try {
    const { stopReason } = await work.agent.request(methods.session.prompt, { sessionId, prompt })
    page.stopReason = stopReason
  } catch (error) {
    page.error = error instanceof Error ? error.message : String(error)
  }
  // The SDK hands an answer over before the notifications that came ahead of it.
  await new Promise(resolve => setImmediate(resolve))
}

async function signIn(work: Work): Promise<void> {
  try {
    await begin(work)
  } catch (error) {
    const { code }: Json = toJson({ ...Object(error) })
    const method = work.welcome.authMethods?.find(each => !('type' in each) || each.type !== 'terminal')
    if (code !== errorCode.auth_required || method === undefined) throw error
    await work.agent.request(methods.authenticate, { methodId: method.id })
    await begin(work)
  }
}

async function attach(work: Work): Promise<void> {
  const { sessionId } = await begin(work)
  const { image, embeddedContext } = work.welcome.agentCapabilities?.promptCapabilities ?? {}
  await say(work, sessionId, [
    ...(image ? [{ type: 'image', mimeType: 'image/png', data: PIXEL } as const] : []),
    embeddedContext
      ? { type: 'resource', resource: { uri: 'file:///notes.txt', text: 'A note.' } }
      : { type: 'resource_link', uri: 'file:///notes.txt', name: 'notes.txt' },
  ])
}
