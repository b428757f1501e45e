/** Terminals that a client lends: begun at once, cut at a character, ended, killed and let go. */

import { setTimeout as later } from 'node:timers/promises'
import type { Judge } from '../../judge.js'
import type { Json } from '../../wire/arrivals.js'
import { toJson } from '../../wire/json.js'
import type { Answer } from '../../wire/scripted-peer.js'
import type { ClientScenario } from '../scenario.js'
import type { ScriptedTurn } from '../scripted-turn.js'
import { checkSeen, sessionOf } from '../seen.js'
import type { ClientStage } from '../stage.js'

const NODE = process.execPath
/** Longer than anybody waits. */
const STAYS = 'setInterval(() => {}, 1000); console.log("pid " + process.pid + ".")'
const LIMIT_BYTES = 50
const SIGNS = '€'.repeat(200)
const WHILE_MILLISECONDS = 2_000
const POLL_MILLISECONDS = 20
const PRINTED_MILLISECONDS = 15_000
const GONE_MILLISECONDS = 6_000

/** A terminal of the client, in the hands of a turn. */
class Borrowed {
  readonly terminalId: string
  readonly #turn: ScriptedTurn

  constructor(turn: ScriptedTurn, terminalId: string) {
    this.#turn = turn
    this.terminalId = terminalId
  }

  static async create(turn: ScriptedTurn, script: string, more: Json = {}): Promise<Borrowed> {
    const { terminalId } = await turn.demand('terminal/create', {
      command: NODE,
      args: ['-e', script],
      ...more,
    })
    return new Borrowed(turn, String(terminalId))
  }

  call(word: string): ReturnType<ScriptedTurn['call']> {
    return this.#turn.call(`terminal/${word}`, { terminalId: this.terminalId })
  }

  demand(word: string): Promise<Json> {
    return this.#turn.demand(`terminal/${word}`, { terminalId: this.terminalId })
  }

  /** The output once it holds this, or what there is of it after a while. */
  async printed(words: RegExp): Promise<string> {
    for (const end = performance.now() + PRINTED_MILLISECONDS; ; ) {
      const { output } = await this.demand('output')
      if (words.test(String(output)) || performance.now() > end) return String(output)
      await later(POLL_MILLISECONDS)
    }
  }
}

