/** Some clients of one kind, each behind a network that breaks again and again. */
import { type Counting, type Said, serveCounting, type Transport } from './counting-agent.js'
import { Cutter } from './cutter.js'
import { type Account, connected, Listener } from './listener.js'

export interface Play {
  readonly transport: Transport
  readonly clients: number
  readonly sessionsEach: number
  /** How often each network breaks. */
  readonly cutsEach: number
  readonly random: () => number
  /** Which side is broken on purpose. */
  readonly twin?: 'server' | 'client'
}

export interface Score extends Account {
  cuts: number
  /** Milliseconds from each cut until all was heard that had been said by then, and more. */
  readonly resumes: number[]
  /** Something waited for so long that it will never come. */
  stuck: number
}

const PATIENCE_MILLISECONDS = 20_000
const TWIN_PATIENCE_MILLISECONDS = 2_000
const MOST_SKIPPED = 60

export async function play(order: Play): Promise<Score> {
  const said: Said = new Map()
  const score: Score = { heard: 0, lost: 0, twice: 0, cuts: 0, resumes: [], stuck: 0 }
  const server = await serveCounting(order.transport, said, { isDeaf: order.twin === 'server' })
  const clients = Array.from({ length: order.clients }, () => playClient(order, server, { said, score }))
  await Promise.all(clients)
  await server.close()
  return score
}

async function playClient(
  order: Play,
  { port }: Counting,
  { said, score }: { readonly said: Said; readonly score: Score },
): Promise<void> {
  const cutter = new Cutter(port)
  const near = await cutter.listen()
  const client = await connected(order.transport, near, { isForgetful: order.twin === 'client' })
  const listener = new Listener(client, said, score)
  for (let session = 0; session < order.sessionsEach; session++) await listener.open()
  const patience = order.twin === undefined ? PATIENCE_MILLISECONDS : TWIN_PATIENCE_MILLISECONDS
  for (let index = 0; index < order.cutsEach && isGoingOn(score, order); index++) {
    const { session } = await cutter.cut(Math.floor(order.random() * MOST_SKIPPED), order.random())
    score.cuts++
    const begun = performance.now()
    if (await listener.resumed(session, begun + patience)) score.resumes.push(performance.now() - begun)
    else score.stuck++
  }
  if (!(await listener.finish(patience))) score.stuck++
  cutter.close()
}

/** A twin is played until it is caught. */
function isGoingOn({ lost, twice, stuck }: Score, { twin }: Play): boolean {
  return stuck === 0 && (twin === undefined || lost + twice === 0)
}
