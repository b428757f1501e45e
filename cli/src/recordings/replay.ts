/** `parley replay`: plays one side of a recording as a real peer. What is played is data: nothing but the named command is started. */

import { sanitizeForDisplay, sanitizeLine } from '@parley/acp/guard'
import { LaunchError, launchAgent, stdio } from '@parley/acp/node'
import { type Playback, type PlaybackOptions, playRecording } from '@parley/acp/testing'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { print } from '../listing/print.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import type { Shell } from '../shell.js'
import { toDifferenceLines } from './diff.js'
import { findRecording, readFound } from './place.js'
import { stepper } from './stepper.js'

export interface ReplayOptions {
  readonly as: 'agent' | 'client'
  /** A number, or `max`; as recorded for an agent and without waiting for a client unless said otherwise. */
  readonly speed?: string | undefined
  readonly step?: string | boolean | undefined
  readonly check?: boolean | undefined
  readonly patience: number
  readonly format: 'text' | 'json'
}

export async function replay(
  [file = '', ...command]: readonly string[],
  options: ReplayOptions,
  shell: Shell,
): Promise<number> {
  if (options.as === 'client' && command.length === 0)
    throw usage(
      'expected the command of an agent.',
      'It stands after --: parley replay FILE --as client -- my-agent',
    )
  if (options.as === 'agent' && command.length > 0)
    throw usage(
      'an agent is started by its client.',
      'Put the command before nothing: parley replay FILE --as agent',
    )
  const speed = toSpeed(options)
  const { entries } = await readFound(await findRecording(file, shell))
  const steps = options.step === undefined ? undefined : await stepper(options, shell)
  const playing: PlaybackOptions = { as: options.as, speed, patience: options.patience, gate: steps?.gate }
  try {
    return options.as === 'agent'
      ? await playAgent(entries, { playing, options, shell })
      : await playClient(command, entries, { playing, options, shell })
  } finally {
    steps?.close()
  }
}

interface Means {
  readonly playing: PlaybackOptions
  readonly options: ReplayOptions
  readonly shell: Shell
}

type Entries = Parameters<typeof playRecording>[1]

/** On stdin and stdout; what it has to say to people goes to stderr. */
async function playAgent(entries: Entries, { playing, options, shell }: Means): Promise<number> {
  const played = await playRecording(stdio(), entries, playing)
  if (options.check !== true) return EXIT.ok
  await print(shell.stderr, toReport(played, options.format))
  return toExit(played)
}

async function playClient(
  [program = '', ...args]: readonly string[],
  entries: Entries,
  { playing, options, shell }: Means,
): Promise<number> {
  const { cwd, env, stderr } = shell
  const onStderr = (text: string): void => void stderr.write(sanitizeForDisplay(text))
  const agent = await launchAgent(program, args, { cwd, env, onStderr }).catch((error: unknown) => {
    if (!(error instanceof LaunchError)) throw error
    const reason = 'agent_not_started'
    throw new Failure(error.message, { exitCode: EXIT.agentFailed, reason, cause: error })
  })
  const played = await playRecording(agent, entries, playing)
  await agent.close()
  await print(shell.stdout, toReport(played, options.format))
  return toExit(played)
}

function toReport({ differences, missing, entries }: Playback, format: 'text' | 'json'): string {
  if (format === 'json') return toSafeJsonText({ differences, missing, messages: entries.length })
  const lost = missing.map(label => `${sanitizeLine(`! never said: ${label}`)}\n`).join('')
  const count = differences.length === 0 ? 'no difference' : `${differences.length} differences`
  return `${toDifferenceLines(differences)}${lost}${entries.length} messages, ${count}.\n`
}

const toExit = ({ differences }: Playback): number => (differences.length === 0 ? EXIT.ok : EXIT.error)

function toSpeed({ speed, as }: ReplayOptions): number | undefined {
  if (speed === 'max') return undefined
  if (speed === undefined) return as === 'agent' ? 1 : undefined
  const factor = Number(speed)
  if (Number.isFinite(factor) && factor > 0) return factor
  throw usage(
    `--speed: expected a number above 0, or max; found ${JSON.stringify(speed)}`,
    'See: parley replay --help',
  )
}

function usage(message: string, cure: string): Failure {
  return new Failure(message, { exitCode: EXIT.usage, cure, reason: 'usage' })
}
