/** Everything that can be done at the moment, for the palette: in groups, and those that fit what was typed first. */

import { sanitizeLine } from '@parley/acp/guard'
import type { IconName } from '../parts/icon-shapes.js'
import { compareRows, projectName } from '../sessions/session-groups.js'
import { abilitiesFor, rowsOf, STATE_WORDS } from '../sessions/session-row.js'
import { type SessionVerb, VERB_WORDS, verbsFor } from '../sessions/session-verbs.js'
import type { Talk } from '../state/talk.js'
import type { View } from '../state/view.js'
import { currentTalk, type Workbench } from '../state/workbench.js'
import type { Act } from './acts.js'
import { type Fit, fitText } from './fuzzy.js'
import { chordOf, type ShellKey } from './keys.js'
import { PANE_WORDS } from './pane-words.js'

export type CommandGroup = 'Do' | 'Conversations' | 'Panes' | 'Modes' | 'Options' | 'Commands' | 'Look'

export interface Command {
  readonly id: string
  readonly group: CommandGroup
  readonly title: string
  readonly detail?: string | undefined
  readonly icon: IconName
  readonly chord?: string | undefined
  /** Put away: shown only to whoever searches for it. */
  readonly isAside?: boolean | undefined
  readonly act: Act
}

export interface Surroundings {
  readonly workbench: Workbench
  readonly view: View
  readonly notifies: boolean
}

const byKey = (key: ShellKey, title: string, icon: IconName): Command => ({
  ...{ id: key, group: 'Do', title, icon, chord: chordOf(key) },
  act: { do: 'key', key },
})

export function commandsIn({ workbench, view, notifies }: Surroundings): readonly Command[] {
  const talk = currentTalk(workbench)
  return [
    byKey('new', 'New conversation', 'plus'),
    ...(talk === undefined ? [] : deedsWith(workbench, talk)),
    ...(talk === undefined ? [] : [byKey('find', 'Find in this conversation', 'search')]),
    byKey('switch', 'Switch between recent conversations', 'move'),
    byKey('sidebar', 'Show or hide conversations', 'sidebar'),
    byKey('help', 'Show all keys', 'key'),
    ...restOf(notifies),
    ...conversations(workbench),
    ...panes(),
    ...(talk === undefined ? [] : settingsOf(talk)),
    ...looks(view),
  ]
}

function restOf(notifies: boolean): readonly Command[] {
  const calling = notifies ? 'Do not notify me' : 'Notify me when I am needed and look elsewhere'
  return [
    { id: 'notify', group: 'Do', title: calling, icon: 'audio', act: { do: 'notify', isWanted: !notifies } },
    {
      id: 'refresh',
      group: 'Do',
      title: 'Refresh the list of conversations',
      icon: 'retry',
      act: { do: 'refresh' },
    },
    {
      id: 'leave',
      group: 'Do',
      title: 'Leave: this browser is let in again by a new link only',
      icon: 'sign-out',
      act: { do: 'leave' },
    },
  ]
}

function deedsWith(workbench: Workbench, talk: Talk): readonly Command[] {
  const row = rowsOf(workbench).find(({ key }) => key === talk.key)
  const verbs = row === undefined ? [] : verbsFor(row, abilitiesFor(workbench, row.key, row.agent))
  const stop: Command = {
    ...{ id: 'cancel', group: 'Do', title: 'Stop the turn', icon: 'stop', chord: chordOf('escape') },
    act: { do: 'cancel', talk: talk.key },
  }
  return [
    ...(talk.turn.state === 'working' ? [stop] : []),
    ...verbs.flatMap((verb): readonly Command[] => {
      const title = DEEDS[verb]
      if (row === undefined || title === undefined) return []
      const { icon } = VERB_WORDS[verb]
      return [{ id: `verb ${verb}`, group: 'Do', title, icon, act: { do: 'verb', verb, row } }]
    }),
  ]
}

const DEEDS: Readonly<Partial<Record<SessionVerb, string>>> = {
  rename: 'Rename this conversation',
  fork: 'Fork this conversation',
  'export-markdown': 'Export as Markdown',
  'export-text': 'Export as text',
  'export-json': 'Export as JSON',
  answers: 'Lasting answers: permissions and rules, and to revoke them',
  archive: 'Archive this conversation',
  restore: 'Take this conversation out of the archive',
  leave: 'Close this conversation in this window',
  delete: 'Delete this conversation',
}

