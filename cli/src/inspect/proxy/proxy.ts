/**
 * Stands between a client and an agent and changes no byte: what one writes the other reads, ends and signals included.
 * Knows bytes and processes; what they say is read by another thread, from a copy.
 */

import { constants } from 'node:os'
import type { Writable } from 'node:stream'
import { secretsInArguments, secretsInEnvironment } from '@parley/acp/guard'
import type { Carrier, Heading } from '@parley/acp/inspect'
import { type Exit, launchProgram, type ProgramProcess } from '@parley/acp/node'
import { shownArguments, toLine } from '../../agents/command-line.js'
import { exitInWords, failToLaunch } from '../../agents/launching.js'
import { EXIT } from '../../exit-code.js'
import type { Shell } from '../../shell.js'
import { readVersion } from '../../version.js'
import { Copier } from './copier.js'
import type { ReaderSettings, Stream } from './copy.js'
import { closeDescriptor } from './descriptor.js'
import { type Onlooking, type Outlet, Pump, toOutlet } from './pump.js'

const QUIET_MILLISECONDS = 1_000
const POLL_MILLISECONDS = 50
const READER_MILLISECONDS = 30_000
/** Who sends signals will not wait long. */
const HASTE_MILLISECONDS = 1_000
const SWEEP_MILLISECONDS = 2_000
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Something that is put into the way of one direction. */
export type Detour = (outlet: Outlet, to: Heading) => Outlet

export interface ProxyOptions
  extends Pick<ReaderSettings, 'record' | 'dropsContents' | 'seal' | 'log' | 'filter' | 'isAlone'> {
  /** The command that speaks to people; `inspect` unless it is another. */
  readonly name?: string | undefined
  /** What its author wants to remember about it; its command unless there is something. */
  readonly title?: string | undefined
  /** How messages travel; on stdio unless said. */
  readonly carrier?: Carrier | undefined
  /** What must not be written down beside what arguments and variables hold. */
  readonly secrets?: readonly string[] | undefined
  /** Made when the agent runs and the copy is there; what it leads through itself is no longer promised to be the same. */
  readonly detour?: ((means: DetourMeans) => Detour) | undefined
  onRelease?(id: string): void
}

/** What a detour may do beside changing what passes. */
export interface DetourMeans {
  readonly agent: ProgramProcess
  /** Told to everybody who watches. */
  note(detail: string): void
}

/** Carries a wire to its end. Resolves with the exit code of the agent; ends this process by the signal that ended the agent. */
export async function runProxy(
  command: readonly string[],
  options: ProxyOptions,
  shell: Shell,
): Promise<number> {
  const copier = new Copier({
    settings: readerSettings(command, options, shell),
    onRemark: text => void shell.stderr.write(`parley ${options.name ?? 'inspect'}: ${text}\n`),
    onRelease: id => options.onRelease?.(id),
    onLine: text => void shell.stderr.write(text),
  })
  // A key is made of a passphrase slowly: whoever is ended meanwhile would have no recording.
  if (options.seal !== undefined) await copier.opened
  const agent = await launch(command, shell).catch(async (error: unknown) => {
    await copier.end(SWEEP_MILLISECONDS)
    throw error
  })
  copier.note('started', `pid ${agent.pid}`)
  const signals = passSignals(agent, copier)
  const exit = await carry(agent, { copier, options, shell })
  copier.note('exited', exitInWords(exit))
  const patience = signals.wereSent ? HASTE_MILLISECONDS : READER_MILLISECONDS
  await Promise.all([copier.end(patience), agent.end(SWEEP_MILLISECONDS)])
  signals.release()
  return endLike(exit)
}

/** What whoever reads the copy has to know. */
export function readerSettings(
  command: readonly string[],
  options: ProxyOptions,
  { cwd, env }: Shell,
): ReaderSettings {
  const { record, dropsContents, seal, log, filter, isAlone } = options
  const [program = '', ...args] = command
  const agent = [program, ...shownArguments(args)]
  const by = `parley ${readVersion()}`
  const header = {
    recording: 1,
    startedAt: Date.now(),
    by,
    carrier: options.carrier ?? 'stdio',
    agent,
    title: options.title ?? toLine(agent),
    redaction: 'secrets',
  } as const
  const secrets = [...secretsInArguments(args), ...secretsInEnvironment(env), ...(options.secrets ?? [])]
  return {
    header,
    cwd,
    pid: process.pid,
    env: { ...env },
    record,
    dropsContents,
    seal,
    secrets,
    log,
    filter,
    isAlone,
  }
}

