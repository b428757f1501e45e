/** `parley run` with a real agent: every way to end has its exit code, says why, and leaves nothing running. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { COMMAND_CASES, type CommandCase } from './command-cases.js'
import type { Recipe } from './recipe.js'
import { marked, type Rig, withRig } from './rig.js'

const PARLEY = resolve('cli/dist/main.js')
const PATIENCE_MILLISECONDS = 90_000

type Started = ChildProcessByStdio<null, Readable, Readable>

interface Ended {
  readonly code: number | null
  readonly stderr: string
  /** The last event. */
  readonly end: Readonly<Record<string, unknown>>
}

/** The flaws of all cases, each behind the name of its case. */
export const tryCommand = async (recipe: Recipe): Promise<readonly string[]> => {
  const flaws: string[] = []
  for (const each of COMMAND_CASES) {
    const expected = typeof each.exit === 'number' ? each.exit : each.exit[recipe.name]
    if (expected === undefined) continue
    const [found, left] = await withRig(rig => play(recipe, { each, expected, rig }))
    flaws.push(
      ...[...found, ...left.map(pid => `left process ${pid} behind`)].map(flaw => `${each.name}: ${flaw}`),
    )
  }
  return flaws
}

interface Playing {
  readonly each: CommandCase
  readonly expected: number
  readonly rig: Rig
}

const play = async (recipe: Recipe, { each, expected, rig }: Playing): Promise<readonly string[]> => {
  const setting = { home: rig.home, model: rig.model.address }
  await recipe.prepare?.(setting)
  await writeFile(join(rig.project, 'notes.txt'), 'the colour is red\n')
  const given = Object.entries({ ...recipe.env(setting), ...rig.env })
  const env = given
    .filter(([name]) => !(each.isSignedOut && recipe.keys?.test(name)))
    .flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const agent = [recipe.command, ...recipe.args].join(' ')
  const words = ['run', '--agent', agent, '--format', 'ndjson', ...env, ...(each.args ?? []), each.prompt]
  const parley = spawn(process.execPath, [PARLEY, ...words], {
    cwd: rig.project,
    // The command has a home of its own, too, but not the mark: only what it starts is looked for.
    env: { ...process.env, ...rig.env, PARLEY_PEER_MARK: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = await follow(parley, each, rig)
  return [...judge(ended, { each, expected, rig }), ...(each.name === 'work' ? await lookAt(rig) : [])]
}

const follow = async (parley: Started, each: CommandCase, rig: Rig): Promise<Ended> => {
  let stderr = ''
  parley.stderr.setEncoding('utf8').on('data', text => {
    stderr += text
  })
  const timer = setTimeout(() => parley.kill('SIGKILL'), PATIENCE_MILLISECONDS)
  const closed = once(parley, 'close')
  let end: Ended['end'] = {}
  let isBegun = false
  for await (const line of createInterface({ input: parley.stdout })) {
    end = JSON.parse(line)
    if (isBegun || end.type !== 'text') continue
    isBegun = true
    if (each.interference === 'interrupt') parley.kill('SIGINT')
    if (each.interference === 'kill-agent') await killAll(rig.mark, parley.pid)
  }
  const [code] = await closed
  clearTimeout(timer)
  return { code, stderr, end }
}

/** The command itself names the mark among its words, and lives on. */
const killAll = async (mark: string, command: number | undefined): Promise<void> => {
  for (const pid of (await marked(mark)).filter(each => Number(each) !== command))
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // One of them ended with the one before it.
    }
}

const judge = ({ code, stderr, end }: Ended, { each, expected, rig }: Playing): readonly string[] => {
  const flaws: string[] = []
  if (code !== expected) flaws.push(`exit ${code}, not ${expected}: ${stderr.trim()}`)
  if (end.type !== 'end' || end.exitCode !== code) flaws.push(`the last event is ${JSON.stringify(end)}`)
  if (each.stopReason !== undefined && end.stopReason !== each.stopReason)
    flaws.push(`stopped with ${end.stopReason}, not ${each.stopReason}`)
  if (expected !== 0 && stderr.trim() === '') flaws.push('it does not say why')
  if (existsSync(join(rig.project, 'made.txt'))) flaws.push('what was denied was done')
  return flaws
}

const lookAt = async ({ project }: Rig): Promise<readonly string[]> => {
  const copied = await readFile(join(project, 'copy.txt'), 'utf8').catch(error => String(error))
  return copied === 'the colour is red\n' ? [] : [`the command wrote ${JSON.stringify(copied)}`]
}
