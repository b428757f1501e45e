/** WebSockets: how a server lets somebody in, what its frames are, and what it does with frames that are not for it. */

import type { Judge } from '../../judge.js'
import { CannotGoOn } from '../../judge.js'
import type { RawWebSocket } from '../../wire/raw-web-socket.js'
import { askForSocket } from '../../wire/upgrade.js'
import { opcodes } from '../../wire/web-socket-frames.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'

const PROTOCOL_ERROR = 1002
const NO_MESSAGE = Buffer.from([0xff, 0x00, 0x01])
const EARLY = '{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/","mcpServers":[]}}'
const GREETING = JSON.stringify({
  jsonrpc: '2.0',
  id: 'greeting',
  method: 'initialize',
  params: {
    protocolVersion: 1,
    clientCapabilities: {},
    clientInfo: { name: 'parley-conformance', version: '0.1.0' },
  },
})
const EXTENSION = '{"jsonrpc":"2.0","id":"extension","method":"_parley.test/nobody_has_this","params":{}}'

export const overWebSocket: readonly AgentScenario[] = [
  {
    name: 'websocket.conversation',
    title: 'talks over a WebSocket, and looks at the handshake and every frame',
    versions: [1],
    transports: ['websocket'],
    deeds: ['say'],
    verifies: ['agent.websocket.connection-id', 'agent.websocket.text'],
    async play(stage, judge) {
      const agent = await stage.open()
      const upgrade = agent.peer.carried.find(each => each.is === 'answer')
      const id = upgrade?.headers['acp-connection-id']
      const isNamed = typeof id === 'string' && id !== ''
      judge.check(
        'agent.websocket.connection-id',
        isNamed,
        'the answer to the upgrade has no Acp-Connection-Id',
      )
      const { sessionId } = await agent.newSession()
      await agent.turn(sessionId, stage.words('say', { text: 'hello' }))
      const frames = agent.peer.carried.filter(each => each.is === 'frame')
      const odd = frames.filter(each => each.opcode !== opcodes.text).length
      judge.check('agent.websocket.text', odd === 0, `${odd} of ${frames.length} frames are not text`)
      const several = frames.filter(each => !isOneMessage(each.payload)).length
      judge.check('agent.websocket.text', several === 0, `${several} frames are not one message`)
    },
  },
  {
    name: 'websocket.binary',
    title: 'sends a binary frame',
    versions: [1],
    transports: ['websocket'],
    verifies: ['agent.websocket.binary'],
    async play(stage, judge) {
      const socket = await socketOf(stage)
      const heard = listenTo(socket)
      socket.sendText(GREETING)
      if (!(await heard('"greeting"', stage.pace.deadline)))
        throw new CannotGoOn('initialize was not answered')
      socket.send(opcodes.binary, NO_MESSAGE)
      socket.sendText(EXTENSION)
      const isUsable = await heard('"extension"', stage.pace.deadline)
      judge.check('agent.websocket.binary', isUsable, 'nothing was answered after a binary frame')
    },
  },
  {
    name: 'websocket.first-frame',
    title: 'begins with something else than the handshake',
    versions: [1],
    transports: ['websocket'],
    verifies: ['agent.websocket.first-frame', 'agent.websocket.close-code'],
    play: beginWrongly,
  },
]

async function beginWrongly(stage: AgentStage, judge: Judge): Promise<void> {
  const socket = await socketOf(stage)
  socket.sendText(EARLY)
  const late = new Promise<undefined>(resolve => {
    setTimeout(() => resolve(undefined), stage.pace.deadline).unref()
  })
  const code = await Promise.race([socket.closed, late])
  const isClosed = code !== undefined
  if (!judge.check('agent.websocket.first-frame', isClosed, 'the socket was not closed')) return
  judge.check('agent.websocket.close-code', code === PROTOCOL_ERROR, `expected 1002, found ${code}`)
}

async function socketOf(stage: AgentStage): Promise<RawWebSocket> {
  const { socket, status } = await askForSocket(stage.remote).catch((error: unknown) => {
    throw new CannotGoOn(
      `the server did not answer: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  if (socket === undefined) throw new CannotGoOn(`no socket: the server answered ${status}`)
  stage.onClose(() => socket.terminate())
  return socket
}

/** Whether a text comes that holds these words, within so many milliseconds. */
function listenTo(socket: RawWebSocket): (words: string, milliseconds: number) => Promise<boolean> {
  let all = ''
  let look = (): void => {}
  socket.onParcel = ({ payload }) => {
    all += payload.toString('utf8')
    look()
  }
  return (words, milliseconds) =>
    new Promise(resolve => {
      const timer = setTimeout(() => resolve(false), milliseconds)
      look = () => {
        if (!all.includes(words)) return
        clearTimeout(timer)
        resolve(true)
      }
      void socket.closed.then(() => setTimeout(() => resolve(all.includes(words)), 0))
      look()
    })
}

function isOneMessage(payload: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(payload).toString('utf8'))
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
