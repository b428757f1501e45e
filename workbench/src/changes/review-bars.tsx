/** Above and below the changes: what is looked at and how, what is left, what went wrong, and what is to be sent. */

import { Button, IconButton } from '../parts/button.js'
import { counted } from '../parts/counted.js'
import type { View } from '../state/view.js'
import type { Problem } from './desk.js'
import type { Scope } from './edits.js'
import { LineCounts } from './file-facts.js'
import { type FileReview, isLeft } from './file-review.js'
import { relativePath } from './paths.js'

const SCOPES: readonly (readonly [Scope, string])[] = [
  ['turn', 'This turn'],
  ['review', 'Since the last review'],
  ['session', 'Whole conversation'],
]

interface ScopeSwitchProps {
  readonly scope: Scope
  readonly hasReview: boolean
  readonly onScope: (scope: Scope) => void
}

export function ScopeSwitch({ scope, hasReview, onScope }: ScopeSwitchProps) {
  return (
    <fieldset className="changes-scope">
      <legend className="visually-hidden">Changes of</legend>
      {SCOPES.filter(([each]) => each !== 'review' || hasReview).map(([each, words]) => (
        <label key={each}>
          <input type="radio" name="changes-scope" checked={each === scope} onChange={() => onScope(each)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface LayoutChoiceProps {
  readonly layout: View['diffLayout']
  readonly onLayout: (layout: View['diffLayout']) => void
}

const LAYOUTS = ['auto', 'split', 'unified'] as const
const LAYOUT_WORDS = { auto: 'Auto', split: 'Split', unified: 'Unified' } as const

export function LayoutChoice({ layout, onLayout }: LayoutChoiceProps) {
  return (
    <select
      className="changes-select"
      aria-label="Layout"
      value={layout}
      onChange={({ target }) => onLayout(LAYOUTS.find(each => each === target.value) ?? 'auto')}
    >
      {LAYOUTS.map(each => (
        <option key={each} value={each}>
          {LAYOUT_WORDS[each]}
        </option>
      ))}
    </select>
  )
}

interface SummaryProps {
  readonly files: readonly FileReview[]
  readonly canWrite: boolean
  readonly canUndo: boolean
  readonly onKeepAll: () => void
  readonly onRejectAll: () => void
  readonly onUndo: () => void
  readonly onReload: () => void
}

export function Summary({
  files,
  canWrite,
  canUndo,
  onKeepAll,
  onRejectAll,
  onUndo,
  onReload,
}: SummaryProps) {
  const sumOf = (count: 'added' | 'removed') => files.reduce((sum, file) => sum + file[count], 0)
  const left = files.filter(isLeft).length
  return (
    <div className="changes-summary">
      <span>{counted(files.length, 'file')}</span>
      {!files.every(({ isBack }) => isBack) && (
        <LineCounts added={sumOf('added')} removed={sumOf('removed')} />
      )}
      {left < files.length && (
        <span className="changes-left">{left === 0 ? 'nothing left to decide' : `${left} left`}</span>
      )}
      <span className="changes-summary-actions">
        {canUndo && <Button tone="plain" icon="undo" label="Undo reject" onClick={onUndo} />}
        {left > 0 && <Button tone="quiet" label="Keep all" shortcut="Shift+Alt+Y" onClick={onKeepAll} />}
        {left > 0 && canWrite && (
          <Button tone="quiet" label="Reject all" shortcut="Shift+Alt+Z" onClick={onRejectAll} />
        )}
        <IconButton icon="retry" label="Read the files again" onClick={onReload} />
      </span>
    </div>
  )
}

interface ProblemsProps {
  readonly problems: readonly Problem[]
  readonly cwd: string
  readonly onReload: (paths: readonly string[]) => void
}

export function Problems({ problems, cwd, onReload }: ProblemsProps) {
  if (problems.length === 0) return null
  return (
    <div className="changes-problems" role="alert" data-status={problems[0]?.is}>
      <ul>
        {problems.map(({ path, message }) => (
          <li key={path}>
            <code>{relativePath(path, cwd)}</code>
            {`: ${message}`}
          </li>
        ))}
      </ul>
      <Button icon="retry" label="Reload" onClick={() => onReload(problems.map(({ path }) => path))} />
    </div>
  )
}

interface SendBarProps {
  readonly comments: number
  readonly rejections: number
  readonly onSend: () => void
}

export function SendBar({ comments, rejections, onSend }: SendBarProps) {
  if (comments + rejections === 0) return null
  const words = [
    ...(comments > 0 ? [counted(comments, 'comment')] : []),
    ...(rejections > 0 ? [counted(rejections, 'rejection')] : []),
  ]
  return (
    <footer className="changes-send" data-status="pending">
      <span>{`${words.join(' and ')} not sent yet`}</span>
      <Button tone="primary" icon="send" label="Send review" onClick={onSend} />
    </footer>
  )
}
