/** One setting of the session: a list, a searched list, a switch, or words where nobody here can set it. */

import { sanitizeLine } from '@parley/acp/guard'
import { Icon } from '../parts/icon.js'
import { ChoiceSearch } from './choice-search.js'
import { NoModel } from './no-model.js'
import { type ChoiceGroup, nameOfValue, type Setting } from './settings.js'

export interface SettingControlProps {
  readonly setting: Setting
  readonly onSet: (value: string | boolean) => void
}

export function SettingControl({ setting, onSet }: SettingControlProps) {
  switch (setting.control) {
    case 'list':
      return <ListSetting setting={setting} onSet={onSet} />
    case 'search':
      return <ChoiceSearch setting={setting} onSet={onSet} />
    case 'switch':
      return <SwitchSetting setting={setting} onSet={onSet} />
    case 'no-model':
      return <NoModel />
    default:
      return (
        <span className="setting-text" title="It cannot be changed from this page.">
          {sanitizeLine(setting.name)}: {sanitizeLine(nameOfValue(setting))}
        </span>
      )
  }
}

function ListSetting({ setting, onSet }: SettingControlProps) {
  const { name, description, value, groups } = setting
  const label = sanitizeLine(name)
  const isUnset = !groups.some(({ choices }) => choices.some(choice => choice.value === value))
  return (
    <label
      className="setting-list"
      title={description === undefined ? label : `${label}: ${sanitizeLine(description)}`}
    >
      <span className={setting.showsName ? 'setting-name' : 'visually-hidden'}>{label}</span>
      <select
        value={typeof value === 'string' ? value : ''}
        data-setting={setting.id}
        onChange={event => onSet(event.target.value)}
      >
        {isUnset && (
          <option value={typeof value === 'string' ? value : ''}>{sanitizeLine(nameOfValue(setting))}</option>
        )}
        {groups.map(group => (
          <Group key={group.name} group={group} />
        ))}
      </select>
      <Icon name="chevron-down" />
    </label>
  )
}

function Group({ group: { name, choices } }: { readonly group: ChoiceGroup }) {
  const options = choices.map(choice => (
    <option
      key={choice.value}
      value={choice.value}
      title={choice.description && sanitizeLine(choice.description)}
    >
      {sanitizeLine(choice.name)}
    </option>
  ))
  return name === '' ? options : <optgroup label={sanitizeLine(name)}>{options}</optgroup>
}

function SwitchSetting({ setting: { id, name, description, value }, onSet }: SettingControlProps) {
  return (
    <button
      type="button"
      role="switch"
      className="setting-switch"
      aria-checked={value === true}
      title={description && sanitizeLine(description)}
      data-setting={id}
      onClick={() => onSet(value !== true)}
    >
      <span className="setting-switch-track" aria-hidden="true" />
      <span>{sanitizeLine(name)}</span>
    </button>
  )
}
