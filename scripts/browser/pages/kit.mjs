// The library as a browser has it, over the browser's own WebSocket, on a network that breaks in the middle of a turn.
import { connect } from '/lib/client.js'
import { emptyThread, lastMessage, reduce, textOf } from '/lib/thread.js'
import { remoteChannel, webSocketLinks } from '/lib/transport.js'
import { openProven } from '/pages/proof.mjs'

const CUTS = new Set([10, 25, 40])

export async function talkThroughTheKit(url, cwd) {
  const states = []
  const channel = remoteChannel(
    webSocketLinks(() => openProven(url)),
    { retry: { firstDelay: 20 }, onState: ({ status }) => states.push(status) },
  )
  let permissions = 0
  const client = await connect(channel, {
    permission: ({ options }) => {
      permissions++
      return options[0]
    },
  })
  const session = await client.newSession({ cwd })
  const turn = session.prompt('slowly 60')
  let thread = reduce(emptyThread(1), { type: 'prompt', content: turn.message })
  let heard = 0
  for await (const update of turn.updates) {
    thread = reduce(thread, update)
    if (update.sessionUpdate !== 'agent_message_chunk') continue
    if (CUTS.has(++heard)) await cut(states)
  }
  const { stopReason } = await turn.outcome
  const asked = await session.prompt('ask').outcome
  await client.close()
  const text = textOf(lastMessage(thread, 'agent'))
  const hasBroken = breaksIn(states) >= CUTS.size
  return { text, heard, stopReason, asked: asked.stopReason, permissions, hasBroken }
}

const breaksIn = states => states.filter(each => each === 'waiting').length

/** Goes on when the break was felt: two at once would be one. */
async function cut(states) {
  const before = breaksIn(states)
  await fetch('/cut', { method: 'POST' })
  while (breaksIn(states) === before) await new Promise(resolve => setTimeout(resolve, 5))
}
