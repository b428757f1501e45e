// The protocol by hand over the browser's own WebSocket: no line of the library.
import { prove } from '/pages/proof.mjs'

/** One prompt that asks for a permission, and its end. */
export async function talkByHand(url, cwd) {
  const _meta = await prove()
  const socket = new WebSocket(url)
  const say = message => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
  const told = []
  let [text, permissions] = ['', 0]
  return new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error('the socket broke'))
    socket.onclose = ({ code }) => reject(new Error(`the socket was closed with ${code}`))
    socket.onopen = () =>
      say({ id: 1, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {}, _meta } })
    socket.onmessage = ({ data }) => {
      const { id, method, params, result, error } = JSON.parse(data)
      told.push(method ?? id)
      if (error !== undefined) reject(new Error(error.message))
      else if (method === 'session/update') text += params.update.content?.text ?? ''
      else if (method === 'session/request_permission') {
        permissions++
        const { optionId } = params.options.find(({ kind }) => kind === 'allow_once')
        say({ id, result: { outcome: { outcome: 'selected', optionId } } })
      } else if (id === 1) say({ id: 2, method: 'session/new', params: { cwd, mcpServers: [] } })
      else if (id === 2) {
        const prompt = [{ type: 'text', text: 'ask' }]
        say({ id: 3, method: 'session/prompt', params: { sessionId: result.sessionId, prompt } })
      } else if (id === 3) {
        socket.onclose = null
        socket.close()
        resolve({ text, permissions, stopReason: result.stopReason, hasNumbers: data.includes('_event') })
      }
    }
  })
}
