/** A gateway under load that is killed again and again: what its clients and its files say of it afterwards. */
import { setTimeout as delay } from 'node:timers/promises'
import { Company } from './company.js'
import { GatewayProcess } from './gateway-process.js'
import { judge, type Verdict } from './judge.js'
import { MOMENTS, type Transport } from './order.js'

export interface Play {
  readonly kills: number
  readonly sessions: number
  readonly transports: readonly Transport[]
  /** Broken on purpose: an agent that answers for sessions it has forgotten, and a disk that loses the last second. */
  readonly isTwin?: boolean
  readonly random: () => number
}

export interface Score {
  kills: number
  /** Milliseconds from each start until it was ready. */
  readonly restarts: readonly number[]
  readonly verdict: Verdict
  readonly broken: number
  readonly flaws: readonly string[]
}

const MOMENT_MILLISECONDS = 1_000
const LATER_MILLISECONDS = 20
const CALM_MILLISECONDS = 600
const END_MILLISECONDS = 45_000
const TWIN_MILLISECONDS = 1_000
const AGENTS_MILLISECONDS = 10_000

export async function play(order: Play): Promise<Score> {
  const gateway = new GatewayProcess(order.isTwin ? 'amnesiac' : 'true')
  const company = new Company(gateway)
  try {
    const score = await playIn(gateway, company, order)
    if (score.flaws.length === 0 || order.isTwin) gateway.remove()
    else console.log(`kept in ${gateway.folder}`)
    return score
  } finally {
    company.kill()
    await gateway.end('SIGKILL')
  }
}

async function playIn(gateway: GatewayProcess, company: Company, order: Play): Promise<Score> {
  await gateway.start()
  await company.begin(order.transports, Math.ceil(order.sessions / order.transports.length))
  const flaws: string[] = []
  const restarts: number[] = []
  for (let kill = 0; kill < order.kills; kill++) {
    await delay(order.random() * CALM_MILLISECONDS)
    await untilMoment(company, order)
    const { pids } = gateway
    await gateway.end('SIGKILL')
    if (order.isTwin) gateway.loseCommits()
    restarts.push(await gateway.start())
    await company.back()
    if ((await gateway.agentsGone(pids, AGENTS_MILLISECONDS)) === undefined)
      flaws.push('an agent outlived its gateway')
  }
  const reports = await company.finish(order.isTwin ? TWIN_MILLISECONDS : END_MILLISECONDS)
  // What a twin has never answered it would wait for.
  const code = await gateway.end(order.isTwin ? 'SIGKILL' : 'SIGTERM')
  if (code !== 0) flaws.push(`the gateway ended with ${code}`)
  const verdict = await judge(gateway, reports)
  const broken = reports.reduce((sum, report) => sum + report.broken, 0)
  return { kills: restarts.length, restarts, verdict, broken, flaws: [...flaws, ...verdict.flaws] }
}

async function untilMoment(company: Company, { random }: Play): Promise<void> {
  const moment = MOMENTS[Math.floor(random() * MOMENTS.length)] ?? 'any'
  await company.moment(moment, Math.floor(random() * 100), MOMENT_MILLISECONDS * random())
  if (random() < 0.5) await delay(random() * LATER_MILLISECONDS)
}
