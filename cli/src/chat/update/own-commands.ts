/** The commands of this program, carried out. */

import type { OwnCommand } from '../composer/own-commands.js'
import { type Model, type Step, withTalk } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import { openAgents } from '../pages/agents/update.js'
import { openHelp } from '../pages/help/update.js'
import { openOptions } from '../pages/options/update.js'
import { openOverview } from '../pages/overview/update.js'
import { openQueue } from '../pages/queue/update.js'
import { openReview } from '../pages/review/update.js'
import { openSessions } from '../pages/sessions/update.js'
import { startTalk } from '../pages/talk-entrance.js'
import { nextMode } from './modes.js'
import { remark } from './remark.js'
import { toggleThoughts } from './thoughts.js'

type Carry = (model: Model, talk: Talk, argument: string) => Step

const COMMANDS: Readonly<Record<string, Carry>> = {
  help: model => openHelp(model),
  new: (model, talk, agent) =>
    startTalk(model, { agent: agent === '' ? talk.agent.id : agent, cwd: talk.cwd }),
  sessions: model => openSessions(model),
  overview: model => openOverview(model),
  agents: model => openAgents(model),
  options: model => openOptions(model),
  model: model => openOptions(model),
  mode: setMode,
  queue: model => openQueue(model),
  review: model => openReview(model),
  undo: (model, { key }) => [model, [{ do: 'undo', talk: key }]],
  fork,
  restart,
  thoughts: toggleThoughts,
  detach: model => [model, [{ do: 'detach' }]],
  close,
  quit: model => [model, [{ do: 'quit', exitCode: 0 }]],
}

export function runCommand(model: Model, talk: Talk, { name, argument }: OwnCommand): Step {
  const carry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return carry?.(model, talk, argument) ?? [remark(model, `There is no /${name}`, 'warning'), []]
}

function setMode(model: Model, talk: Talk, wanted: string): Step {
  if (wanted === '') return nextMode(model, talk)
  const { modes } = talk.facts
  const found = modes.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase())
  if (found !== undefined) return [model, [{ do: 'set-mode', talk: talk.key, mode: found.id }]]
  const names = modes.map(({ id }) => id).join(', ')
  const offered = names === '' ? 'it has none' : `it has ${names}`
  return [remark(model, `This agent has no mode “${wanted}”: ${offered}`, 'warning'), []]
}

function fork(model: Model, talk: Talk): Step {
  if (talk.record === undefined) return [remark(model, 'There is nothing to fork yet', 'warning'), []]
  if (!talk.abilities.fork) return [remark(model, 'This agent cannot fork conversations', 'warning'), []]
  return startTalk(model, { agent: talk.agent.id, cwd: talk.cwd, fork: talk.record })
}

/** Starts the agent anew; the conversation goes on where it was. */
function restart(model: Model, { key, agent, cwd, record }: Talk): Step {
  const next = withTalk(model, key, talk => ({
    ...talk,
    stage: { is: 'starting' },
    thread: { ...talk.thread, state: undefined },
  }))
  return [
    next,
    [
      { do: 'close', talk: key },
      { do: 'start', talk: key, agent: agent.id, cwd, ...(record === undefined ? {} : { resume: record }) },
    ],
  ]
}

/** The last conversation is not closed: there would be nothing to show. */
function close(model: Model, { key }: Talk): Step {
  const talks = model.talks.filter(talk => talk.key !== key)
  const [first] = talks
  if (first === undefined) return [remark(model, 'This is the only conversation: /quit leaves'), []]
  return [{ ...model, talks, active: first.key }, [{ do: 'close', talk: key }]]
}
