/** Conversations for showcases: some projects, two agents, every state; and as many as a long year brings. */

import type { AgentView, ListedSession } from '../state/talk.js'

const MINUTE = 60_000

const AGO: readonly (readonly [string, string, string, number, ListedSession['state'], string?])[] = [
  ['1', 'Fix the rounding in prices', '/home/ada/shop', 0.2, 'working'],
  ['2', 'Run the tests and say what fails', '/home/ada/shop', 4, 'needs-you'],
  ['3', 'Why does checkout ask twice', '/home/ada/shop', 47, 'idle'],
  ['4', 'Explain the tax tables', '/home/ada/shop', 60 * 5, 'saved'],
  ['5', 'Move the docs to the new site', '/home/ada/notes', 60 * 26, 'saved', 'ranger'],
  ['6', 'Read the release checklist', '/home/ada/notes', 60 * 24 * 3, 'broken'],
  ['7', 'Rename colours in the theme', '/home/ada/theme-with-a-very-long-name', 60 * 24 * 30, 'saved'],
]

export function sessionsAt(now: number): readonly ListedSession[] {
  const listed = AGO.map(([id, title, cwd, minutes, state, agent = 'scout']) => ({
    ...{ key: `${agent}/${id}`, agent, sessionId: id, cwd, title, state, isArchived: false },
    updatedAt: new Date(now - minutes * MINUTE).toISOString(),
  }))
  const archived = ['First steps', 'A question about licences'].map((title, place) => ({
    ...{ key: `scout/a${place}`, agent: 'scout', sessionId: `a${place}`, cwd: '/home/ada/shop', title },
    ...{ state: 'saved' as const, isArchived: true },
    updatedAt: new Date(now - (60 + place) * 24 * 60 * MINUTE).toISOString(),
  }))
  return [...listed, ...archived]
}

export function manySessions(count: number, now: number): readonly ListedSession[] {
  return Array.from({ length: count }, (_, place) => ({
    ...{ key: `scout/${place}`, agent: 'scout', sessionId: `${place}`, isArchived: false },
    cwd: `/home/ada/project-${place % 12}`,
    title: `Conversation number ${place}`,
    state: place === 700 ? ('needs-you' as const) : ('saved' as const),
    updatedAt: new Date(now - place * 37 * MINUTE).toISOString(),
  }))
}

const usual = { isDefault: false, authMethods: [], canSignOut: false, needsSignIn: false }

export const agents: readonly AgentView[] = [
  { ...usual, name: 'scout', title: 'Scout', version: '0.1.0', isDefault: true, link: 'open' },
  {
    ...{ ...usual, name: 'ranger', title: 'Ranger', version: '2.3.1', link: 'open', needsSignIn: true },
    authMethods: [{ id: 'browser', name: 'Sign in with a browser', type: 'agent', args: [], env: {} }],
  },
  {
    ...{ ...usual, name: 'keeper', title: 'Keeper', link: 'closed' },
    failure: {
      message: 'It ended while it started: exit code 127.',
      cure: 'Run `parley doctor keeper`.',
      offer: 'retry',
    },
  },
]
