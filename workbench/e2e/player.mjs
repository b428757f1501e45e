/**
 * An agent that plays what its prompt says, for tests in a browser: `change`, `run CODE`, `form`, `plan`, `words N`,
 * `slow N`, `think`, `warn`, `fail`, `hostile FILE`, or else it repeats what it was told. With `--unstable` its sessions can be
 * forked.
 */
import { readFileSync } from 'node:fs'
import { agent, diff } from '@parley/acp/agent'
import { diskJournal, serveStdio } from '@parley/acp/node'

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Two changes of one file that stand apart, and a new one: asked about as a whole, then written. */
async function change(turn) {
  const path = `${turn.cwd}/cart.ts`
  const from = await turn.files.read(path)
  const to = from
    .replace('let total = 0', 'let total = 0 // in cents')
    .replace('return total', 'return Math.round(total)')
  const made = `${turn.cwd}/made.ts`
  const call = turn.tool({ title: 'Round the total', kind: 'edit', locations: [{ path, line: 3 }] })
  call.progress(diff(path, { from, to }))
  const answer = await turn.ask(call)
  if (!answer?.kind.startsWith('allow')) return void call.fail('You said no, so nothing was written.')
  await turn.files.write(path, to)
  await turn.files.write(made, 'export const made = true\n')
  call.complete([diff(path, { from, to }), diff(made, { to: 'export const made = true\n' })])
  turn.say('The total is **rounded** now.')
}

async function run(turn, code) {
  const call = turn.tool({ title: `Run ${code}`, kind: 'execute' })
  const terminal = await turn.terminal.start({ command: process.execPath, args: ['-e', code] })
  call.progress({ type: 'terminal', terminalId: terminal.id })
  const { exitCode, signal } = await terminal.exited()
  call.complete()
  turn.say(`It ended with ${signal ?? exitCode}.`)
  await terminal.release()
}

async function form(turn) {
  const answer = await turn.elicit?.form?.({
    message: 'What shall the project be called?',
    schema: {
      properties: {
        name: { type: 'string', title: 'Name', minLength: 2, maxLength: 40 },
        size: { type: 'integer', title: 'Size', minimum: 1, maximum: 9, default: 3 },
        colour: { type: 'string', title: 'Colour', enum: ['red', 'green', 'blue'] },
        hasTests: { type: 'boolean', title: 'With tests', default: true },
      },
      required: ['name', 'colour'],
    },
  })
  turn.say(
    answer?.action === 'accept' ? `Made ${JSON.stringify(answer.content)}` : `It was ${answer?.action}.`,
  )
}

async function plan(turn) {
  const steps = ['Read the cart', 'Round the total', 'Run the tests']
  for (let done = 0; done <= steps.length; done++) {
    const status = index => (index < done ? 'completed' : index === done ? 'in_progress' : 'pending')
    turn.plan(steps.map((content, index) => ({ content, priority: 'high', status: status(index) })))
    await pause(30)
  }
  turn.say('All steps are done.')
}

async function slow(turn, count) {
  for (let each = 1; each <= count && !turn.isCancelled; each++) {
    await turn.say(`${each} `)
    await pause(40)
  }
  return turn.isCancelled ? 'cancelled' : 'end_turn'
}

/** Each payload in every place that an agent has. */
async function hostile(turn, file) {
  // What is no valid Unicode no agent of ours can send: its author is told so.
  const payloads = JSON.parse(readFileSync(file, 'utf8')).filter(each => each.isWellFormed())
  for (const payload of payloads) {
    await turn.say(payload)
    turn.nextMessage()
    await turn.think(payload)
    const call = turn.tool({ title: payload.slice(0, 2_000), kind: 'edit', rawInput: { payload } })
    call.complete([
      diff(`${turn.cwd}/${payload.slice(0, 200)}`, { from: 'a\n', to: `${payload}\n` }),
      payload,
    ])
  }
  turn.plan(payloads.map(content => ({ content, priority: 'low', status: 'pending' })))
  await turn.session.setTitle?.(payloads[0])
  turn.say('All of it was said.')
}

/** The same in a terminal, in names of files, in a question for leave, and in a form. */
async function spread(turn, file) {
  const code = `for (const each of JSON.parse(require('fs').readFileSync(${JSON.stringify(file)}, 'utf8'))) console.log(each)`
  await run(turn, code)
  const payloads = JSON.parse(readFileSync(file, 'utf8'))
  const [element, link, mark] = [
    payloads[2],
    payloads.find(each => each.startsWith('[click]')),
    'a\u202eb\u200bc',
  ]
  await turn.ask(
    turn.tool({ title: `${element} ${mark}`, kind: 'execute', rawInput: { command: `${link}\n${mark}` } }),
  )
  await turn.elicit?.form?.({
    message: `${element} ${link} ${mark}`,
    schema: {
      properties: {
        one: { type: 'string', title: `${element}${mark}`, description: link, default: element },
        two: { type: 'string', title: 'Two', enum: [element, link, mark] },
      },
    },
  })
  turn.say('All of it was asked.')
}

const PARTS = {
  change,
  form,
  plan,
  hostile,
  spread,
  run,
  slow: (turn, count) => slow(turn, Number(count)),
  words: async (turn, count) => {
    for (let each = 1; each <= Number(count); each++) await turn.say(`${each} `)
  },
  think: turn => turn.think('It may be *this*, or that.'),
  warn: async turn => {
    await turn.notice({ severity: 'warning', title: 'The disk is nearly full', description: '1 % is left.' })
    turn.say('That was all.')
  },
  fail: () => {
    throw new Error('this agent was told to fail')
  },
}

await serveStdio(
  agent({
    name: 'player',
    version: '1.0.0',
    unstable: process.argv.includes('--unstable'),
    sessions: diskJournal({ directory: process.env.PLAYER_STATE }),
    modes: [
      { id: 'careful', name: 'Careful', description: 'Asks before it writes' },
      { id: 'bold', name: 'Bold', description: 'Asks less' },
    ],
    settings: [
      {
        ...{ type: 'select', id: 'model', name: 'Model', category: 'model', initial: 'small' },
        choices: [
          { value: 'small', name: 'Small', description: 'Fast' },
          { value: 'large', name: 'Large', description: 'Thorough' },
        ],
      },
    ],
    commands: [
      {
        ...{ name: 'count', description: 'Counts the words behind it', hint: 'words to count' },
        run: (turn, input) => void turn.say(`${input.split(/\s+/).filter(Boolean).length} words`),
      },
    ],
    async prompt(turn) {
      turn.usage({ used: 1_200, size: 128_000, cost: { amount: 0.01, currency: 'EUR' } })
      const [word = '', ...rest] = turn.text.split(' ')
      const part = PARTS[word]
      if (part !== undefined) return await part(turn, rest.join(' '))
      turn.say(`${turn.session.mode}: ${turn.text}`)
    },
  }),
)
