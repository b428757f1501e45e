/** Nanoseconds of validation alone, on messages already parsed. Several copies, so that no cache sees only one. */
import type { MessageKind, Validate } from '../contestants/contestant.js'
import { median } from '../measure/median.js'
import { sampleMessage } from './messages.js'

export interface ValidateOrder {
  readonly kind: MessageKind
  /** Rounds that are not counted: zod reaches its speed only after half a second. */
  readonly warmup: number
  readonly rounds: number
}

interface Sample {
  readonly params: unknown
  readonly text: string
}

const copies = 64
const roundNanoseconds = 20_000_000

export function playValidate(validate: Validate): void {
  const order: ValidateOrder = JSON.parse(process.argv[2] ?? '')
  const text = JSON.stringify(sampleMessage(order.kind))
  const samples = Array.from({ length: copies }, (): Sample => {
    const { params }: { params: unknown } = JSON.parse(text)
    return { params, text }
  })
  const times: number[] = []
  for (let round = 0; round < order.warmup + order.rounds; round++) times.push(timeRound(validate, samples))
  process.stdout.write(JSON.stringify({ nanoseconds: median(times.slice(order.warmup)) }))
}

function timeRound(validate: Validate, samples: readonly Sample[]): number {
  const start = process.hrtime.bigint()
  let passes = 0
  for (let spent = 0; spent < roundNanoseconds; spent = Number(process.hrtime.bigint() - start)) {
    for (const { params, text } of samples)
      if (!validate(params, text)) throw new Error('a good message was refused')
    passes++
  }
  return Number(process.hrtime.bigint() - start) / (passes * samples.length)
}
