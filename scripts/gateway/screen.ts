/** A client that shares a session with others: a channel of any kind, the conversation as it knows it, and its answers. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, connect } from '@parley/acp/client'
import { openWebSocket } from '@parley/acp/node'
import { remoteChannel, webSocketChannel } from '@parley/acp/transport'
import { Cutter } from '../reconnect/cutter.js'
import { Conversation } from './conversation.js'
import { lateScreen } from './late-screen.js'
import { linksTo, RETRY } from './links.js'
import type { Transport } from './order.js'
import { MAY_WAIT, type Place, type Screen } from './place.js'

/** `plain` is a client of the protocol alone, which comes back by loading; `late` listens on HTTP when it is half over. */
export const KINDS = ['websocket', 'http', 'plain', 'late'] as const
export type Kind = (typeof KINDS)[number]

const ANSWER_MILLISECONDS = 4
const MOST_SKIPPED = 6

export async function openScreen(kind: Kind, sessionId: string, place: Place): Promise<Screen> {
  if (kind === 'late') return await lateScreen(sessionId, place)
  if (kind === 'plain') return await plainScreen(sessionId, place)
  const cutter = new Cutter(place.way.port)
  const port = await cutter.listen()
  const screen = await join(await open(kind, place, port), sessionId, place)
  const leave = async (): Promise<void> => {
    await screen.leave()
    cutter.close()
  }
  const cut = (random: () => number): void => void cutter.cut(Math.floor(random() * MOST_SKIPPED), random())
  return { ...screen, leave, cut }
}

/** The kit's own client. */
export async function open(kind: Transport, place: Place, through?: number): Promise<Client> {
  const links = await linksTo(kind, place.way, through === undefined ? {} : { through })
  return await connect(remoteChannel(links, { retry: RETRY }), hostOf(place))
}

async function plainScreen(sessionId: string, place: Place): Promise<Screen> {
  const { port, token } = place.way
  const headers = { authorization: `Bearer ${token}` }
  const socket = await openWebSocket(`ws://127.0.0.1:${port}/acp`, { headers })
  return await join(await connect(webSocketChannel(socket), hostOf(place)), sessionId, place)
}

async function join(client: Client, sessionId: string, { folder: cwd }: Place): Promise<Screen> {
  const conversation = new Conversation(sessionId)
  const session = await client.loadSession({ sessionId, cwd, onUpdate: update => conversation.hear(update) })
  const prompt = async (text: string): Promise<void> => {
    conversation.say(text)
    conversation.over((await session.prompt(text, { _meta: MAY_WAIT }).outcome).stopReason)
  }
  return { conversation, prompt, cut: () => {}, leave: () => client.close() }
}

function hostOf({ random }: Place): Parameters<typeof connect>[1] {
  return {
    permission: async ({ options }) => {
      await delay(random() * ANSWER_MILLISECONDS)
      return options[Math.floor(random() * options.length)]
    },
  }
}
