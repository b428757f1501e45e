/** Questions as agents and gateways ask them, to be looked at and answered in tests. */

import type { FormQuestion, PermissionQuestion, UrlQuestion } from '../state/question.js'

const askedAt = 0

export const CHOICES = [
  { optionId: 'once', name: 'Allow', kind: 'allow_once' },
  {
    optionId: 'session',
    name: 'Allow for this session',
    kind: 'allow_always',
    rule: 'execute: npm test (session)',
  },
  {
    optionId: 'project',
    name: 'Always allow here',
    kind: 'allow_always',
    rule: 'execute: npm test (/home/ada/shop)',
  },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
] as const

export function permission(parts: Partial<PermissionQuestion> = {}): PermissionQuestion {
  return {
    ...{ is: 'permission', id: 'q1', askedAt, title: 'Run npm test', toolKind: 'execute' },
    ...{ isEstablished: false, changes: [], locations: [], content: [], choices: CHOICES },
    ...parts,
  }
}

export const command = permission({
  isEstablished: true,
  command: 'npm test -- --watch=false && rm -rf \u202ecoverage\u202c /tmp/\u200bshop',
  cwd: '/home/ada/shop',
  lines: ['Run a program: npm', 'It may read and write everything that you may.'],
  description: 'Runs the tests to see whether the discount is right.',
  locations: [{ path: '/home/ada/shop/src/cart.test.ts', line: 12 }],
  rawInput: { command: 'npm test', timeout: 60_000 },
})

const oldText = `export function total(items: Item[]) {
  let sum = 0
  for (const item of items) sum += item.price
  return sum
}
`

export const edit = permission({
  id: 'q2',
  title: 'Edit cart.ts and one more',
  toolKind: 'edit',
  isEstablished: true,
  lines: ['Write 2 files below /home/ada/shop'],
  changes: [
    {
      path: '/home/ada/shop/src/cart.ts',
      oldText,
      newText: oldText
        .replace('item.price', 'item.price * (1 - item.discount)')
        .replace('let sum = 0', 'let sum = 0 // in cents'),
    },
    { path: '/home/ada/shop/src/discount.ts', newText: 'export const DISCOUNT = 0.1\n' },
  ],
})

export const claimed = permission({
  id: 'q3',
  title: 'Look at a page',
  toolKind: 'fetch',
  content: [{ type: 'content', content: { type: 'text', text: 'I need the prices of the other shop.' } }],
  choices: CHOICES.filter(({ kind }) => kind !== 'allow_always'),
})

export const form: FormQuestion = {
  ...{ is: 'form', id: 'f1', askedAt, message: 'Some things about the release before I go on.' },
  schema: {
    type: 'object',
    title: 'Prepare a release',
    properties: {
      name: { type: 'string', title: 'Name', description: 'As it is shown to others', minLength: 3 },
      notes: { type: 'string', title: 'Notes', maxLength: 2_000 },
      mail: { type: 'string', title: 'Mail', format: 'email' },
      page: { type: 'string', title: 'Page', format: 'uri' },
      day: { type: 'string', title: 'Day', format: 'date' },
      moment: { type: 'string', title: 'Moment', format: 'date-time' },
      share: { type: 'number', title: 'Share', minimum: 0, maximum: 1 },
      count: { type: 'integer', title: 'Count', minimum: 1, maximum: 10, default: 3 },
      signed: { type: 'boolean', title: 'Sign it', description: 'With the key of the project' },
      channel: {
        type: 'string',
        title: 'Channel',
        oneOf: [
          { const: 'stable', title: 'Stable', description: 'For everybody' },
          { const: 'next', title: 'Next' },
        ],
      },
      region: { type: 'string', title: 'Region', enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
      targets: {
        type: 'array',
        title: 'Targets',
        items: { type: 'string', enum: ['linux', 'mac', 'windows'] },
        minItems: 1,
      },
    },
    required: ['name', 'channel', 'targets'],
  },
}

export const url: UrlQuestion = {
  ...{ is: 'url', id: 'u1', askedAt, message: 'Sign in to the shop, so that I can read its orders.' },
  url: 'https://xn--shp-tna.example.org:8443/login?next=/orders&state=b7c1#start',
}
