/** Where prompts are written: the text, what goes along, the queue, modes, options, usage. */

import { useCallback, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { type Means, useMeans, useWorkbench } from '../state/context.js'
import type { Talk, TalkPhase } from '../state/talk.js'
import { currentTalk, type Workbench } from '../state/workbench.js'
import { Composer } from './composer.js'
import { type Draft, withAttachments } from './draft.js'
import { changeDraft, createDraftStore, draftIn, type Named } from './draft-store.js'
import { sentPrompts } from './prompt-history.js'
import { QueuePane } from './queue-pane.js'
import { Sender } from './sending.js'
import { SettingsPane, UsagePane } from './settings-pane.js'

const drafts = createDraftStore()

export function ComposerPane() {
  const key = useWorkbench(({ current, talks }) => (current && talks.has(current) ? current : undefined))
  const isViewer = useWorkbench(workbench => currentTalk(workbench)?.isViewer)
  if (key === undefined) return null
  return (
    <section className="composer" aria-label="Composer" data-status={isViewer ? 'viewer' : undefined}>
      <div className="composer-top" />
      {isViewer ? (
        <p className="composer-viewer">You are looking on. Those who take part can write here.</p>
      ) : (
        <>
          <QueuePane />
          <WritingPane key={key} />
        </>
      )}
    </section>
  )
}

function WritingPane() {
  const means = useMeans()
  const sender = useMemo(() => new Sender(means, drafts), [means])
  const talk = useWorkbench(useShallow(toWritten))
  const draft = useStore(drafts, all => draftIn(all, talk))
  const title =
    useWorkbench(({ agents }) => agents.find(({ name }) => name === talk.agent)?.title) ?? talk.agent
  const onDraft = (change: (draft: Draft) => Draft): void => changeDraft(drafts, talk, change)
  const { refusals, onFiles, onDismiss } = useAttaching(talk, title)
  const { key } = talk
  const onSend = (isNow: boolean): void => {
    onDismiss()
    withTalk(means, it => sender.send(it, isNow))
  }
  const onCancel = (): void => withTalk(means, it => sender.cancel(it))
  const findFiles = useCallback((query: string) => means.actions.findFiles(key, query), [means, key])
  const { commands, modes, mode, cwd, turn, phase, abilities } = talk
  return (
    <Composer
      {...{ draft, onDraft, onSend, onCancel, refusals, onFiles, onDismiss, commands, modes, mode, cwd }}
      turn={turn}
      usage={<UsagePane />}
      canSend={phase !== 'opening' && phase !== 'failed'}
      notice={noticeOf(phase)}
      placeholder={turn === 'idle' ? `Ask ${title}` : 'Write what comes next'}
      findFiles={abilities.workspace ? findFiles : undefined}
      sentPrompts={() => sentPrompts(currentTalk(means.store.getState())?.thread)}
      onMode={id => void means.actions.setMode(key, id)}
    >
      <SettingsPane />
    </Composer>
  )
}

/** All but what is said: a talk changes with every piece of an answer, and none of that is drawn here. */
function toWritten(workbench: Workbench) {
  const talk = currentTalk(workbench)
  if (talk === undefined) throw new Error('there is no conversation to write to')
  const { key, agent, sessionId, cwd, phase, turn, commands, modes, mode, abilities } = talk
  return { key, agent, sessionId, cwd, phase, turn: turn.state, commands, modes, mode, abilities }
}

function useAttaching(talk: Named & Pick<Talk, 'abilities'>, agent: string) {
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const onFiles = (files: readonly File[]): void => {
    const { abilities } = talk
    const count = draftIn(drafts.getState(), talk).attachments.length
    void import('./attachment-reader.js')
      .then(({ readFiles }) => readFiles(files, { abilities, agent, count }))
      .then(
        reading => {
          setRefusals(reading.refusals)
          changeDraft(drafts, talk, draft => withAttachments(draft, reading.attachments))
        },
        () => setRefusals(['Nothing was attached: the page could not be loaded whole.']),
      )
  }
  return { refusals, onFiles, onDismiss: () => setRefusals([]) }
}

/** The conversation as it is at this moment, with all that was said. */
function withTalk({ store }: Means, act: (talk: Talk) => void): void {
  const talk = currentTalk(store.getState())
  if (talk !== undefined) act(talk)
}

function noticeOf(phase: TalkPhase): string | undefined {
  switch (phase) {
    case 'offline':
      return 'Offline. What you send is queued, and goes when you say so after the connection is back.'
    case 'opening':
      return 'The conversation is being opened. You can write meanwhile.'
    case 'failed':
      return 'Nothing can be sent here for now. What you have written is kept.'
    default:
      return undefined
  }
}
