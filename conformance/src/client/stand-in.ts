/**
 * The program that a client under test starts as its agent. It does nothing by itself: what the client writes goes to the
 * kit, and what the kit writes goes to the client, byte by byte. Its two words are where the kit listens, and the password.
 */

import { connect } from 'node:net'

const [address = '', password = ''] = process.argv.slice(2)
const kit = connect(address)
kit.write(`${JSON.stringify({ password, pid: process.pid, cwd: process.cwd() })}\n`)
process.stdin.pipe(kit)
kit.pipe(process.stdout)
// Whoever closes its end is told of by the end of the stream; a pipe that breaks says the same less politely.
kit.on('error', () => process.exit(1))
kit.on('close', () => process.exit(0))
process.stdout.on('error', () => kit.destroy())
process.stdin.on('error', () => kit.end())
