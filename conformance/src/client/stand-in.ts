/**
 * The program that a client under test starts as its agent. It does nothing by itself: what the client writes goes to the
 * kit, and what the kit writes goes to the client, byte by byte. Its first two words are where the kit listens, and the
 * password; words and variables that a client adds are told to the kit. What is to stand on stderr comes on a second line.
 */

import { connect, type Socket } from 'node:net'

const [address = '', password = '', ...words] = process.argv.slice(2)

/** Variables of this beginning are told to the kit; no other is. */
const TOLD = 'PARLEY_TOLD_'

function call(greeting: object): Socket {
  const socket = connect(address)
  socket.write(`${JSON.stringify({ password, pid: process.pid, ...greeting })}\n`)
  // Whoever closes its end is told of by the end of the stream; a pipe that breaks says the same less politely.
  return socket.on('error', () => process.exit(1))
}

const variables = Object.entries(process.env).filter(([name]) => name.startsWith(TOLD))
const errors = call({ stream: 'stderr' })
errors.pipe(process.stderr, { end: false })

const kit = call({ stream: 'stdio', cwd: process.cwd(), words, variables: Object.fromEntries(variables) })
process.stdin.pipe(kit)
kit.pipe(process.stdout)
kit.on('close', () => process.exit(0))
process.stdout.on('error', () => kit.destroy())
process.stdin.on('error', () => kit.end())
// Whoever interrupts a client at a terminal interrupts its agent as well; how that ends is for the client to say.
process.on('SIGINT', () => {})
