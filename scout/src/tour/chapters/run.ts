/** Running a command: the small program, in the client's terminal where it lends one. */

import type { Chapter } from '../chapter.js'
import { runNode } from '../command.js'
import { PROGRAM } from '../project.js'

export const run: Chapter = {
  name: 'run',
  title: 'Run a command in a terminal',
  priority: 'high',
  needsProject: true,
  async visit(journey) {
    const scratch = await journey.project()
    if (scratch === undefined) return
    const { turn } = journey
    if (turn.terminal === undefined)
      await journey.say('Your client lends me no terminal, so I start the program myself, if you let me.')
    const rawInput = { command: 'node', args: [PROGRAM], cwd: scratch.path }
    const start = { title: `node ${PROGRAM}`, kind: 'execute', rawInput } as const
    let said = ''
    const isDone = await journey.work(start, async call => {
      if (!(await journey.mayI(call, `The small program is to be run: node ${PROGRAM}`))) return
      const { output, exitCode } = await runNode({ args: [PROGRAM], cwd: scratch.path }, turn, call)
      said = `${turn.terminal === undefined ? 'A process of mine' : 'Your terminal'} said: ${output.trim()}`
      if (exitCode === 0) await call.complete(undefined, { rawOutput: { output, exitCode } })
      else await call.fail(undefined, { rawOutput: { output, exitCode } })
    })
    await journey.say(isDone ? said : 'The program was not run, or did not end well.')
    journey.note(isDone ? `Ran ${PROGRAM}.` : `Did not run ${PROGRAM}.`)
  },
}
