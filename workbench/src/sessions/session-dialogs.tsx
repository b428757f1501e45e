/** What is asked about conversations before something is done: where a new one is to be, and whether one is to go. */

import { useStore } from 'zustand'
import { Button } from '../parts/button.js'
import { Modal } from '../parts/modal.js'
import type { NewTalk } from '../state/actions.js'
import { useActions, useWorkbench } from '../state/context.js'
import { BeginForm } from './begin-form.js'
import { desk } from './desk.js'
import { foldersToOffer } from './folder-choice.js'
import { GrantsWindow } from './grants-window.js'

export function SessionDialogs() {
  const isBeginning = useStore(desk, state => state.isBeginning)
  const isDeleting = useStore(desk, state => state.deleting !== undefined)
  const answersOf = useStore(desk, state => state.answersOf)
  return (
    <>
      {isBeginning && <Beginning />}
      {isDeleting && <Deleting />}
      {answersOf !== undefined && (
        <GrantsWindow talk={answersOf} onClose={() => desk.setState({ answersOf: undefined })} />
      )}
    </>
  )
}

function Beginning() {
  const actions = useActions()
  // The whole state: this stands for moments only, and all of it is looked at.
  const workbench = useWorkbench(state => state)
  const close = (): void => desk.setState({ isBeginning: false })
  const begin = (place: NewTalk): void => {
    close()
    void actions.newTalk(place).then(key => key !== undefined && actions.selectTalk(key))
  }
  return (
    <BeginForm
      agents={workbench.agents}
      folders={foldersToOffer(workbench)}
      roots={workbench.roots}
      onBegin={begin}
      onClose={close}
    />
  )
}

function Deleting() {
  const actions = useActions()
  const row = useStore(desk, state => state.deleting)
  const close = (): void => desk.setState({ deleting: undefined })
  if (row === undefined) return null
  const remove = (): void => {
    close()
    void actions.deleteTalk(row.key)
  }
  return (
    <Modal
      title="Delete this conversation?"
      onClose={close}
      actions={
        <>
          <Button label="Keep it" onClick={close} />
          <Button label="Delete" icon="delete" tone="danger" onClick={remove} />
        </>
      }
    >
      <p className="session-dialogs-name">{row.title}</p>
      <p>All that was said in it is lost for everybody. Files that the agent changed stay as they are.</p>
    </Modal>
  )
}
