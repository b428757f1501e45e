/** A host at work: an agent in a process of its own, a workspace, and a state folder that goes away again. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { connect, type PermissionChoice, type PermissionRequest } from '../../client/index.js'
import { auditLog } from '../audit.js'
import { grantMemory } from '../grants.js'
import { type NodeHostOptions, nodeHost } from '../host.js'
import { spawnAgent } from '../spawn-agent.js'

const program = fileURLToPath(new URL('../fixtures/worker.mjs', import.meta.url))

export interface Step {
  readonly do: 'read' | 'write' | 'run' | 'ask'
  readonly [field: string]: unknown
}

export interface Done {
  readonly ok?: unknown
  readonly error?: string
  readonly reason?: string
  readonly by?: string
}

/** Folders for one test. */
export function makePlace() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-desk-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const work = join(base, 'work')
  const policy = join(base, 'config', 'policy.json')
  for (const folder of [work, dirname(policy)]) mkdirSync(folder)
  writeFileSync(policy, '{"version":1,"rules":[]}', { mode: 0o600 })
  return { base, work, state: join(base, 'state'), policy }
}

export type Place = ReturnType<typeof makePlace>

export const startWorker = (env: Record<string, string> = {}) =>
  spawnAgent(process.execPath, [program], { env })

/** A host whose state is in that place. */
export function hostIn({ state, policy }: Place, options: NodeHostOptions = {}) {
  return nodeHost({
    policy,
    audit: auditLog({ folder: join(state, 'audit') }),
    grants: grantMemory({ folder: join(state, 'permissions') }),
    ...options,
  })
}

/** Starts the worker with a host of that place. */
export async function open(place: Place, options: NodeHostOptions = {}, env: Record<string, string> = {}) {
  const host = hostIn(place, options)
  const client = await connect(startWorker(env), host)
  onTestFinished(() => client.close())
  const session = await client.newSession({ cwd: place.work })
  const start = (steps: readonly (Step | readonly Step[])[]) => {
    const turn = session.prompt(JSON.stringify(steps))
    const report = async () => {
      let said = ''
      for await (const update of turn.updates)
        if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
          said += update.content.text
      await turn.outcome
      return said === '' ? undefined : JSON.parse(said)
    }
    const reported = report()
    reported.catch(() => {})
    return { turn, report: reported }
  }
  return {
    host,
    client,
    session,
    start,
    /** What came of each step. */
    run: async (...steps: readonly Step[]): Promise<readonly Done[]> => (await start(steps).report).outcomes,
    /** The same, with all steps at once. */
    runAtOnce: async (...steps: readonly Step[]): Promise<readonly Done[]> =>
      (await start([steps]).report).outcomes[0],
  }
}

/** A user who answers with the option of that id, and remembers what was asked. */
export function user(answer: string | ((request: PermissionRequest) => string | undefined)) {
  const asked: PermissionRequest[] = []
  const permission = (request: PermissionRequest): PermissionChoice | undefined => {
    asked.push(request)
    const id = typeof answer === 'string' ? answer : answer(request)
    return request.options.find(({ optionId }) => optionId === id)
  }
  return { asked, permission }
}

/** A user who answers every question, whoever asks it, with the first option of that kind. */
export const userWho = (wanted: PermissionChoice['kind']) =>
  user(({ options }) => options.find(({ kind }) => kind === wanted)?.optionId)