async function withTerminals(
  stage: ClientStage,
  judge: Judge,
  turn: (turn: ScriptedTurn) => Promise<undefined>,
): Promise<void> {
  const client = await stage.start('prompt', {
    turn: async own => ((await client.agent.lends('terminal')) ? turn(own) : undefined),
  })
  if (!(await client.agent.lends('terminal'))) return judge.skipRest('the client does not advertise terminal')
  await client.agent.turn()
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export const terminals: readonly ClientScenario[] = [
  {
    name: 'terminals.run',
    title: 'runs a command that goes on, then one that ends with a code of its own',
    versions: [1],
    tasks: ['prompt'],
    verifies: [
      'client.terminal.running',
      'client.terminal.exit-code',
      'client.terminal.kill',
      'client.terminal.released',
      'client.terminal.release-kills',
    ],
    play: (stage, judge) =>
      withTerminals(stage, judge, async turn => {
        const long = await Borrowed.create(turn, STAYS)
        const pid = Number(/pid (\d+)\./.exec(await long.printed(/pid \d+\./))?.[1])
        const { exitStatus } = await long.demand('output')
        judge.check(
          'client.terminal.running',
          exitStatus === undefined || exitStatus === null,
          'expected no exitStatus while the command runs',
        )
        const short = await Borrowed.create(turn, 'process.exit(3)')
        const { exitCode } = await short.demand('wait_for_exit')
        const after = toJson((await short.demand('output')).exitStatus)
        judge.check(
          'client.terminal.exit-code',
          exitCode === 3 && after.exitCode === 3,
          'expected the exit code 3 of wait_for_exit, and in the exitStatus of output',
        )
        await checkKill(judge, long)
        await short.call('release')
        const late = await short.call('output')
        judge.check(
          'client.terminal.released',
          'error' in late,
          'expected an error for a terminal that was released',
        )
        const last = await Borrowed.create(turn, STAYS)
        const lastPid = Number(/pid (\d+)\./.exec(await last.printed(/pid \d+\./))?.[1])
        await last.call('release')
        judge.check(
          'client.terminal.release-kills',
          (await isGone(lastPid)) && pid !== lastPid,
          'expected the command to end with the release of its terminal',
        )
        return undefined
      }),
  },
  {
    name: 'terminals.early',
    title: 'runs a command that takes a while, and looks when it is answered',
    versions: [1],
    tasks: ['prompt'],
    verifies: ['client.terminal.create'],
    play: (stage, judge) =>
      withTerminals(stage, judge, async turn => {
        const begun = performance.now()
        const terminal = await Borrowed.create(turn, `setTimeout(() => {}, ${WHILE_MILLISECONDS})`)
        const isSoon = performance.now() - begun < WHILE_MILLISECONDS
        const { exitStatus } = resultOf(await terminal.call('output'))
        judge.check(
          'client.terminal.create',
          // A busy machine may be late with both.
          isSoon || exitStatus === undefined || exitStatus === null,
          'expected terminal/create to be answered before the command is over',
        )
        await terminal.call('release')
        return undefined
      }),
  },
  {
    name: 'terminals.place',
    title: 'runs a command with variables and in a folder of its own',
    versions: [1],
    tasks: ['prompt'],
    verifies: ['client.terminal.env', 'client.terminal.cwd'],
    play: (stage, judge) =>
      withTerminals(stage, judge, async turn => {
        await stage.write('inner/note.txt', '')
        const terminal = await Borrowed.create(
          turn,
          'console.log(process.env.KIT_WORD, process.cwd(), "end")',
          {
            env: [{ name: 'KIT_WORD', value: 'as told' }],
            cwd: `${stage.cwd}/inner`,
          },
        )
        const output = await terminal.printed(/ end/)
        judge.check('client.terminal.env', output.includes('as told'), 'expected the variable to be set')
        judge.check(
          'client.terminal.cwd',
          output.includes('/project/inner end'),
          'expected the command to run in the folder that was named',
        )
        await terminal.call('release')
        return undefined
      }),
  },
  {
    name: 'terminals.limit',
    title: 'prints more than it asked to keep, in characters of three bytes',
    versions: [1],
    tasks: ['prompt'],
    verifies: ['client.terminal.limit', 'client.terminal.boundary', 'client.terminal.truncated'],
    play: (stage, judge) =>
      withTerminals(stage, judge, async turn => {
        const script = `process.stdout.write(${JSON.stringify(`begin${SIGNS}end`)})`
        const terminal = await Borrowed.create(turn, script, { outputByteLimit: LIMIT_BYTES })
        await terminal.demand('wait_for_exit')
        await terminal.printed(/end/)
        const { output, truncated } = await terminal.demand('output')
        const kept = String(output)
        judge.check(
          'client.terminal.limit',
          Buffer.byteLength(kept) <= LIMIT_BYTES && kept.endsWith('€end'),
          `expected the end of the output, in at most ${LIMIT_BYTES} bytes`,
        )
        judge.check(
          'client.terminal.boundary',
          !kept.includes('\uFFFD') && `begin${SIGNS}end`.endsWith(kept),
          'expected the output to be cut between two characters',
        )
        judge.check('client.terminal.truncated', truncated === true, 'expected truncated to be true')
        await terminal.call('release')
        return undefined
      }),
  },
  {
    name: 'terminals.stays',
    title: 'shows a terminal in a tool call, and lets it go',
    versions: [1],
    tasks: ['prompt'],
    verifies: ['client.terminal.output-stays'],
    async play(stage, judge) {
      const client = await stage.start('prompt', {
        turn: async turn => {
          const { terminalId } = await turn.demand('terminal/create', {
            command: NODE,
            args: ['-e', 'console.log("to be seen")'],
          })
          const content = [{ type: 'terminal', terminalId }]
          turn.update({
            sessionUpdate: 'tool_call',
            toolCallId: 'call-1',
            title: 'Run',
            kind: 'execute',
            content,
          })
          await turn.demand('terminal/wait_for_exit', { terminalId })
          await turn.demand('terminal/release', { terminalId })
          turn.update({ sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'completed' })
          return undefined
        },
      })
      if (!(await client.agent.lends('terminal')))
        return judge.skipRest('the client does not advertise terminal')
      await client.agent.turn()
      checkSeen(judge, 'client.terminal.output-stays', {
        seen: sessionOf(await client.finish())?.terminals,
        isRight: seen => seen.some(({ output }) => String(output).includes('to be seen')),
        detail: 'expected the output to be shown after the release of its terminal',
      })
    },
  },
]

function resultOf(answer: Answer): Json {
  return 'result' in answer ? toJson(answer.result) : {}
}

async function checkKill(judge: Judge, terminal: Borrowed): Promise<void> {
  await terminal.call('kill')
  const end = resultOf(await terminal.call('wait_for_exit'))
  const { output } = resultOf(await terminal.call('output'))
  judge.check(
    'client.terminal.kill',
    (typeof end.signal === 'string' || Number(end.exitCode) > 0) && String(output).includes('pid '),
    'expected a signal or a code of a killed command, and its output, while the terminal is not released',
  )
  await terminal.call('release')
}

async function isGone(pid: number): Promise<boolean> {
  for (const end = performance.now() + GONE_MILLISECONDS; isRunning(pid); ) {
    if (performance.now() > end) return false
    await later(POLL_MILLISECONDS)
  }
  return true
}
