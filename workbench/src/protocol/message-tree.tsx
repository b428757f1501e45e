/** A message as a tree that can be folded, with the names that the schema has for its parts. Bounded in every way. */

import { boundedLine } from '@parley/acp/guard'
import type { Facts } from '@parley/acp/inspect'
import { useState } from 'react'
import { typeUnder } from './row-value.js'

const OPEN_DEPTH = 4
const MOST_ITEMS = 200
const MOST_TEXT = 2_000

interface BranchProps {
  readonly name?: string | undefined
  readonly value: unknown
  readonly depth: number
  readonly facts?: Facts | undefined
  /** What the schema calls the value. */
  readonly type?: string | undefined
  /** Paths that the schema does not know, and where this value stands. */
  readonly unknown: ReadonlySet<string>
  readonly path: string
}

export function Branch(props: BranchProps) {
  const { value, depth } = props
  const isTree = typeof value === 'object' && value !== null
  const [isOpen, setOpen] = useState(depth < OPEN_DEPTH)
  if (!isTree) return <Leaf {...props} />
  const entries = Object.entries(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) return <Leaf {...props} text={open + close} />
  return (
    <details
      className="protocol-branch"
      open={isOpen}
      data-unknown={props.unknown.has(props.path) || undefined}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary>
        <Name {...props} />
        <span className="protocol-brace">{isOpen ? open : `${open} ${entries.length} ${close}`}</span>
      </summary>
      {isOpen && <Twigs {...props} entries={entries} />}
    </details>
  )
}

function Twigs({
  value,
  depth,
  facts,
  type,
  unknown,
  path,
  entries,
}: BranchProps & { readonly entries: [string, unknown][] }) {
  const isList = Array.isArray(value)
  return (
    <div className="protocol-twigs">
      {entries.slice(0, MOST_ITEMS).map(([key, each]) => (
        <Branch
          key={key}
          name={isList ? undefined : key}
          value={each}
          depth={depth + 1}
          facts={facts}
          type={isList ? type : facts && type && typeUnder(facts, type, key)}
          unknown={unknown}
          path={`${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`}
        />
      ))}
      {entries.length > MOST_ITEMS && <p className="protocol-more">{entries.length - MOST_ITEMS} more</p>}
    </div>
  )
}

function Name({ name, type }: BranchProps) {
  return (
    <>
      {name !== undefined && <span className="protocol-name">{boundedLine(name, 80)}</span>}
      {type !== undefined && <span className="protocol-type">{type}</span>}
    </>
  )
}

function Leaf(props: BranchProps & { readonly text?: string }) {
  const { value, text, unknown, path } = props
  // Escapes of JSON show what cannot be seen.
  const shown =
    text ?? JSON.stringify(typeof value === 'string' ? value.slice(0, MOST_TEXT) : value) ?? 'undefined'
  const rest = typeof value === 'string' && value.length > MOST_TEXT ? ` … ${value.length} characters` : ''
  return (
    <div className="protocol-leaf" data-unknown={unknown.has(path) || undefined}>
      <Name {...props} />
      <span className={`protocol-value protocol-value-${value === null ? 'null' : typeof value}`}>
        {boundedLine(shown, MOST_TEXT * 2)}
        {rest}
      </span>
      {unknown.has(path) && <span className="protocol-unknown">not in the schema</span>}
    </div>
  )
}
