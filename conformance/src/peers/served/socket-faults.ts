/** What a server over WebSockets can do wrong. */

import { opcodes } from '../../wire/web-socket-frames.js'
import type { ServerFaults } from './server-fault.js'

const PROTOCOL_ERROR = 1002

export const socketFaults: ServerFaults = {
  'agent.websocket.connection-id': {
    sin: 'does not name the connection',
    upgradeHeaders: ({ 'Acp-Connection-Id': _, ...headers }) => headers,
  },
  'agent.websocket.text': {
    sin: 'sends messages as bytes',
    socket: { send: (socket, text) => socket.send(opcodes.binary, Buffer.from(text)) },
  },
  'agent.websocket.binary': {
    sin: 'leaves when bytes come',
    socket: {
      hear(parcel, socket) {
        if (parcel.opcode === opcodes.binary) socket.close(1003)
        return [parcel]
      },
    },
  },
  'agent.websocket.first-frame': {
    sin: 'waits for the handshake, whatever comes before',
    socket: {
      hear: parcel => (isEarly(parcel.payload) ? [] : [parcel]),
    },
  },
  'agent.websocket.close-code': {
    sin: 'calls every end a normal one',
    socket: { closeCode: code => (code === PROTOCOL_ERROR ? 1000 : code) },
  },
}

/** Only what the scenario begins with has this id and these words. */
function isEarly(payload: Buffer): boolean {
  return payload.toString('utf8').startsWith('{"jsonrpc":"2.0","id":1,"method":"session/new"')
}
