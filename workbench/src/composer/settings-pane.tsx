/** Mode, model and options of the conversation that is looked at; and how much of its memory is used. */

import { useMemo } from 'react'
import { useActions, useWorkbench } from '../state/context.js'
import { currentTalk } from '../state/workbench.js'
import { SettingControl } from './setting-control.js'
import { type Setting, settingsOf } from './settings.js'
import { UsageRing } from './usage-ring.js'

export function SettingsPane() {
  const actions = useActions()
  const key = useWorkbench(({ current }) => current) ?? ''
  const modes = useWorkbench(workbench => currentTalk(workbench)?.modes)
  const mode = useWorkbench(workbench => currentTalk(workbench)?.mode)
  const options = useWorkbench(workbench => currentTalk(workbench)?.options)
  const settings = useMemo(() => settingsOf(modes ?? [], mode, options ?? []), [modes, mode, options])
  const set = ({ id, isMode }: Setting, value: string | boolean): void =>
    void (isMode ? actions.setMode(key, String(value)) : actions.setOption(key, id, value))
  return (
    <>
      {settings.map(setting => (
        <SettingControl
          key={`${setting.isMode} ${setting.id}`}
          setting={setting}
          onSet={value => set(setting, value)}
        />
      ))}
    </>
  )
}

export function UsagePane() {
  return <UsageRing usage={useWorkbench(workbench => currentTalk(workbench)?.usage)} />
}
