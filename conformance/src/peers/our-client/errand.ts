/** What a driver was told on its command line: the task, and with what. */

import { clientTasks, type Task } from '../../client/fixture.js'

export interface Errand {
  readonly task: Task
  /** The command of the agent, word by word. */
  readonly agent: readonly string[]
  readonly cwd: string
  /** Where the view is written. */
  readonly state: string
  readonly version: 1 | 2
  readonly session: string
  readonly beside: string
  readonly prompt: string
}

/** The words behind the program, in the order in which `readErrand` wants them. */
export const ERRAND_WORDS: readonly string[] = [
  '{agent:json}',
  '{cwd}',
  '{state}',
  '{version}',
  '{session}',
  '{beside}',
  '{prompt}',
]

export function readErrand(words: readonly string[]): Errand {
  const [name, agent = '[]', cwd = '', state = '', version, session = '', beside = '', prompt = ''] = words
  const task = clientTasks.find(each => each === name)
  if (task === undefined) throw new Error(`there is no task "${name}"`)
  const parsed: unknown = JSON.parse(agent)
  return {
    task,
    agent: Array.isArray(parsed) ? parsed.map(String) : [],
    cwd,
    state,
    version: version === '2' ? 2 : 1,
    session,
    beside,
    prompt,
  }
}

/** One command for each task, where the driver takes its words as above. */
export function commandsFor(
  program: readonly string[],
  tasks: readonly Task[],
): Readonly<Partial<Record<Task, readonly string[]>>> {
  return Object.fromEntries(tasks.map(task => [task, [...program, task, ...ERRAND_WORDS]]))
}
