/** The commands of this program, carried out. */

import { reduce } from '@parley/acp/thread'
import type { OwnCommand } from '../composer/own-commands.js'
import type { Effect } from '../effect.js'
import { withAside } from '../model/asides.js'
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
import { dropQuestions } from './talk-news.js'
import { giveBack } from './talks.js'
import { toggleThoughts } from './thoughts.js'

type Carry = (model: Model, talk: Talk, argument: string) => Step

const COMMANDS: Readonly<Record<string, Carry>> = {
  help: model => openHelp(model),
  new: (model, talk, agent) =>
    startTalk(model, { agent: agent === '' ? talk.agent.id : agent, cwd: talk.cwd }),
  sessions: (model, _talk, words) => openSessions(model, words),
  overview: model => openOverview(model),
  agents: model => openAgents(model),
  options: model => openOptions(model),
  model: setModel,
  mode: setMode,
  queue: model => openQueue(model),
  review: model => openReview(model),
  undo: (model, { key }) => [model, [{ do: 'undo', talk: key }]],
  fork,
  restart,
  thoughts: toggleThoughts,
  share,
  detach: model => [model, [{ do: 'detach' }]],
  close,
  quit: model => [model, [{ do: 'quit', exitCode: 0 }]],
}

export function runCommand(model: Model, talk: Talk, { name, argument }: OwnCommand): Step {
  const carry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return carry?.(model, talk, argument) ?? [remark(model, `There is no /${name}`, 'warning'), []]
}

const UNSHARED = `Only a conversation that a gateway keeps can be shared, and this agent runs here. Run instead:
  parley serve --agent NAME
  parley chat --url http://127.0.0.1:7430 --token-file ~/.local/state/parley/gateway/token
and /share there; or, for a screen of your own: parley attach http://127.0.0.1:7430`

/** A way for one more screen to this conversation. */
function share(model: Model, { key, far }: Talk, wanted: string): Step {
  if (far === undefined)
    return [withTalk(model, key, talk => withAside(talk, { kind: 'remark', text: UNSHARED })), []]
  const role = wanted === '' ? 'viewer' : wanted
  if (role !== 'viewer' && role !== 'editor')
    return [remark(model, '/share viewer lets others look, /share editor lets them write', 'warning'), []]
  return [model, [{ do: 'share', talk: key, role }]]
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
  if (talk.far !== undefined) return [remark(model, 'What a gateway keeps is forked there', 'warning'), []]
  if (talk.record === undefined || talk.thread.slots.length === 0)
    return [remark(model, 'There is nothing to fork yet: nothing was said here', 'warning'), []]
  if (!talk.abilities.fork) return [remark(model, 'This agent cannot fork conversations', 'warning'), []]
  return startTalk(model, { agent: talk.agent.id, cwd: talk.cwd, fork: talk.record })
}

/** Starts the agent anew; the conversation goes on where it was, and what was on its way goes back to be written. */
function restart(model: Model, { key, agent, cwd, record, far }: Talk): Step {
  const next = withTalk(model, key, talk => ({
    ...giveBack(dropQuestions(talk), talk.turn?.submission),
    thread: {
      ...(talk.turn === undefined ? talk.thread : reduce(talk.thread, { type: 'cancel' })),
      state: undefined,
    },
    stage: { is: 'starting', since: model.now },
    turn: undefined,
  }))
  // Whoever starts it ends the one that stands there first, and waits for that.
  const start: Effect = { do: 'start', talk: key, agent: agent.id, cwd }
  if (far !== undefined) return [next, [{ ...start, session: far.sessionId }]]
  return [next, [record === undefined ? start : { ...start, resume: record }]]
}

/** The last conversation is not closed, there would be nothing to show; nor one that works, or whose prompts would be lost. */
function close(model: Model, talk: Talk): Step {
  const talks = model.talks.filter(({ key }) => key !== talk.key)
  const [first] = talks
  if (first === undefined) return [remark(model, 'This is the only conversation: /quit leaves'), []]
  if (talk.turn !== undefined) return [remark(model, 'It is at work: Esc stops it', 'warning'), []]
  if (talk.shell !== undefined) return [remark(model, 'A command of yours runs: Esc stops it', 'warning'), []]
  if (talk.queue.length > 0) return [remark(model, 'Prompts are waiting: Alt+Q shows them', 'warning'), []]
  return [{ ...model, talks, active: first.key }, [{ do: 'close', talk: talk.key }]]
}

/** The model by its name, or by a part of it that only one has. */
function setModel(model: Model, talk: Talk, wanted: string): Step {
  if (wanted === '') return openOptions(model)
  const option = talk.facts.options.find(({ category }) => category === 'model')
  const choices = option?.choices ?? []
  const low = wanted.toLowerCase()
  const exact = choices.filter(({ value, name }) => [value, name].some(each => each.toLowerCase() === low))
  const near = choices.filter(({ value, name }) => `${value} ${name}`.toLowerCase().includes(low))
  const [found, ...more] = exact.length > 0 ? exact : near
  if (option !== undefined && found !== undefined && more.length === 0)
    return [model, [{ do: 'set-option', talk: talk.key, option: option.id, value: found.value }]]
  const why = found === undefined ? 'there is none of that name' : 'several are called so'
  return [remark(model, `The model “${wanted}” was not chosen: ${why}. /options shows all`, 'warning'), []]
}
