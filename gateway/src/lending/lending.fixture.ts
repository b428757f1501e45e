/** A hub that lends, over real files and real processes: a folder to work in, what was written down, and answers to questions. */
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { auditLog, grantMemory, readAudit } from '@parley/acp/node'
import { toValue } from '@parley/acp/thread'
import { makePlace, type Place, type PlaceOptions } from '../hub/place.fixture.js'
import { Client, type Fields } from '../seat/client.fixture.js'
import type { LendingOptions } from './lending.js'

export interface LentPlace extends Place {
  /** Where the sessions work. */
  readonly work: string
  readonly outside: string
  audit(): Promise<readonly Fields[]>
}

export function lendingIn(folder: string, more: LendingOptions = {}): LendingOptions {
  const memory = grantMemory({ folder: join(folder, 'permissions') })
  return {
    ...{ policy: false, audit: auditLog({ folder: join(folder, 'audit') }) },
    ...{ grantsOf: () => memory, questionsPerMinute: 1_000 },
    ...more,
  }
}

export async function makeLentPlace(folder: string, options: PlaceOptions = {}): Promise<LentPlace> {
  const [work, outside] = [join(folder, 'work'), join(folder, 'outside')]
  for (const each of [work, outside]) await mkdir(each, { recursive: true })
  const place = await makePlace({ lends: lendingIn(folder), folder, ...options })
  const audit = async (): Promise<readonly Fields[]> => {
    const lines: Fields[] = []
    // What came of something is written down when nobody waits for it any more.
    for await (const line of readAudit(join(folder, 'audit'))) if ('action' in line) lines.push({ ...line })
    return lines
  }
  return { ...place, work: await realpath(work), outside, audit }
}

/** A question that is asked, one after those of these ids. */
export async function asked(
  client: Client,
  sessionId: string,
  after: readonly Fields[] = [],
): Promise<Fields> {
  return await client.until(
    sessionId,
    ({ id, method }) => method === 'session/request_permission' && !after.some(each => each.id === id),
  )
}

export function optionsOf({ params }: Fields): readonly string[] {
  const { options } = params as { readonly options: readonly { readonly optionId: string }[] }
  return options.map(({ optionId }) => optionId)
}

/** What a question says of what will really happen. */
export function askOf({ params }: Fields): Fields {
  return ((params as Fields)._meta as Fields)['parley.dev/ask'] as Fields
}

export function choose(client: Client, { id }: Fields, optionId: string): void {
  client.reply(id, { outcome: { outcome: 'selected', optionId } })
}

/** One more screen in a session. */
export async function joinIn(
  { hub, work }: Pick<LentPlace, 'hub' | 'work'>,
  sessionId: string,
): Promise<Client> {
  const client = await Client.open({ hub })
  await client.load(sessionId, work)
  return client
}

/** What a client knows of the one terminal of a session. */
export function terminalIn(
  client: Client,
  sessionId: string,
): ReturnType<typeof toValue>['terminals'][number] | undefined {
  return toValue(client.stream(sessionId).thread).terminals[0]
}
