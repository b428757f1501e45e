/** One message: what it is, what is wrong with it, what belongs to it, and all of it as a tree or as JSON. */

import type { Facts, Row } from '@parley/acp/inspect'
import { unknownFields } from '@parley/acp/inspect'
import { type ReactNode, useState } from 'react'
import { Button } from '../parts/button.js'
import { CopyButton } from '../parts/copy-button.js'
import { Branch } from './message-tree.js'
import { canAnswer, canResend, typeOf } from './row-value.js'
import { GLYPHS, nameOf, toLength, toMoment, toSize } from './row-words.js'

interface MessageDetailProps {
  readonly row: Row
  /** Absent where it is no longer kept. */
  readonly value: unknown
  readonly facts: Facts | undefined
  readonly isLive: boolean
  go(number: number): void
  edit(what: 'resend' | 'answer'): void
}

export function MessageDetail({ row, value, facts, isLive, go, edit }: MessageDetailProps) {
  const [isRaw, setRaw] = useState(false)
  const json = (): string => JSON.stringify(value, undefined, 2) ?? ''
  return (
    <section className="protocol-detail" aria-label={`Message ${row.number}`}>
      <header className="protocol-detail-head">
        <strong>{nameOf(row)}</strong>
        <span className="protocol-facts">{factsOf(row)}</span>
        <span className="protocol-buttons">
          {row.answer !== undefined && <Jump to={row.answer} word="Answer" go={go} />}
          {row.asked !== undefined && <Jump to={row.asked} word="Request" go={go} />}
          {isLive && canResend(row) && <Button label="Edit and send again" onClick={() => edit('resend')} />}
          {isLive && canAnswer(row) && <Button label="Answer by hand" onClick={() => edit('answer')} />}
          <Button label={isRaw ? 'As tree' : 'As JSON'} onClick={() => setRaw(!isRaw)} />
          <CopyButton text={json} hasWords />
        </span>
      </header>
      <Faults row={row} />
      {value === undefined ? (
        <p className="protocol-gone">This message is no longer kept.</p>
      ) : isRaw ? (
        <pre className="protocol-json">{json()}</pre>
      ) : (
        <Tree row={row} value={value} facts={facts} />
      )}
    </section>
  )
}

function factsOf(row: Row): string {
  const words = [
    `#${row.number}`,
    GLYPHS[row.kind].word,
    row.to === undefined ? '' : `to the ${row.to}`,
    `at ${toMoment(row.at)}`,
    row.latency === undefined ? '' : `after ${toLength(row.latency)}`,
    row.bytes === 0 ? '' : toSize(row.bytes),
  ]
  return words.filter(word => word !== '').join(' · ')
}

function Faults({ row: { findings, flaws } }: { readonly row: Row }) {
  if (findings.length + flaws.length === 0) return null
  return (
    <ul className="protocol-faults">
      {findings.map(({ rule, weight, by, text }) => (
        <li key={`${rule} ${text}`} data-weight={weight}>
          <strong>{rule}</strong> ({weight}, by the {by}): {text}
        </li>
      ))}
      {flaws.map(({ path, expected, found }) => (
        <li key={path} data-weight="should">
          <code>{path}</code>: expected {expected}, found {found}
        </li>
      ))}
    </ul>
  )
}

/** The envelope is drawn as it is; what is inside of params or result has the schema's names. */
function Tree({ row, value, facts }: Pick<MessageDetailProps, 'row' | 'value' | 'facts'>): ReactNode {
  const named = facts === undefined ? undefined : typeOf(facts, row)
  if (facts === undefined || named === undefined || typeof value !== 'object' || value === null)
    return <Branch value={value} depth={0} path="" unknown={NONE} />
  const { part, type } = named
  const inside = (value as Readonly<Record<string, unknown>>)[part]
  const to = part === 'result' ? (row.to === 'agent' ? 'client' : 'agent') : row.to
  const unknown = new Set(unknownFields(facts, { method: row.method ?? '', part, to }, inside))
  return Object.entries(value).map(([key, each]) =>
    key === part ? (
      <Branch
        key={key}
        name={key}
        value={each}
        depth={1}
        path=""
        facts={facts}
        type={type}
        unknown={unknown}
      />
    ) : (
      <Branch key={key} name={key} value={each} depth={1} path={`/${key}`} unknown={NONE} />
    ),
  )
}

const NONE: ReadonlySet<string> = new Set()

function Jump({ to, word, go }: { readonly to: number; readonly word: string; go(number: number): void }) {
  return <Button label={`${word} #${to}`} onClick={() => go(to)} />
}
