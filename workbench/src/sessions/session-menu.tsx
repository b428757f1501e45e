/** The menu of one conversation, wherever it is opened. */

import { useMeans } from '../state/context.js'
import { Menu, type MenuPlace } from './menu.js'
import { abilitiesFor, type SessionRow } from './session-row.js'
import { perform, type SessionVerb, VERB_WORDS, verbsFor } from './session-verbs.js'

interface SessionMenuProps {
  readonly row: SessionRow
  readonly at: MenuPlace
  readonly from?: 'list' | 'bar'
  readonly onClose: () => void
}

export function SessionMenu({ row, at, from = 'list', onClose }: SessionMenuProps) {
  const means = useMeans()
  const abilities = abilitiesFor(means.store.getState(), row.key, row.agent)
  const verbs = verbsFor(row, abilities).filter(verb => from === 'list' || verb !== 'open')
  const items = verbs.map(verb => ({
    ...VERB_WORDS[verb],
    id: verb,
    isDanger: verb === 'delete',
    // Over the conversation these keys belong to nobody.
    key: from === 'list' ? VERB_WORDS[verb].key : undefined,
  }))
  return (
    <Menu
      label={`What to do with ${row.title}`}
      items={items}
      at={at}
      onClose={onClose}
      onChoose={verb => void perform(means, { row, verb: verb as SessionVerb, from })}
    />
  )
}
