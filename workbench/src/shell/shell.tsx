/** The workbench as a whole: sessions on the left, the conversation, panes on the right, questions above all. */

import { ChangesPane } from '../changes/changes-pane.js'
import { ComposerPane } from '../composer/composer-pane.js'
import { ConversationPane } from '../conversation/conversation-pane.js'
import { PlanPane } from '../conversation/plan-pane.js'
import { FilesPane } from '../files/files-pane.js'
import { ProtocolPane } from '../protocol/protocol-pane.js'
import { QuestionsPane } from '../questions/questions-pane.js'
import { SessionsPane } from '../sessions/sessions-pane.js'
import { TerminalsPane } from '../terminals/terminals-pane.js'

export function Shell() {
  return (
    <>
      <SessionsPane />
      <ConversationPane />
      <ComposerPane />
      <ChangesPane />
      <PlanPane />
      <TerminalsPane />
      <FilesPane />
      <ProtocolPane />
      <QuestionsPane />
    </>
  )
}
