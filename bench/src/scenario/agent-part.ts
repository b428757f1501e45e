/** The agent's part in every row, told by the text of the prompt. Knows no library: only the turn it is handed. */
import type { AgentTurn } from '../contestants/contestant.js'
import { median } from '../measure/median.js'
import { collectGarbage, readUsage } from '../measure/usage.js'
import type { Command, ReadCommand, ReadResult, SayCommand } from './command.js'
import { chunkText, codeText, readPath } from './messages.js'

let prepared = ''

export async function perform(turn: AgentTurn): Promise<void> {
  const command: Command = JSON.parse(turn.text)
  switch (command.do) {
    case 'say':
      return sayMany(turn, command)
    case 'read':
      return turn.say(JSON.stringify(await readMany(turn, command)))
    case 'prepare':
      prepared = codeText(command.bytes)
      return
    case 'say-prepared':
      return turn.say(prepared)
    case 'nothing':
      return
    case 'usage':
      if (command.collect) collectGarbage()
      return turn.say(JSON.stringify(readUsage()))
  }
}

async function sayMany(turn: AgentTurn, { count, awaited }: SayCommand): Promise<void> {
  if (awaited) for (let sent = 0; sent < count; sent++) await turn.say(chunkText)
  else for (let sent = 0; sent < count; sent++) void turn.say(chunkText)
}

async function readMany(turn: AgentTurn, command: ReadCommand): Promise<ReadResult> {
  await readConcurrently(turn, command.warmup, command.inFlight)
  const start = process.hrtime.bigint()
  const times = await readConcurrently(turn, command.count, command.inFlight)
  const seconds = Number(process.hrtime.bigint() - start) / 1e9
  return { p50Micros: median(times), perSecond: command.count / seconds }
}

async function readConcurrently(turn: AgentTurn, count: number, inFlight: number): Promise<number[]> {
  const times: number[] = []
  let left = count
  const readUntilDone = async (): Promise<void> => {
    while (left > 0) {
      left--
      const start = performance.now()
      await turn.read(readPath)
      times.push((performance.now() - start) * 1000)
    }
  }
  await Promise.all(Array.from({ length: Math.min(inFlight, count) }, readUntilDone))
  return times
}