function conversations(workbench: Workbench): readonly Command[] {
  return rowsOf(workbench)
    .filter(({ key, isEmpty }) => key !== workbench.current && !isEmpty)
    .sort(compareRows)
    .map(row => ({
      ...{ id: `talk ${row.key}`, group: 'Conversations', title: row.title, isAside: row.isArchived },
      icon: row.isArchived ? 'archive' : 'comment',
      detail: `${sanitizeLine(projectName(row.cwd))} · ${row.agentTitle} · ${row.isArchived ? 'archived' : STATE_WORDS[row.state]}`,
      act: { do: 'select', talk: row.key },
    }))
}

function panes(): readonly Command[] {
  return PANE_WORDS.map(({ pane, label, icon }) => ({
    ...{ id: `pane ${pane}`, group: 'Panes', title: `Show ${label}`, icon },
    chord: pane === 'changes' ? chordOf('review') : undefined,
    act: { do: 'pane', pane },
  }))
}

function settingsOf(talk: Talk): readonly Command[] {
  const { key, modes, mode, options, commands } = talk
  const toMode = modes.filter(({ id }) => id !== mode)
  return [
    ...toMode.map(
      ({ id, name, description }): Command => ({
        ...{ id: `mode ${id}`, group: 'Modes', title: `Mode: ${sanitizeLine(name)}`, icon: 'mode' },
        detail: description === undefined ? undefined : sanitizeLine(description),
        act: { do: 'mode', talk: key, modeId: id },
      }),
    ),
    ...options.filter(({ category }) => category !== 'mode').flatMap(option => valuesOf(talk, option)),
    ...commands.map(
      ({ name, description, hint }): Command => ({
        ...{ id: `command ${name}`, group: 'Commands', title: `/${sanitizeLine(name)}`, icon: 'execute' },
        detail: sanitizeLine(description),
        act: { do: 'command', talk: key, name, isWhole: hint === undefined },
      }),
    ),
  ]
}

function valuesOf(
  talk: Talk,
  { id, name, type, value, choices }: Talk['options'][number],
): readonly Command[] {
  const shown = sanitizeLine(name)
  const toCommand = (next: string | boolean, words: string): Command => ({
    ...{ id: `option ${id} ${next}`, group: 'Options', title: `${shown}: ${words}`, icon: 'settings' },
    act: { do: 'option', talk: talk.key, id, value: next },
  })
  if (type === 'boolean') return [toCommand(value !== true, value === true ? 'off' : 'on')]
  return choices
    .filter(choice => choice.value !== value)
    .map(choice => toCommand(choice.value, sanitizeLine(choice.name)))
}

function looks({ theme, showsThoughts, followsAgent }: View): readonly Command[] {
  const look = (title: string, icon: IconName, change: Partial<View>): Command => ({
    ...{ id: `look ${title}`, group: 'Look', title, icon, act: { do: 'view', change } },
  })
  const themes = (['system', 'light', 'dark'] as const).filter(each => each !== theme)
  return [
    ...themes.map(each => look(`Theme: ${each}`, each, { theme: each })),
    look(showsThoughts ? 'Fold thoughts' : 'Show thoughts', 'think', { showsThoughts: !showsThoughts }),
    look(followsAgent ? 'Do not follow the agent' : 'Follow the agent', 'eye', {
      followsAgent: !followsAgent,
    }),
  ]
}

export interface FoundCommand {
  readonly command: Command
  readonly places: Fit['places']
}

const MOST_FOUND = 50
const MOST_CONVERSATIONS = 6

/** The best first; without a query as they are, and of conversations only the first few. */
export function findCommands(commands: readonly Command[], query: string): readonly FoundCommand[] {
  if (query.trim() === '') {
    const usual = commands.filter(({ isAside }) => isAside !== true)
    const others = usual.filter(({ group }) => group === 'Conversations').slice(MOST_CONVERSATIONS)
    return usual.filter(command => !others.includes(command)).map(command => ({ command, places: [] }))
  }
  return commands
    .flatMap(command => {
      const found = fitText(query, command.title)
      const aside =
        found === undefined && command.detail !== undefined ? fitText(query, command.detail) : undefined
      const score = found?.score ?? (aside === undefined ? undefined : aside.score - 20)
      return score === undefined ? [] : [{ command, places: found?.places ?? [], score }]
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_FOUND)
}
