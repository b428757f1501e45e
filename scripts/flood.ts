/**
 * `npm run sec:flood -- [--megabytes 1000]`: a command prints a gigabyte into a terminal that keeps one megabyte. It must
 * cost this process little time and little memory, and what is kept must be the end of it, in whole characters.
 */
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { hostTerminals, type Warden } from '@parley/acp/node'

const { values } = parseArgs({ options: { megabytes: { type: 'string', default: '1000' } } })

const LINE = 'aé€😀'
const LINE_BYTES = Buffer.byteLength(LINE) + 1
const LIMIT_BYTES = 1024 * 1024
const MOST_CPU_MILLISECONDS = 1_500
const MOST_GROWTH_MEGABYTES = 64

const warden: Warden = { admit: async () => ({ finish: async () => {} }) }

interface Cost {
  readonly output: string
  readonly milliseconds: number
  readonly cpuMilliseconds: number
  readonly growthMegabytes: number
}

async function flood(lines: number): Promise<Cost> {
  const terminals = hostTerminals({ warden, allowBroadRoots: true })
  const sessionId = 'flood'
  const context = { sessionId, roots: [realpathSync(tmpdir())], signal: new AbortController().signal }
  // The first command pays for what every later one finds loaded.
  await terminals.create({ sessionId, command: 'true' }, context)
  const before = process.memoryUsage.rss()
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 10)
  const begun = performance.now()
  const cpu = process.cpuUsage()
  const command = `yes ${LINE} | head -c ${lines * LINE_BYTES}`
  const { terminalId } = await terminals.create({ sessionId, command, outputByteLimit: LIMIT_BYTES }, context)
  await terminals.waitForExit({ sessionId, terminalId }, context)
  const { output } = await terminals.output({ sessionId, terminalId }, context)
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(sampling)
  await terminals.close()
  return {
    output,
    milliseconds: performance.now() - begun,
    cpuMilliseconds: (user + system) / 1_000,
    growthMegabytes: (most - before) / 1_000_000,
  }
}

function flawOf({ output, cpuMilliseconds, growthMegabytes }: Cost): string | undefined {
  const bytes = Buffer.byteLength(output)
  if (bytes > LIMIT_BYTES || bytes < LIMIT_BYTES - 4) return `${bytes} bytes were kept`
  const whole = `${LINE}\n`.repeat(Math.ceil(LIMIT_BYTES / LINE_BYTES))
  if (!whole.endsWith(output)) return 'what was kept is not the end of what was printed'
  if (cpuMilliseconds > MOST_CPU_MILLISECONDS) return 'that is too much time'
  return growthMegabytes > MOST_GROWTH_MEGABYTES ? 'that is too much memory' : undefined
}

const cost = await flood(Math.floor((Number(values.megabytes) * 1_000_000) / LINE_BYTES))
console.log(
  `${values.megabytes} MB printed in ${(cost.milliseconds / 1_000).toFixed(1)} s: ${cost.cpuMilliseconds.toFixed(0)} ms of our CPU, ` +
    `${cost.growthMegabytes.toFixed(1)} MB of growth, ${Buffer.byteLength(cost.output)} bytes kept`,
)
const flaw = flawOf(cost)
console.log(flaw === undefined ? 'the end is whole' : `FAIL: ${flaw}`)
process.exitCode = flaw === undefined ? 0 : 1
