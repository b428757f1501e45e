import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatEvent, ListedAgent } from '../../event.js'
import type { Model, Step } from '../../model/model.js'
import { adviceFor } from '../../work/agent-advice.js'
import { expectFits, expectSturdy, key, modelOf, seen, talkOf } from '../page.fixture.js'
import { drawAgents } from './draw.js'
import { openAgents, updateAgents } from './update.js'

const AGENTS: readonly ListedAgent[] = [
  { id: 'scout', name: 'Scout', state: 'ready', description: 'The built-in agent' },
  { id: 'claude', name: 'Claude Code', state: 'not installed' },
  { id: 'mine', name: 'My own', state: 'missing' },
  { id: 'goose', name: 'Goose', state: 'not installed' },
  { id: 'codex', name: 'Codex', state: 'ready' },
]

const found = (agents: readonly ListedAgent[], models: readonly string[] = []): ChatEvent => ({
  ...{ type: 'agents', agents, models, advice: adviceFor({ command: 'parley', agents, models }) },
})

const vacant = (fields: Partial<Model> = {}): Model =>
  modelOf({ talks: [talkOf('talk-1', { agent: { id: 'nobody' } })], ...fields })

function play(opened: Step, ...events: readonly (string | ChatEvent)[]): Step {
  let step = opened
  const effects = [...step[1]]
  for (const event of events) {
    const { page } = step[0]
    if (page?.is !== 'agents') throw new Error('the page is closed')
    step = updateAgents(step[0], page, typeof event === 'string' ? key(event) : event)
    effects.push(...step[1])
  }
  return [step[0], effects.slice(1)]
}

const look = (model: Model) => (model.page?.is === 'agents' ? drawAgents(model.page, model) : undefined)

test('the first page says in plain words what to do', () => {
  const opened = openAgents(vacant(), { isFirst: true })
  expect(opened[1]).toEqual([{ do: 'list-agents' }])
  expect(seen(look(opened[0])!)).toContain('Looking for agents …')
  const [model] = play(opened, found(AGENTS.slice(0, 4)))
  expect(seen(look(model)!)).toMatchInlineSnapshot(`
    "▌ Welcome                                                       1 ready · 3 more
    This is parley: one place to talk to any coding agent, in this folder.
    Scout is built in and works offline, without a key: it reads, searches and
    changes files, and asks before it does. Give it a model and it understands more.
    Press Enter to begin.

    / type to filter
    ready
    › ✓ Scout  The built-in agent

    added, but its program is gone
      ✗ My own (mine)


    Models for Scout: none found
    · New here? Send /tour: scout shows everything, on a small project that it
      makes.
    · Scout works without a model. To give it one, start Ollama (or llama-server,
      vLLM, LM Studio) on this machine: it is found by itself.
    · Or set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, and start again.
    · For another agent choose one above, or run: parley agents install claude (or
      codex, gemini, opencode …)
    · An agent is missing its program: parley agents doctor says why.
    Enter begin · type to filter · ↑↓ choose · Esc back"
  `)
  expectFits(look(model)!, model)
})

test('the page of agents, with models', () => {
  const [model] = play(
    openAgents(modelOf({ size: { columns: 160, rows: 50 } })),
    found(AGENTS, ['Ollama: qwen3:8b']),
  )
  expect(seen(look(model)!)).toMatchInlineSnapshot(`
    "▌ Agents                                                                                                                                        2 ready · 3 more
    / type to filter
    ready
    › ✓ Scout  The built-in agent
      ✓ Codex

    added, but its program is gone
      ✗ My own (mine)

    not installed
      ○ Claude Code (claude)
      ○ Goose

    Models for Scout: Ollama: qwen3:8b
    · New here? Send /tour: scout shows everything, on a small project that it makes.
    · Scout thinks with one of them; Ctrl+O chooses which.
    · Enter begins with the chosen agent. --agent <name> chooses one when you start.
    · An agent is missing its program: parley agents doctor says why.
    ⋮
    Enter begin · type to filter · ↑↓ choose · Esc back"
  `)
})

test('on the smallest screen the list is still there', () => {
  const [model] = play(
    openAgents(vacant({ size: { columns: 40, rows: 10 } }), { isFirst: true }),
    found(AGENTS),
  )
  expect(seen(look(model)!)).toContain('› ✓ Scout')
  expectFits(look(model)!, model)
})

test('Enter begins with a ready agent, where nobody is there yet in the same conversation', () => {
  const [model, effects] = play(openAgents(vacant()), found(AGENTS), 'enter')
  expect(effects).toEqual([{ do: 'start', talk: 'talk-1', agent: 'scout', cwd: '/home/ada/work' }])
  expect(model.page).toBeUndefined()
  const waiting = { id: 7, text: 'later', files: [], talks: [] }
  const used = modelOf({ talks: [talkOf('talk-1', { queue: [waiting] })] })
  expect(play(openAgents(used), found(AGENTS), 'down', 'enter')[1]).toEqual([
    { do: 'start', talk: 'talk-10', agent: 'codex', cwd: '/home/ada/work' },
  ])
})

test('Enter on the agent that is there already begins nothing', () => {
  const [model, effects] = play(openAgents(modelOf()), found(AGENTS), 'enter')
  expect(effects).toEqual([])
  expect(model).toMatchObject({ active: 'talk-1', page: undefined })
  expect(model.talks).toHaveLength(1)
})

test('Enter before the list is there begins with the usual agent', () => {
  expect(play(openAgents(vacant()), 'enter')[1]).toMatchObject([{ do: 'start', agent: 'scout' }])
})

test('Enter on one that is not there shows how to get it, and starts nothing', () => {
  const explain = (query: string) => {
    const [model, effects] = play(openAgents(modelOf()), found(AGENTS), ...query, 'enter')
    expect(effects).toEqual([])
    return seen(look(model)!)
  }
  expect(explain('claude')).toContain('parley agents install claude')
  expect(explain('goose')).toContain('once the command goose is on the')
  expect(explain('my')).toContain('The program of My own is not where it was')
})

test('typing filters, arrows choose, Esc and Ctrl+C go back', () => {
  const [model] = play(openAgents(modelOf()), found(AGENTS), 'c', 'o', 'd', 'e', 'x')
  expect(seen(look(model)!)).not.toContain('Goose')
  expect(seen(look(play(openAgents(modelOf()), found(AGENTS), 'z', 'z')[0])!)).toContain(
    'No agent has that name.',
  )
  for (const word of ['escape', 'ctrl+c']) expect(play(openAgents(modelOf()), word)[0].page).toBeUndefined()
  expect(play(openAgents(modelOf()), found(AGENTS), 'end')[0].page).toMatchObject({ list: { id: 'goose' } })
})

test('no key breaks it, at any size', () => {
  const nasty = '\u001b[31m\u202e漢\n'.repeat(80)
  const hostile: ListedAgent = { id: nasty, name: nasty, description: nasty, state: 'missing' }
  const event: ChatEvent = { type: 'agents', agents: [hostile, ...AGENTS], models: [nasty], advice: [nasty] }
  expectSturdy(
    {
      open: model => play(openAgents(model, { isFirst: true }), event),
      update: (model, each) =>
        model.page?.is === 'agents' ? updateAgents(model, model.page, each) : [model, []],
      draw: look,
    },
    fc.constantFrom(vacant(), modelOf()),
  )
})
