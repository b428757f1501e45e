/** What our client lends in an examination, and how its user answers: by the task, at once, and always in the same way. */

import { spawn } from 'node:child_process'
import type { AuthMethod, ElicitationAnswer, FormRequest, Host, PermissionRequest } from '@parley/acp/client'
import { nodeHost } from '@parley/acp/node'
import type { Album } from './album.js'
import type { Errand } from './errand.js'
import { valueFor } from './form-filling.js'

const INFO = { name: 'parley-conformance-client', version: '0.1.0' }
const MANY_QUESTIONS = 10_000

export interface HostContext {
  readonly errand: Errand
  readonly album: Album
  /** The agent asked for something. */
  onAsked(sessionId: string): void
}

export function toHost(context: HostContext): Host {
  const { errand, album } = context
  if (errand.task === 'prompt_bare') return { info: INFO }
  return nodeHost({
    info: INFO,
    policy: false,
    audit: false,
    isProjectPolicyRead: false,
    questionsPerMinute: MANY_QUESTIONS,
    onNotice: () => {},
    onOutput: piece => album.print({ ...piece }),
    permission: (request, { signal }) => decide(request, signal, context),
    elicit: {
      form: request => fillIn(request, errand),
      url: () => ({ action: errand.task === 'visit' ? 'accept' : 'decline' }),
    },
    auth: {
      choose: methods => methods[0],
      terminal: method => signInAt(method, errand),
    },
  })
}

function decide(
  { sessionId, options }: PermissionRequest,
  signal: AbortSignal,
  { errand, onAsked }: HostContext,
): Promise<PermissionRequest['options'][number] | undefined> {
  if (errand.task === 'cancel') {
    onAsked(sessionId)
    return new Promise(resolve => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
  }
  const wanted =
    errand.task === 'prompt_deny' ? ['reject_once', 'reject_always'] : ['allow_once', 'allow_always']
  return Promise.resolve(options.find(({ kind }) => wanted.includes(kind)))
}

function fillIn({ schema }: FormRequest, { task }: Errand): ElicitationAnswer {
  if (task !== 'form') return { action: 'decline' }
  const fields = Object.entries(schema.properties ?? {})
  return {
    action: 'accept',
    content: Object.fromEntries(fields.map(([name, field]) => [name, valueFor({ ...field })])),
  }
}

/** Runs the agent's own command as the method wants it; there is nobody at the terminal. */
function signInAt({ args, env }: AuthMethod, { agent, cwd }: Errand): Promise<boolean> {
  const [command = '', ...words] = agent
  return new Promise(resolve => {
    const child = spawn(command, [...words, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    })
    child.once('error', () => resolve(false))
    child.once('exit', code => resolve(code === 0))
  })
}
