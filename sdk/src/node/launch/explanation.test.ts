import { expect, test } from 'vitest'
import { connect } from '../../client/index.js'
import { ConnectionError } from '../../jsonrpc/index.js'
import { launchAgent } from '../launch.js'
import type { AgentProcess } from '../spawn-agent.js'
import { homeForEach, marked } from './home.fixture.js'

const person = homeForEach()

const DEADLINE = 300
// Closing waits twice for the agent's patience; the rest is for a slow machine.
const SOON = DEADLINE + 200 + 4_000

/** The message with which connecting to a script fails that has said something on stderr by then. */
const complaint = async (code: string, deadline = DEADLINE): Promise<string> => {
  const agent = await launchAgent(process.execPath, ['-e', code], person.home.options)
  return complaintOf(agent, deadline, () => agent.stderr !== '')
}

const complaintOf = async (
  agent: AgentProcess,
  deadline: number,
  isReady: () => boolean,
): Promise<string> => {
  expect(marked(person.home.env.PARLEY_TEST_MARK ?? '')).not.toEqual([])
  while (!isReady()) await new Promise(resolve => setTimeout(resolve, 10))
  const started = performance.now()
  const error = await connect(agent, {}, { deadline }).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(performance.now() - started).toBeLessThan(SOON + deadline)
  expect(error).toBeInstanceOf(ConnectionError)
  return (error as ConnectionError).message
}

test('an agent that never answers is given up at the deadline, with what it said on stderr and what to do', async () => {
  const message = await complaint('console.error("waiting for the moon"); setInterval(() => {}, 1000)')
  expect(message).toContain(
    `initialize was not answered within ${DEADLINE} milliseconds; the agent ${process.execPath} was running`,
  )
  expect(message).toContain('its stderr ends:\nwaiting for the moon')
  expect(message).toContain('Likely cause: it is no agent, was not told to be one, or waits for something.')
  expect(message).toMatch(/What to do: start `.*` with the same arguments in a terminal/)
})

test('an agent that says nothing at all is said to say nothing', async () => {
  const code = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'
  const agent = await launchAgent(process.execPath, ['-e', code], person.home.options)
  const message = await complaintOf(agent, DEADLINE, () => true)
  expect(message).toContain('was running and had said nothing on stderr.')
})

test('a program that prints its usage where messages belong is asked whether it was meant as it says itself', async () => {
  const usage = 'Usage: tool [options] [command]\\n  acp   run as an agent\\n  chat  talk'
  const message = await complaint(
    `console.log("${usage}"); console.error("ready"); setInterval(() => {}, 1000)`,
  )
  expect(message).toContain('on stdout came, where only messages belong:\nUsage: tool [options] [command]')
  expect(message).toContain('Likely cause: it did not understand its arguments, or needs some to be an agent')
  expect(message).toContain('What to do: did you mean `node acp`?')
})

test('an agent that dies at once is reported with its exit, its last words, the cause and the cure', async () => {
  const message = await complaint('require("./missing-part.js")', 10_000)
  expect(message).toMatch(/^the agent exited with code 1; its stderr ends:\n/)
  expect(message).toContain('MODULE_NOT_FOUND')
  expect(message).toContain('Likely cause: a module that it needs is missing (./missing-part.js).')
  expect(message).toContain('What to do: install the agent again')
})

test('an agent that dies at once for a reason nobody knows is reported with what to try', async () => {
  const message = await complaint('console.error("the stars are wrong"); process.exit(3)', 10_000)
  expect(message).toMatch(/^the agent exited with code 3; its stderr ends:\nthe stars are wrong\n/)
  expect(message).toContain('with the same arguments in a terminal and mend what it says.')
})

test('a program that is done at once is recognised as no agent', async () => {
  const agent = await launchAgent(process.execPath, ['-e', ''], person.home.options)
  const message = await complaintOf(agent, 10_000, () => true)
  expect(message).toMatch(/^the agent exited with code 0 and said nothing on stderr\n/)
  expect(message).toContain('What to do: did you mean `node acp` or `node --acp`?')
})

test('an agent that floods stderr for ever holds nothing up, and its last lines are shown', async () => {
  const flood = `let line = 0
    const more = () => { while (process.stderr.write('line ' + line++ + ' of the flood\\n')); process.stderr.once('drain', more) }
    more()`
  const message = await complaint(flood)
  expect(message.length).toBeLessThan(6_000)
  expect(message).toMatch(/its stderr ends:\n(?:.*\n)*line \d+ of the flood\n/)
  expect(message).toContain('What to do: ')
})

test('an agent that floods stderr and then dies is reported with the end of the flood', async () => {
  const message = await complaint(
    `const { writeSync } = require('node:fs')
    for (let line = 0; line < 20000; line++) writeSync(2, 'line ' + line + ' of the flood\\n')
    writeSync(2, 'Error: getaddrinfo ENOTFOUND registry.npmjs.org\\n'); process.exit(1)`,
    15_000,
  )
  expect(message.length).toBeLessThan(8_000)
  expect(message).toContain('line 19999 of the flood\nError: getaddrinfo ENOTFOUND')
  expect(message).toContain(
    'Likely cause: it wanted something from the network and did not get it (ENOTFOUND).',
  )
  expect(message).toContain('install it once and start it by its own name')
})

test('an agent that floods stderr and prints noise first, and then answers, is an agent', async () => {
  person.home.node('bare/node')
  const file = person.home.agent('bare/some-agent')
  const code = `console.log('Welcome!\\nContent of the day: {'); process.stderr.write('x'.repeat(5e6), () => require(${JSON.stringify(file)}))`
  const client = await connect(
    await launchAgent('node', ['-e', code], person.home.options),
    {},
    { deadline: 15_000 },
  )
  expect(client.info?.name).toBe(person.home.path('bare/node'))
  await client.close()
})

test('what an agent leaves behind when it dies goes with it', async () => {
  const message = await complaint(
    `require('node:child_process').spawn('/bin/sleep', ['60'], { stdio: 'ignore' }); console.error('API key missing'); process.exitCode = 1; process.stdin.destroy(); process.reallyExit(1)`,
    10_000,
  )
  expect(message).toContain('Likely cause: it wants to be signed in (API key).')
  expect(message).toContain('variables that are not named there do not reach it')
})

test('control characters of an agent do not reach the message', async () => {
  const message = await complaint(
    'console.log("\\u001b[31mred\\u202e"); console.error("\\u001b]0;title\\u0007"); setInterval(() => {}, 1000)',
  )
  for (const character of ['\u001b', '\u0007', '\u202e']) expect(message).not.toContain(character)
})

test('an agent that dies when it is started anew in an earlier version is explained once, by its own end', async () => {
  const start = person.home.path('started')
  const code = `const fs = require('node:fs')
    if (fs.existsSync('${start}')) { console.error('once is enough'); process.exit(3) }
    fs.writeFileSync('${start}', '')
    process.stdin.once('data', line => {
      const result = { protocolVersion: 1, agentCapabilities: {}, authMethods: [] }
      console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, result }))
    })`
  const agent = await launchAgent(process.execPath, ['-e', code], person.home.options)
  const { message } = await connect(agent, {}, { version: 2, deadline: 15_000 }).then(
    () => new Error('connected'),
    (reason: Error) => reason,
  )
  expect(message).toMatch(/^the agent exited with code 3; its stderr ends:\nonce is enough\nLikely cause/)
  expect(message.split('What to do')).toHaveLength(2)
})
