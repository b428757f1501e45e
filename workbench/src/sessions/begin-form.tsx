/** Where a new conversation is to be: with which agent, and in which folder. */

import { sanitizeLine } from '@parley/acp/guard'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../parts/button.js'
import { Icon } from '../parts/icon.js'
import { Modal } from '../parts/modal.js'
import type { NewTalk } from '../state/actions.js'
import type { AgentView } from '../state/talk.js'
import { findFolderFault } from './folder-choice.js'

interface BeginFormProps {
  readonly agents: readonly AgentView[]
  readonly folders: readonly string[]
  readonly roots: readonly string[]
  readonly onBegin: (place: NewTalk) => void
  readonly onClose: () => void
}

export function BeginForm({ agents, folders, roots, onBegin, onClose }: BeginFormProps) {
  const form = useId()
  const usual = agents.find(({ isDefault }) => isDefault) ?? agents[0]
  const [agent, setAgent] = useState(usual?.name ?? '')
  const [cwd, setCwd] = useState(folders[0] ?? '')
  const [isTried, setTried] = useState(false)
  const fault = findFolderFault(cwd, roots)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (fault === undefined) onBegin({ agent, cwd: cwd.trim() })
    else document.getElementById(`${form}-folder`)?.focus()
  }
  return (
    <Modal
      title="New conversation"
      className="begin-form"
      onClose={onClose}
      actions={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button label="Begin" tone="primary" type="submit" form={form} />
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        {agents.length > 1 && <AgentField agents={agents} agent={agent} onChange={setAgent} />}
        <FolderField id={`${form}-folder`} cwd={cwd} fault={isTried ? fault : undefined} onChange={setCwd} />
        <Folders folders={folders} cwd={cwd} onChange={setCwd} />
      </form>
    </Modal>
  )
}

interface AgentFieldProps {
  readonly agents: readonly AgentView[]
  readonly agent: string
  readonly onChange: (agent: string) => void
}

function AgentField({ agents, agent, onChange }: AgentFieldProps) {
  return (
    <label className="begin-form-field">
      <span>Agent</span>
      <select value={agent} onChange={event => onChange(event.target.value)}>
        {agents.map(({ name, title }) => (
          <option key={name} value={name}>
            {sanitizeLine(title ?? name)}
          </option>
        ))}
      </select>
    </label>
  )
}

interface FolderFieldProps {
  readonly id: string
  readonly cwd: string
  readonly fault: string | undefined
  readonly onChange: (cwd: string) => void
}

// The attribute itself, which React does not write: the dialog looks for it when it opens.
const askForFocus = (field: HTMLInputElement | null): void => field?.setAttribute('autofocus', '')

function FolderField({ id, cwd, fault, onChange }: FolderFieldProps) {
  return (
    <div className="begin-form-field">
      <label htmlFor={id}>Folder</label>
      <input
        id={id}
        ref={askForFocus}
        spellCheck={false}
        autoComplete="off"
        value={cwd}
        onChange={event => onChange(event.target.value)}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-fault`}
      />
      <p id={`${id}-fault`} className="begin-form-fault" role="alert">
        {fault}
      </p>
    </div>
  )
}

function Folders({ folders, cwd, onChange }: Pick<FolderFieldProps, 'cwd' | 'onChange'> & Offered) {
  if (folders.length < 2) return null
  return (
    <fieldset className="begin-form-folders">
      <legend>Known folders</legend>
      {folders.map(folder => (
        <button
          key={folder}
          type="button"
          aria-pressed={folder === cwd}
          className="begin-form-folder"
          onClick={() => onChange(folder)}
        >
          <Icon name="folder" />
          <span>{sanitizeLine(folder)}</span>
        </button>
      ))}
    </fieldset>
  )
}

interface Offered {
  readonly folders: readonly string[]
}
