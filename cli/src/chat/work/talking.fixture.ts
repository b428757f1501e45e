/** A person who talks to real agents from this very process: a home of their own, and everything that was told. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach } from 'vitest'
import type { Shell } from '../../shell.js'
import type { ChatEvent, TalkNews } from '../event.js'
import type { ChatSettings } from '../settings.js'
import type { TalkMeans } from './talk-means.js'
import { Talking } from './talking.js'

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export const SCOUT = `${process.execPath} ${file('../../../dist/main.js')} agent`
export const hostile = (deed: string): string =>
  `${process.execPath} ${file('../../run/fixtures/hostile.mjs')} ${deed}`

export const asker = `${process.execPath} ${file('fixtures/asker.mjs')}`
export const restless = `${process.execPath} ${file('fixtures/restless.mjs')}`
export const shy = (times: string): string => `${process.execPath} ${file('fixtures/shy.mjs')} ${times}`

const home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-talk-')))
// The host that files and terminals come from reads these by itself.
Object.assign(process.env, {
  HOME: home,
  XDG_STATE_HOME: join(home, 'state'),
  XDG_CONFIG_HOME: join(home, 'config'),
})
const open: Talking[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map(each => each.close()))
})
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))

type NewsOf<Is extends TalkNews['is']> = Extract<TalkNews, { is: Is }>

export interface Person {
  readonly cwd: string
  /** Stands in the command line of everything that its agents start. */
  readonly mark: string
  readonly actor: string
  readonly keeper: string
  readonly shell: Shell
  readonly talking: Talking
  readonly events: readonly ChatEvent[]
  readonly news: readonly TalkNews[]
  /** The first of its kind from the given place on. */
  until<Is extends TalkNews['is']>(
    is: Is,
    options?: { readonly from?: number; readonly within?: number },
  ): Promise<NewsOf<Is>>
  /** Sends a prompt and waits for its end. */
  say(text: string, talk?: string): Promise<NewsOf<'over'>>
  /** What the agent said since the beginning, or since that place. */
  heard(from?: number): string
}

export function person(
  settings: Partial<ChatSettings> = {},
  {
    cwd = 'work',
    ...means
  }: Partial<Omit<TalkMeans, 'settings' | 'shell' | 'tell'>> & { readonly cwd?: string } = {},
): Person {
  const place = join(realpathSync(mkdtempSync(join(home, 'place-'))), cwd)
  mkdirSync(place, { recursive: true })
  const mark = `mark-${crypto.randomUUID()}`
  const events: ChatEvent[] = []
  const news: TalkNews[] = []
  const stream = (): never => new PassThrough() as never
  const shell: Shell = { stdin: stream(), stdout: stream(), stderr: stream(), env: process.env, cwd: place }
  const tell = (event: ChatEvent): void => {
    events.push(event)
    if (event.type === 'talk') news.push(event.news)
  }
  const talking = new Talking({ settings: { ...USUAL, cwd: place, ...settings }, shell, tell, ...means })
  open.push(talking)
  const until: Person['until'] = async (is, { from = 0, within = 15_000 } = {}) => {
    const late = performance.now() + within
    for (;;) {
      const found = news.slice(from).find(each => each.is === is)
      if (found !== undefined) return found as never
      const failed = news.slice(from).find(each => each.is === 'failed')
      if (performance.now() > late || failed !== undefined)
        throw new Error(`there was no "${is}": ${JSON.stringify(news.slice(-5))}`)
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  }
  return {
    ...{ cwd: place, mark, shell, talking, events, news, until },
    actor: `${process.execPath} ${file('../../run/fixtures/actor.mjs')} ${mark}`,
    keeper: `${process.execPath} ${file('fixtures/keeper.mjs')} ${join(place, 'token')} ${mark}`,
    async say(text, talk = 't') {
      const from = news.length
      talking.take({ do: 'prompt', talk, submission: { text, files: [], talks: [] } })
      return until('over', { from })
    },
    heard: (from = 0) =>
      news
        .slice(from)
        .flatMap(each => (each.is === 'updates' ? each.updates : []))
        .map(update =>
          update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
            ? update.content.text
            : '',
        )
        .join(''),
  }
}

const USUAL: ChatSettings = {
  cwd: '/',
  directories: [],
  options: [],
  env: {},
  protocol: 1,
  lendsFiles: true,
  lendsTerminals: true,
  theme: 'auto',
}

/** Starts a conversation and waits until it is open. */
export async function talkWith(
  who: Person,
  agent: string,
  more: { readonly resume?: string; readonly fork?: string; readonly talk?: string } = {},
): Promise<NewsOf<'opened'>> {
  const from = who.news.length
  const { talk = 't', ...rest } = more
  who.talking.take({ do: 'start', talk, agent, cwd: who.cwd, ...rest })
  return who.until('opened', { from })
}
