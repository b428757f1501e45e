/** `node mcp-server.js LOG ARGUMENTS…`: an MCP server on stdio that writes down how it was started and what it is told. */

import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { answerAsServer } from '../mcp/answer.js'

const [log = '', ...rest] = process.argv.slice(2)
const write = (entry: object): void => appendFileSync(log, `${JSON.stringify(entry)}\n`)

write({ arguments: rest, variable: process.env.PARLEY_CONFORMANCE ?? '' })
createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line)
  write({ method: message.method })
  const answer = answerAsServer(message)
  if (answer !== undefined) process.stdout.write(`${JSON.stringify(answer)}\n`)
})
