/** Puts a desk together from what the owner of a host wants. Loaded when something is first asked for. */

import { configFile, ownFolders } from '../journal/state-folder.js'
import { Desk } from './desk.js'
import type { DeskSettings } from './desk-settings.js'
import { PolicyFiles } from './policy-files.js'
import { machineClock } from './question-line.js'
import { Records } from './records.js'
import type { Roster } from './roster.js'
import { Surroundings } from './surroundings.js'
import { telling } from './telling.js'

export function makeDesk(settings: DeskSettings, roster: Roster): Desk {
  const { permission, agent, directories, grants, audit, patience, clock = machineClock } = settings
  const onNotice = telling(settings.onNotice)
  const policies = new PolicyFiles({
    user: settings.policy,
    isProjectRead: settings.isProjectPolicyRead,
    mayBeAbsent: settings.policy === configFile('policy.json'),
    onNotice,
  })
  const own = [...ownFolders(), ...(audit === undefined ? [] : [audit.folder])]
  const canAsk = permission !== undefined
  const now = (): number => clock.now()
  const named = agent && [agent.name, ...(agent.version === undefined ? [] : [agent.version])].join('@')
  const agentOf = (sessionId: string): string | undefined =>
    named ?? (roster.claimOf(sessionId) && `unchecked:${roster.claimOf(sessionId)}`)
  return new Desk({
    permission,
    surroundings: new Surroundings({ policies, directories, grants, agent, own, canAsk, now, onNotice }),
    records: new Records({ audit, agentOf, onNotice }),
    clock,
    patience,
    perMinute: settings.questionsPerMinute,
    find: sessionId => roster.find(sessionId),
    claimedName: sessionId => roster.nameOf(sessionId),
    onNotice,
  })
}