function launch([program = '', ...args]: readonly string[], { cwd, env }: Shell): Promise<ProgramProcess> {
  return launchProgram(program, args, { cwd, env }).catch(failToLaunch)
}

interface Means {
  readonly copier: Copier
  readonly options: ProxyOptions
  readonly shell: Shell
}

/** Three ways for bytes, until the agent is gone and all it said has been taken. */
async function carry(agent: ProgramProcess, { copier, options, shell }: Means): Promise<Exit> {
  const { stdin, stdout, stderr } = shell
  const note = (detail: string): void => copier.note('injected', detail)
  const through = options.detour?.({ agent, note }) ?? ((outlet: Outlet) => outlet)
  const watched = (stream: Stream): Onlooking => toOnlooking(copier, stream, options.detour !== undefined)
  const toAgent = new Pump(stdin, through(toOutlet(agent.stdin), 'agent'), watched('agent'))
  const toClient = new Pump(agent.stdout, through(ownOutlet(stdout, copier), 'client'), watched('client'))
  const beside = new Pump(agent.stderr, spoken(stderr), watched('stderr'))
  // Who stops listening is not told more, and whoever speaks to them finds out as it would without us.
  agent.stdin.on('error', () => {
    toAgent.abandon()
    void copier.opened.then(() => closeDescriptor(0))
  })
  stdout.on('error', () => toClient.abandon())
  stderr.on('error', () => beside.abandon())
  const exit = await agent.exited
  await Promise.all([drained(toClient), drained(beside)])
  toAgent.abandon()
  return exit
}

function toOnlooking(copier: Copier, stream: Stream, isFirst: boolean): Onlooking {
  return {
    isFirst,
    get hasRoom() {
      return copier.hasRoom
    },
    onRoom: call => copier.onRoom(call),
    see: bytes => copier.add(stream, bytes),
    close() {
      if (stream === 'agent') copier.note('client_closed', 'the client closed its end')
      if (stream === 'client') copier.note('agent_closed', 'the agent closed its end')
    },
  }
}

/** Stays open: what we ourselves have to tell people comes after what the agent had. */
function spoken(target: Writable): Outlet {
  return { ...toOutlet(target), end: async () => {} }
}

/** Our own output, whose descriptor is closed with it: the agent may live on without one. */
function ownOutlet(target: Writable, { opened }: Copier): Outlet {
  const outlet = toOutlet(target)
  return {
    ...outlet,
    async end() {
      await outlet.end()
      await opened
      closeDescriptor(1)
    },
  }
}

/** What the agent said is in the pipe when it ends; something that it left behind may hold the pipe open for ever. */
async function drained(pump: Pump): Promise<void> {
  let isEnded = false
  void pump.ended.then(() => {
    isEnded = true
  })
  const exitedAt = performance.now()
  for (;;) {
    await Promise.race([pump.ended, new Promise(resolve => setTimeout(resolve, POLL_MILLISECONDS).unref())])
    const quiet = performance.now() - Math.max(pump.heardAt, exitedAt)
    if (isEnded) return
    if (!pump.isHeld && quiet > QUIET_MILLISECONDS) return pump.abandon()
  }
}

interface Signals {
  /** Somebody wanted the agent to end. */
  readonly wereSent: boolean
  /** From here on they mean what they mean without us. */
  release(): void
}

/** To the agent as long as there is one. One that comes later means ourselves: it ends us when what was read is written. */
function passSignals(agent: ProgramProcess, copier: Copier): Signals {
  let [wereSent, isGone] = [false, false]
  const listeners = SIGNALS.map(signal => {
    const listener = (): void => {
      wereSent = true
      if (!isGone) return void agent.signal(signal)
      release()
      void copier.end(0).then(() => process.kill(process.pid, signal))
    }
    return [signal, listener] as const
  })
  const release = (): void => {
    for (const [signal, listener] of listeners) process.off(signal, listener)
  }
  for (const [signal, listener] of listeners) process.on(signal, listener)
  void agent.exited.then(() => {
    isGone = true
  })
  return {
    get wereSent() {
      return wereSent
    },
    release,
  }
}

async function endLike({ code, signal }: Exit): Promise<number> {
  if (signal === null) return code ?? EXIT.error
  process.kill(process.pid, signal)
  // A signal that does not end us after all is told in the way of shells.
  await new Promise(resolve => setTimeout(resolve, POLL_MILLISECONDS))
  return 128 + (constants.signals[signal] ?? 0)
}
