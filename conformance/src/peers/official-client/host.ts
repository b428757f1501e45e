/** A client as the official SDK's own texts write it, with a host that answers by the task. */

import * as acp from '@agentclientprotocol/sdk'
import { toJson } from '../../agent/examined-agent.js'
import type { Errand } from '../our-client/errand.js'
import { valueFor } from '../our-client/form-filling.js'
import type { Notebook } from './notebook.js'
import { readText, Terminals, writeText } from './workshop.js'

const { client: methods } = acp.methods

export interface Desk {
  readonly errand: Errand
  readonly notebook: Notebook
  /** The agent said or asked something in a session that is to be cancelled. */
  onStir(sessionId: string): void
  /** Resolves when that session was cancelled. */
  readonly cancelled: Promise<void>
}

/** What is lent by the task. */
export function capabilitiesFor({ task }: Errand): acp.ClientCapabilities {
  if (task === 'prompt_bare') return {}
  return {
    fs: { readTextFile: true, writeTextFile: true },
    terminal: true,
    session: { configOptions: { boolean: {} } },
    elicitation: { form: {}, url: {} },
  }
}

export function toApp(desk: Desk): { readonly app: acp.ClientApp; readonly terminals: Terminals } {
  const { errand, notebook, onStir } = desk
  const terminals = new Terminals()
  const app = acp
    .client({ name: 'official-client' })
    .onRequest(methods.session.requestPermission, ({ params }) => decide(params, desk))
    .onNotification(methods.session.update, ({ params }) => {
      notebook.hear(params)
      if (params.update.sessionUpdate === 'agent_message_chunk') onStir(params.sessionId)
    })
  if (errand.task === 'prompt_bare') return { app, terminals }
  app
    .onRequest(methods.fs.readTextFile, ({ params }) => readText(errand.cwd, params))
    .onRequest(methods.fs.writeTextFile, ({ params }) => writeText(errand.cwd, params))
    .onRequest(methods.terminal.create, ({ params }) => terminals.create(params))
    .onRequest(methods.terminal.output, ({ params }) => terminals.output(params.terminalId))
    .onRequest(methods.terminal.waitForExit, ({ params }) => terminals.wait(params.terminalId))
    .onRequest(methods.terminal.kill, ({ params }) => terminals.kill(params.terminalId))
    .onRequest(methods.terminal.release, ({ params }) => terminals.release(params.terminalId))
    .onRequest(methods.elicitation.create, ({ params }) => elicit(params, errand))
    .onNotification(methods.elicitation.complete, () => {})
  return { app, terminals }
}

async function decide(
  { sessionId, options }: acp.RequestPermissionRequest,
  { errand, onStir, cancelled }: Desk,
): Promise<acp.RequestPermissionResponse> {
  if (errand.task === 'cancel') {
    onStir(sessionId)
    await cancelled
    return { outcome: { outcome: 'cancelled' } }
  }
  const wanted = errand.task === 'prompt_deny' ? 'reject' : 'allow'
  const option = options.find(({ kind }) => kind.startsWith(wanted))
  return { outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' } }
}

function elicit(params: acp.CreateElicitationRequest, { task }: Errand): acp.CreateElicitationResponse {
  if (params.mode === 'url') return { action: task === 'visit' ? 'accept' : 'decline' }
  if (params.mode !== 'form')
    throw acp.RequestError.invalidParams(undefined, `there is no mode "${params.mode}" here`)
  if (task !== 'form' || !('requestedSchema' in params)) return { action: 'decline' }
  const { properties } = toJson(params.requestedSchema)
  const fields = Object.entries(toJson(properties)).map(([name, field]) => [name, toJson(field)] as const)
  if (fields.some(([, { type }]) => !KNOWN.includes(String(type)))) return { action: 'cancel' }
  return {
    action: 'accept',
    content: Object.fromEntries(fields.map(([name, field]) => [name, valueFor(field)])),
  }
}

const KNOWN = ['string', 'integer', 'number', 'boolean', 'array']
