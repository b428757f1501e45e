/** `start` and `import-cpu`: how soon an agent answers and how soon it says something, and what its imports cost, against a bare Node. */
import { median } from '../measure/median.js'
import { emptyProgramFile, programFile, runProgram } from '../measure/program.js'
import type { StartOrder } from '../scenario/order.js'
import type { Row } from './row.js'

export const start: Row = {
  id: 'start',
  figures: [
    { id: 'start', unit: 'ms', better: 'less' },
    { id: 'start-bare', unit: 'ms', better: 'less' },
    { id: 'start-over-bare', unit: 'x bare node', better: 'less' },
    // What is loaded only when the first answer is out is seen here.
    { id: 'first-turn', unit: 'ms', better: 'less' },
  ],
  async measure(contestant, { starts: times }) {
    const agentFile = programFile(contestant, 'minimal-agent')
    const order: StartOrder = { play: 'start', agentFile, emptyFile: emptyProgramFile, times }
    const readings = await runProgram(programFile(contestant, 'client'), { order })
    const { milliseconds = Number.NaN, bareMilliseconds = Number.NaN } = readings
    const { firstTurnMilliseconds = Number.NaN } = readings
    return {
      start: milliseconds,
      'start-bare': bareMilliseconds,
      'start-over-bare': milliseconds / bareMilliseconds,
      'first-turn': firstTurnMilliseconds,
    }
  },
}

export const importCpu: Row = {
  id: 'import-cpu',
  figures: [{ id: 'import-cpu', unit: 'CPU ms', better: 'less' }],
  async measure(contestant, { starts }) {
    const file = programFile(contestant, 'imports')
    const over: number[] = []
    for (let run = 0; run < starts; run++)
      over.push((await importMilliseconds(file)) - (await importMilliseconds(emptyProgramFile)))
    return { 'import-cpu': median(over) }
  },
}

async function importMilliseconds(file: string): Promise<number> {
  const { cpuMilliseconds } = await runProgram(file)
  return cpuMilliseconds ?? Number.NaN
}
