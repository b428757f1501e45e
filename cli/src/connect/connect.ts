/** `parley connect`: a remote agent on stdin and stdout. Comes back by itself when the network breaks; ends with its stdin. */

import { boundedLine } from '@parley/acp/guard'
import { openChannel, stdio } from '@parley/acp/node'
import type { RemoteChannel, RemoteState } from '@parley/acp/transport'
import { agentPath, asIn } from '../attach/gateway-address.js'
import { EXIT } from '../exit-code.js'
import { messageOf } from '../failure.js'
import type { GatewayFlags } from '../gateway-options.js'
import type { Shell } from '../shell.js'
import { Relay } from './relay.js'
import { readText, tokenHeaders, toLost, wrong } from './token.js'

/** Where to, and how. */
export interface ConnectWords {
  readonly url: string
  readonly flags: GatewayFlags
}

const TRANSPORTS: Readonly<Record<string, 'http' | 'websocket'>> = {
  'http:': 'http',
  'https:': 'http',
  'ws:': 'websocket',
  'wss:': 'websocket',
}
const SECRET_NAMES = ['token', 'access_token', 'api_key', 'key', 'secret', 'password']
const OWED_MILLISECONDS = 5_000
const MOST_CHARACTERS = 300

export async function connectWork(words: ConnectWords, shell: Shell): Promise<number> {
  const note = (text: string): void =>
    void shell.stderr.write(`parley: ${boundedLine(text, MOST_CHARACTERS)}\n`)
  const agent = await open(words, shell, note)
  const client = stdio()
  const relay = new Relay({
    client,
    agent,
    onMalformed: reason => note(`the server sent no message: ${reason}`),
  })
  const over = relay.toClient().then(
    () => 'over' as const,
    (error: unknown) => ({ error }),
  )
  const said = relay.toAgent().then(() => 'said' as const)
  const signalled = untilSignalled()
  const first = await Promise.race([over, said.catch(() => over), signalled])
  // Who asked and then closed its end still wants the answers, if there is somebody to give them.
  const isOwed = first === 'said' && agent.state.status !== 'waiting'
  const answered = relay.untilSettled().then(() => 'over' as const)
  const end = isOwed ? await Promise.race([answered, over, signalled, pause(OWED_MILLISECONDS)]) : first
  await agent.close()
  await client.close()
  if (typeof end === 'object') throw toLost(end.error)
  return end === 'signalled' ? EXIT.cancelled : EXIT.ok
}

/** Also who is told to end takes leave of the server: else that would wait for us to come back. */
function untilSignalled(): Promise<'signalled'> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve('signalled'))
  })
}

async function open(
  { url, flags }: ConnectWords,
  shell: Shell,
  note: (text: string) => void,
): Promise<RemoteChannel> {
  const address = toAddress(url)
  const transport = address && TRANSPORTS[address.protocol]
  if (address === undefined || transport === undefined)
    throw wrong(`the address of a server begins with wss:, https:, ws: or http:${asIn(url)}.`)
  const headers = tokenHeaders(flags, shell)
  const ca = flags.ca === undefined ? undefined : readText(flags.ca, shell)
  const onState = stateTeller(note)
  // Read once now: a file that is not there is found before anything is sent.
  headers()
  try {
    return await openChannel({ transport, url: address.href }, { headers, ca, onState })
  } catch (error) {
    if (error instanceof TypeError) throw wrong(messageOf(error), error)
    throw error
  }
}

function toAddress(url: string): URL | undefined {
  if (!URL.canParse(url)) return undefined
  const address = new URL(url)
  const hasSecret = SECRET_NAMES.some(name => address.searchParams.has(name))
  if (hasSecret || address.username !== '' || address.password !== '')
    throw wrong('a secret does not belong into the address: every program can read it there.')
  address.pathname = agentPath(address)
  return address
}

/** One line whenever the connection's state changes; that it began is told when it is there. */
function stateTeller(note: (text: string) => void): (state: RemoteState) => void {
  let told = ''
  return state => {
    const text = inWords(state)
    if (text === undefined || text === told) return
    told = text
    note(text)
  }
}

function inWords(state: RemoteState): string | undefined {
  if (state.status === 'open') return 'connected'
  if (state.status === 'waiting') return `lost the server (${state.reason}); trying again`
  return undefined
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(done => setTimeout(done, milliseconds))
}
