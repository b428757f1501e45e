/** `node official-client.js <task> <agent> <cwd> <state> …`: a client on the official SDK, driven by an examination. */

import { spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import * as acp from '@agentclientprotocol/sdk'
import { capabilitiesFor, toApp } from './official-client/host.js'
import { Notebook } from './official-client/notebook.js'
import { tasks } from './official-client/tasks.js'
import { readErrand } from './our-client/errand.js'

const errand = readErrand(process.argv.slice(2))
const [command = '', ...args] = errand.agent
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
const exited = new Promise(resolve => child.once('exit', resolve))
const notebook = new Notebook()
let endWaiting: () => void = () => {}
const cancelled = new Promise<void>(resolve => {
  endWaiting = resolve
})
let isCancelled = false
const { app, terminals } = toApp({ errand, notebook, cancelled, onStir: cancel })
const input = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>
const connection = app.connect(acp.ndJsonStream(Writable.toWeb(child.stdin), input))

function cancel(sessionId: string): void {
  if (errand.task !== 'cancel' || isCancelled) return
  isCancelled = true
  void connection.agent.notify(acp.methods.agent.session.cancel, { sessionId }).then(endWaiting)
}

try {
  const { agent } = connection
  const welcome = await agent.request(acp.methods.agent.initialize, {
    protocolVersion: acp.PROTOCOL_VERSION,
    clientInfo: { name: 'official-client', version: '2.4.0' },
    clientCapabilities: capabilitiesFor(errand),
  })
  if (welcome.protocolVersion !== acp.PROTOCOL_VERSION) throw new Error('the agent speaks another version')
  await tasks[errand.task]?.({ agent, welcome, errand, notebook })
} catch (error) {
  notebook.error = error instanceof Error ? error.message : String(error)
}
terminals.end()
connection.close()
child.stdin.end()
await Promise.race([exited, new Promise(resolve => setTimeout(resolve, 300))])
child.kill()
await notebook.save(errand.state)
process.exit(0)
