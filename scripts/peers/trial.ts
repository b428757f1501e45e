/** One real agent at work with our client: it reads, writes, edits and runs what its model was told to, and is ended. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Host, type Permission, type Session } from '@parley/acp/client'
import { auditLog, grantMemory, launchAgent, nodeHost } from '@parley/acp/node'
import type { Recipe } from './recipe.js'
import { type Count, recorded } from './record.js'
import { type Rig, withRig } from './rig.js'

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

/** What is amiss, and then what was asked for and heard; nothing when all is well. */
export const tryHost = async (recipe: Recipe): Promise<readonly string[]> => {
  const counts = new Map<string, Count>()
  const evidence: string[] = []
  const flaws: string[] = []
  const [, left] = await withRig(rig =>
    play(recipe, { rig, counts, evidence, flaws }).catch(error => flaws.push(String(error))),
  )
  flaws.push(...recipe.uses.filter(name => !counts.get(name)?.answered).map(name => `never used ${name}`))
  flaws.push(...left.map(pid => `left process ${pid} behind`))
  const asked = [...counts].map(
    ([name, { answered, refused }]) => `${name}: ${answered} answered, ${refused} refused`,
  )
  return flaws.length === 0 ? [] : [...flaws, ...asked, ...evidence]
}

interface Play {
  readonly rig: Rig
  readonly counts: Map<string, Count>
  readonly evidence: string[]
  readonly flaws: string[]
}

const play = async (recipe: Recipe, { rig, counts, evidence, flaws }: Play): Promise<void> => {
  const { home, project, model, mark } = rig
  const setting = { home, model: model.address }
  await recipe.prepare?.(setting)
  const stderr: string[] = []
  try {
    const channel = await launchAgent(recipe.command, recipe.args, {
      cwd: project,
      env: { ...recipe.env(setting), ...rig.env },
      onStderr: text => stderr.push(`stderr: ${text.trimEnd()}`),
    })
    const client = await connect(channel, recorded(makeHost(home), counts))
    const session = await client.newSession({ cwd: project })
    flaws.push(...(await work(session, project)))
    if (recipe.uses.includes('terminals.create')) {
      const isRunning = (): boolean => (counts.get('terminals.create')?.answered ?? 0) > 1
      flaws.push(...(await giveUp(session, `sleep 60; true ${mark}`, isRunning)))
    }
    await client.close()
  } finally {
    evidence.push(...stderr.slice(-20), ...model.log)
  }
}

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
