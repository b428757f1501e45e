import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Model, Step } from '../../model/model.js'
import type { Facts } from '../../model/talk.js'
import { expectFits, expectSturdy, key, modelOf, seen, talkOf } from '../page.fixture.js'
import { drawOptions } from './draw.js'
import { openOptions, updateOptions } from './update.js'

const FACTS: Facts = {
  title: 'Port the parser',
  modes: [
    { id: 'ask', name: 'Ask', description: 'Looks, and changes nothing' },
    { id: 'code', name: 'Code', description: 'Writes files' },
  ],
  mode: 'ask',
  options: [
    {
      id: 'web',
      name: 'Search the web',
      type: 'boolean',
      value: false,
      choices: [],
      description: 'May go online',
    },
    {
      ...{ id: 'model', name: 'Model', category: 'model', type: 'select', value: 'big' },
      choices: [
        { value: 'big', name: 'Big', group: 'Ours', description: 'Slow and good' },
        { value: 'small', name: 'Small', group: 'Ours' },
        { value: 'other', name: 'Other', group: 'Theirs' },
      ],
    },
    {
      id: 'effort',
      name: 'Effort',
      category: 'thought_level',
      type: 'select',
      value: 'low',
      choices: [{ value: 'low', name: 'Low' }],
    },
    { id: 'odd', name: 'Odd one', type: 'slider', value: undefined, choices: [] },
  ],
  commands: [],
}

const offered = (facts: Facts = FACTS): Model => modelOf({ talks: [talkOf('talk-1', { facts })] })

function play(model: Model, ...words: readonly string[]): Step {
  let step: Step = openOptions(model)
  const effects = [...step[1]]
  for (const word of words) {
    const { page } = step[0]
    if (page?.is !== 'options') throw new Error('the page is closed')
    step = updateOptions(step[0], page, key(word))
    effects.push(...step[1])
  }
  return [step[0], effects]
}

const look = (model: Model) => (model.page?.is === 'options' ? drawOptions(model.page, model) : undefined)

test('settings stand in groups, the mode first, each with what it is set to', () => {
  const [model] = play(offered())
  expect(seen(look(model)!)).toMatchInlineSnapshot(`
    "▌ Settings of Port the parser
    / type to filter

    mode
    › Mode                                                                     Ask ▸

    model
      Model                                                                    Big ▸

    thinking
      Effort                                                                   Low ▸

    other settings
      Search the web                                                             off
      Odd one                                                               (slider)
    ⋮
      How the agent works

    Enter change · type to filter · ↑↓ choose · Esc back"
  `)
  expectFits(look(model)!, model)
})

test('Enter on a select shows its values, the current one marked and chosen', () => {
  const [model] = play({ ...offered(), size: { columns: 100, rows: 16 } }, 'down', 'enter')
  expect(seen(look(model)!)).toMatchInlineSnapshot(`
    "▌ Model
    / type to filter

    Ours
    › ✓ Big                                                                                          now
        Small

    Theirs
        Other
    ⋮
      Slow and good

    Enter take · type to filter · ↑↓ choose · Esc back to the settings"
  `)
})

test('a value is taken by Enter, and what is current already is not set again', () => {
  const [model, effects] = play(offered(), 'down', 'enter', 'down', 'enter')
  expect(effects).toEqual([{ do: 'set-option', talk: 'talk-1', option: 'model', value: 'small' }])
  expect(model.page).toMatchObject({ is: 'options', open: undefined })
  expect(play(offered(), 'down', 'enter', 'enter')[1]).toEqual([])
})

test('the mode of an agent without an option for it is set by its own word', () => {
  expect(play(offered(), 'enter', 'down', 'enter')[1]).toEqual([
    { do: 'set-mode', talk: 'talk-1', mode: 'code' },
  ])
})

test('an agent that has its mode among its options is asked there, and once', () => {
  const choices = [
    { value: 'a', name: 'A' },
    { value: 'b', name: 'B' },
  ]
  const mode = { id: 'm', name: 'Mode', category: 'mode', type: 'select', value: 'a', choices }
  const [model, effects] = play(offered({ ...FACTS, options: [mode] }), 'enter', 'down', 'enter')
  expect(effects).toEqual([{ do: 'set-option', talk: 'talk-1', option: 'm', value: 'b' }])
  expect(seen(look(model)!).match(/Mode/g)).toHaveLength(1)
})

test('a boolean is turned by Enter, and a kind that nobody knows is only shown', () => {
  expect(play(offered(), 'w', 'e', 'b', 'enter')[1]).toEqual([
    { do: 'set-option', talk: 'talk-1', option: 'web', value: true },
  ])
  const on = FACTS.options.map(option => (option.id === 'web' ? { ...option, value: true } : option))
  expect(play(offered({ ...FACTS, options: on }), 'w', 'e', 'b', 'enter')[1]).toMatchObject([
    { value: false },
  ])
  const [model, effects] = play(offered(), 'o', 'd', 'd', 'enter')
  expect(effects).toEqual([])
  expect(seen(look(model)!)).toContain('Odd one cannot be set from here')
})

test('typing filters settings and values', () => {
  const [model] = play(offered(), 'e', 'f', 'f')
  expect(seen(look(model)!)).not.toContain('Model')
  expect(play(offered(), 'down', 'enter', 't', 'h', 'e', 'i', 'enter')[1]).toMatchObject([{ value: 'other' }])
})

test('Esc goes from the values to the settings and from there back; Ctrl+C and Ctrl+O at once', () => {
  expect(play(offered(), 'enter', 'escape')[0].page).toMatchObject({ is: 'options', open: undefined })
  expect(play(offered(), 'enter', 'left')[0].page).toMatchObject({ is: 'options', open: undefined })
  expect(play(offered(), 'right')[0].page).toMatchObject({ open: { id: 'mode' } })
  expect(play(offered(), 'escape')[0].page).toBeUndefined()
  expect(play(offered(), 'enter', 'ctrl+c')[0].page).toBeUndefined()
  expect(play(offered(), 'ctrl+o')[0].page).toBeUndefined()
})

test('an agent without settings is told of, and a setting that goes away closes its values', () => {
  const [none] = play(offered({ ...FACTS, modes: [], options: [] }), 'enter')
  expect(seen(look(none)!)).toContain('This agent offers no settings.')
  const [open] = play(offered(), 'down', 'enter')
  const gone = { ...open, talks: [talkOf('talk-1', { facts: { ...FACTS, options: [] } })] }
  expect(seen(look(gone)!)).toContain('Settings of')
})

test('no key breaks it, at any size', () => {
  const nasty = '\u001b]0;x\u0007\n漢\u202e'.repeat(40)
  const options = [
    { id: nasty, name: nasty, description: nasty, type: nasty, category: nasty, value: nasty, choices: [] },
  ]
  const choices = [{ value: nasty, name: nasty, group: nasty, description: nasty }]
  const select = { id: 's', name: nasty, type: 'select', value: 'x', choices, category: 'model' }
  expectSturdy(
    {
      open: openOptions,
      update: (model, event) =>
        model.page?.is === 'options' ? updateOptions(model, model.page, event) : [model, []],
      draw: look,
    },
    fc.constantFrom(offered(), offered({ ...FACTS, modes: [], options: [...options, select] })),
  )
})
