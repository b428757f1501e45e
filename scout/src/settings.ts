/** What a user can set about a session with scout. Their ids are read by the model's part too. */

import type { Choice, Setting } from '@parley/acp/agent'

/** The value of `model` that means: rules alone, and no model. */
export const NO_MODEL = 'none'

const NONE: Choice = {
  value: NO_MODEL,
  name: 'None',
  description: 'No model: commands, and plain requests that match a rule',
}

/** The settings, with the models that were found; the first of these is what a session begins with. */
export function settingsWith(models: readonly Choice[]): readonly Setting[] {
  const known = models.filter(({ value }, index) => value !== NO_MODEL && isFirst(models, value, index))
  return [
    {
      type: 'select',
      id: 'model',
      name: 'Model',
      description: 'Who answers what no command and no rule can',
      category: 'model',
      initial: known[0]?.value ?? NO_MODEL,
      choices: [...known, NONE],
    },
    THINKING,
    MAX_TOKENS,
    AUTO_APPROVE,
  ]
}

const THINKING: Setting = {
  type: 'select',
  id: 'thinking',
  name: 'Thinking',
  description: 'How much the model may think before it answers',
  category: 'thought_level',
  initial: 'off',
  choices: [
    { value: 'off', name: 'Off' },
    { value: 'low', name: 'Low' },
    { value: 'medium', name: 'Medium' },
    { value: 'high', name: 'High' },
  ],
}

const MAX_TOKENS: Setting = {
  type: 'select',
  id: 'maxTokens',
  name: 'Longest answer',
  description: 'How many tokens one answer of the model may take',
  category: 'model_config',
  initial: 'default',
  choices: [
    { value: 'default', name: "The model's own limit" },
    ...[1_024, 4_096, 8_192, 16_384, 32_768, 65_536].map(tokens => ({
      value: `${tokens}`,
      name: `${tokens} tokens`,
    })),
  ],
}

const AUTO_APPROVE: Setting = {
  type: 'boolean',
  id: 'autoApprove',
  name: 'Prefer checked questions',
  description:
    'Where your client itself checks what will happen and asks (the exact command or change, with answers that last), ' +
    'scout does not ask first with its own words. Where it does not, scout still asks.',
  category: '_parley.permission',
  initial: false,
}

function isFirst(models: readonly Choice[], value: string, index: number): boolean {
  return models.findIndex(model => model.value === value) === index
}
