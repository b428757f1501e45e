/**
 * The rehearsal as a program: serves a model that plays the part its prompt holds, for whoever wants to see an agent
 * with a model and has none. Ends when it is told to.
 */

import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { serveModel } from './server.js'

const USAGE = `Usage: node scout/dist/rehearsal/main.js [--port N]

A model server with scripted replies, on this machine only. It speaks as OpenAI, Anthropic and Google do.
What it does stands in the prompt: "[[read notes.txt]] [[say it is done]]".
`

const port = readPort()
if (port !== undefined) await serve(port)

/** Nothing where there is no port to serve on, and somebody was told so. */
function readPort(): number | undefined {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help) return void process.stdout.write(USAGE)
    const wanted = values.port ?? '0'
    if (/^\d{1,5}$/.test(wanted) && Number(wanted) < 65_536) return Number(wanted)
    throw new Error(`--port takes a number from 0 to 65535, found "${wanted}"`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : 'unknown arguments'}\n\n${USAGE}`)
    process.exitCode = 2
    return undefined
  }
}

async function serve(on: number): Promise<void> {
  const model = await serveModel({ port: on }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : 'no reason was given'
    process.stderr.write(`Cannot serve on port ${on}: ${why}. Try another one with --port.\n`)
    process.exitCode = 1
    return undefined
  })
  if (model === undefined) return
  process.stdout.write(
    [
      `The rehearsal listens at ${model.address}. Paste this where you start the agent:`,
      '',
      `export SCOUT_BASE_URL=${model.address}/v1`,
      'export SCOUT_MODEL=fake-model',
      '',
      'Then, for example: parley run "[[read README.md]] [[say I have read it]]"',
      'Ctrl-C ends it.',
      '',
    ].join('\n'),
  )
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await model.close()
}
