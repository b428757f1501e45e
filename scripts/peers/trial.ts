/** One real agent at work with our client: it reads, writes, edits and runs what its model was told to, and is ended. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { connect, type Host, type Permission, type Session } from '@parley/acp/client'
import { auditLog, grantMemory, launchAgent, nodeHost } from '@parley/acp/node'
import { serveModel } from '@parley/scout/rehearsal'
import type { Recipe } from './recipe.js'
import { type Count, recorded } from './record.js'

export interface Report {
  readonly flaws: readonly string[]
  readonly counts: ReadonlyMap<string, Count>
  readonly agent: string
  /** What the agent said last on stderr and what its model was asked, for when something is amiss. */
  readonly evidence: readonly string[]
}

const BIN = resolve('tools/peers/node_modules/.bin')
const TURN_MILLISECONDS = 60_000

const allow: Permission = ({ options }) => options.find(({ kind }) => kind === 'allow_once')

/** All that a client can lend, and nothing of the user's own: no policy, no memory, no log but in the peer's home. */
const makeHost = (home: string): Host =>
  nodeHost({
    permission: allow,
    policy: false,
    questionsPerMinute: 60,
    audit: auditLog({ folder: join(home, 'audit') }),
    grants: grantMemory({ folder: join(home, 'grants') }),
  })

export const tryPeer = async (recipe: Recipe): Promise<Report> => {
  const home = await mkdtemp(join(tmpdir(), 'parley-peer-'))
  const model = await serveModel()
  const counts = new Map<string, Count>()
  const evidence: string[] = []
  const flaws: string[] = []
  const mark = crypto.randomUUID()
  let agent = recipe.name
  try {
    const setting = { home, model: model.address }
    await recipe.prepare?.(setting)
    const project = join(home, 'project')
    await mkdir(join(home, 'tmp'), { recursive: true })
    await mkdir(project, { recursive: true })
    const channel = await launchAgent(recipe.command, recipe.args, {
      cwd: project,
      env: { ...recipe.env(setting), ...homely(home), PARLEY_PEER_MARK: mark },
      onStderr: text => evidence.push(`stderr: ${text.trimEnd()}`),
    })
    const client = await connect(channel, recorded(makeHost(home), counts))
    agent = `${client.info?.name ?? recipe.name} ${client.info?.version ?? ''}`
    const session = await client.newSession({ cwd: project })
    flaws.push(...(await work(session, project)))
    if (recipe.uses.includes('terminals.create')) {
      const isRunning = (): boolean => (counts.get('terminals.create')?.answered ?? 0) > 1
      flaws.push(...(await giveUp(session, `sleep 60; true ${mark}`, isRunning)))
    }
    await client.close()
  } catch (error) {
    flaws.push(String(error))
  } finally {
    await model.close()
  }
  flaws.push(...recipe.uses.filter(name => !counts.get(name)?.answered).map(name => `never used ${name}`))
  flaws.push(...(await leftOver(mark)).map(pid => `left process ${pid} behind`))
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
  return { flaws, counts, agent, evidence: [...evidence.slice(-20), ...model.log] }
}

/** A home of its own, and a PATH on which the peers and their Node come first. */
const homely = (home: string): Record<string, string> => ({
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_DATA_HOME: join(home, '.local/share'),
  XDG_STATE_HOME: join(home, '.local/state'),
  XDG_CACHE_HOME: join(home, '.cache'),
  TMPDIR: join(home, 'tmp'),
  PATH: [BIN, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
})

const work = async (session: Session, project: string): Promise<string[]> => {
  const path = (name: string): string => join(project, name)
  await writeFile(path('notes.txt'), 'the colour is red\n')
  let said = ''
  session.onUpdate(update => {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      said += update.content.text
  })
  const signal = AbortSignal.timeout(TURN_MILLISECONDS)
  const part = [
    `[[read ${path('notes.txt')}]]`,
    `[[write ${path('made/new.txt')}|written by a peer]]`,
    `[[edit ${path('notes.txt')}|red|blue]]`,
    `[[shell cat notes.txt > copy.txt && echo shown]]`,
    `[[read ${path('absent.txt')}]]`,
    '[[say the part is over]]',
  ].join(' ')
  const { stopReason } = await session.prompt(part, { signal }).outcome
  const textIn = (name: string): Promise<string> => readFile(path(name), 'utf8').catch(error => String(error))
  const expected = [
    [stopReason, 'end_turn', 'the turn ended with'],
    [(await textIn('made/new.txt')).trim(), 'written by a peer', 'the written file holds'],
    [(await textIn('notes.txt')).trim(), 'the colour is blue', 'the edited file holds'],
    [(await textIn('copy.txt')).trim(), 'the colour is blue', 'the command wrote'],
    [said.includes('the part is over') ? 'its part' : said, 'its part', 'the agent said'],
  ] as const
  return expected
    .filter(([found, wanted]) => found !== wanted)
    .map(([found, , title]) => `${title} ${JSON.stringify(found)}`)
}

/** A command that takes too long, and a user who does not wait for it. */
const giveUp = async (session: Session, command: string, isRunning: () => boolean): Promise<string[]> => {
  const turn = session.prompt(`[[shell ${command}]]`, { signal: AbortSignal.timeout(TURN_MILLISECONDS) })
  while (!turn.isOver && !isRunning()) await new Promise(wait => setTimeout(wait, 20))
  await turn.cancel()
  const { stopReason } = await turn.outcome
  return stopReason === 'cancelled' ? [] : [`the cancelled turn ended with ${JSON.stringify(stopReason)}`]
}

/** The processes that still carry the mark a moment after everything was closed. */
const leftOver = async (mark: string): Promise<readonly string[]> => {
  let found: string[] = []
  for (let tries = 0; tries < 50; tries++) {
    const pids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name))
    const traces = await Promise.all(pids.map(tracesOf))
    found = pids.filter((_, index) => traces[index]?.includes(mark))
    if (found.length === 0) return found
    await new Promise(wait => setTimeout(wait, 100))
  }
  return found
}

const tracesOf = async (pid: string): Promise<string> => {
  const read = (name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '')
  return (await read('environ')) + (await read('cmdline'))
}
