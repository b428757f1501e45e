/** The processes of clients, as whoever kills the gateway has them. */
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { GatewayProcess } from './gateway-process.js'
import type { FromPlayer, Moment, Report, ToPlayer, Transport } from './order.js'

const PLAYER = fileURLToPath(new URL('player.js', import.meta.url))
const PATIENCE_MILLISECONDS = 60_000
const WATCHED = 3

export class Company {
  readonly #gateway: GatewayProcess
  readonly #players: ChildProcess[] = []

  constructor(gateway: GatewayProcess) {
    this.#gateway = gateway
  }

  /** One process for each of these; each also takes part in sessions of the next one. */
  async begin(transports: readonly Transport[], sessionsEach: number): Promise<void> {
    const { way, folder } = this.#gateway
    const opened = await Promise.all(
      transports.map(async transport => {
        const player = fork(PLAYER, [], { execArgv: [] })
        this.#players.push(player)
        const order = { ...way, folder, transport, sessions: sessionsEach }
        const { sessions } = await ask(player, { say: 'begin', order }, 'begun')
        return { player, sessions }
      }),
    )
    await Promise.all(
      opened.map(({ player }, place) => {
        const next = opened[(place + 1) % opened.length]
        const sessions = next === undefined || next.player === player ? [] : next.sessions
        return ask(player, { say: 'watch', sessions: sessions.slice(0, WATCHED) }, 'watching')
      }),
    )
  }

  /** Resolves when this happens next to one of them, or does not happen for so long. */
  async moment(moment: Moment, place: number, milliseconds: number): Promise<void> {
    const player = this.#players[place % this.#players.length]
    if (player === undefined || moment === 'any') return void (await delay(milliseconds))
    const told = ask(player, { say: 'await', moment }, 'moment')
    told.catch(() => {})
    await Promise.race([told, delay(milliseconds)])
  }

  /** Resolves when each of them has had an answer: they have come back by themselves. */
  async back(): Promise<void> {
    await Promise.all(
      this.#players.map(player => ask(player, { say: 'await', moment: 'answered' }, 'moment')),
    )
  }

  /** Lets everything come to its end: what each of them has to say. */
  async finish(milliseconds: number): Promise<readonly Report[]> {
    await Promise.all(this.#players.map(player => ask(player, { say: 'stop', milliseconds }, 'stopped')))
    return await Promise.all(
      this.#players.map(async (player, place) => {
        const file = join(this.#gateway.folder, `report-${place}`)
        await ask(player, { say: 'report', file }, 'reported')
        const report: Report = JSON.parse(readFileSync(file, 'utf8'))
        return report
      }),
    )
  }

  kill(): void {
    for (const player of this.#players) player.kill('SIGKILL')
  }
}

type Answer<Word extends FromPlayer['said']> = Extract<FromPlayer, { said: Word }>

function ask<Word extends FromPlayer['said']>(
  player: ChildProcess,
  order: ToPlayer,
  word: Word,
): Promise<Answer<Word>> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      player.off('message', hear).off('exit', fail)
    }
    const fail = (): void => {
      end()
      reject(new Error(`a process of clients did not come to "${word}"`))
    }
    const hear = (message: FromPlayer): void => {
      if (message.said !== word) return
      end()
      resolve(message as Answer<Word>)
    }
    const timer = setTimeout(fail, PATIENCE_MILLISECONDS)
    player.on('message', hear).on('exit', fail)
    player.send(order)
  })
}
