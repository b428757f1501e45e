/** Choices under their headings, the current one ticked and the one marked that Enter would take. */

import { sanitizeLine } from '@parley/acp/guard'
import { Icon } from '../parts/icon.js'
import type { ChoiceGroup } from './settings.js'

interface ChoiceRowsProps {
  readonly listId: string
  readonly groups: readonly ChoiceGroup[]
  readonly marked: string | undefined
  readonly current: string | boolean | undefined
  readonly onSet: (value: string) => void
}

export function choiceId(listId: string, place: number): string {
  return `${listId}-${place}`
}

export function ChoiceRows({ listId, groups, marked, current, onSet }: ChoiceRowsProps) {
  const order = groups.flatMap(({ choices }) => choices)
  if (order.length === 0) return <p className="choice-rows-none">Nothing fits. Fewer letters find more.</p>
  return (
    <div id={listId} className="choice-rows" role="listbox" tabIndex={-1} aria-label="Choices">
      {groups.map(({ name, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list to choose from
        <div key={name} role="group" aria-label={name === '' ? undefined : sanitizeLine(name)}>
          {name !== '' && <div className="choice-rows-heading">{sanitizeLine(name)}</div>}
          {choices.map(choice => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
            <div
              key={choice.value}
              ref={
                choice.value === marked ? element => element?.scrollIntoView({ block: 'nearest' }) : undefined
              }
              id={choiceId(listId, order.indexOf(choice))}
              className="choice-row"
              role="option"
              aria-selected={choice.value === marked}
              tabIndex={-1}
              onPointerDown={event => event.preventDefault()}
              onClick={() => onSet(choice.value)}
            >
              <span className="choice-row-name">{sanitizeLine(choice.name)}</span>
              {choice.value === current && <Icon name="check" label="current" />}
              {choice.description !== undefined && (
                <span className="choice-row-description">{sanitizeLine(choice.description)}</span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
