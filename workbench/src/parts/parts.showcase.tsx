/** All parts at once, to be looked at. */

import { Blank } from './blank.js'
import { Button, IconButton } from './button.js'
import { Chip } from './chip.js'
import { CopyButton } from './copy-button.js'
import { Folded } from './folded.js'
import { Icon } from './icon.js'
import { type IconName, SHAPES } from './icon-shapes.js'
import { Modal } from './modal.js'
import { Spinner } from './spinner.js'
import { StatusGlyph } from './status-glyph.js'

const frame = { padding: 20, display: 'grid', gap: 16 }
const row = { display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' } as const
const STATUSES = ['pending', 'in_progress', 'completed', 'failed', 'cancelled', 'waiting', 'paused']

function Icons() {
  return (
    <div style={frame}>
      <div style={{ ...row, fontSize: 20 }}>
        {(Object.keys(SHAPES) as IconName[]).map(name => (
          <span key={name} style={{ display: 'grid', justifyItems: 'center', inlineSize: 76, gap: 4 }}>
            <Icon name={name} />
            <small style={{ fontSize: 11 }}>{name}</small>
          </span>
        ))}
      </div>
    </div>
  )
}

function Parts() {
  return (
    <div style={frame}>
      <div style={row}>
        <Button label="Plain" />
        <Button label="Send" icon="send" tone="primary" shortcut="Enter" />
        <Button label="Quiet" icon="edit" tone="quiet" />
        <Button label="Delete" icon="delete" tone="danger" />
        <Button label="Not now" disabled />
        <IconButton label="More" icon="more" />
        <IconButton label="Sidebar" icon="sidebar" aria-pressed />
        <CopyButton text="words" />
        <CopyButton text="words" label="Copy all" hasWords />
      </div>
      <div style={row}>
        <Chip>neutral</Chip>
        <Chip tone="ok" icon="check">
          live
        </Chip>
        <Chip tone="warn">replaying</Chip>
        <Chip tone="error">failed</Chip>
        <Chip tone="info">info</Chip>
        <Chip tone="accent">accent</Chip>
        <Spinner label="Working" />
        {STATUSES.map(status => (
          <StatusGlyph key={status} status={status} />
        ))}
      </div>
      <Folded summary="Raw input">what is folded</Folded>
      <Folded summary="Raw output" isOpen>
        what is folded
      </Folded>
      <Blank icon="comment" title="Nothing was said yet">
        <p>Write what you want to have done, and send it.</p>
        <Button label="New session" icon="plus" />
      </Blank>
    </div>
  )
}

export const showcases = {
  icons: () => <Icons />,
  parts: () => <Parts />,
  modal: () => (
    <Modal
      title="Open this address"
      onClose={() => undefined}
      actions={
        <>
          <Button label="Cancel" />
          <Button label="Open" tone="primary" />
        </>
      }
    >
      <p>It leads to example.org.</p>
    </Modal>
  ),
}
