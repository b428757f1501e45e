import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { IconButton } from './button.js'
import { Folded } from './folded.js'
import { Icon } from './icon.js'
import { StatusGlyph } from './status-glyph.js'

test('a button without visible words has them as its name', () => {
  const markup = renderToStaticMarkup(<IconButton icon="copy" label="Copy" shortcut="C" />)
  expect(markup).toContain('type="button"')
  expect(markup).toContain('aria-label="Copy"')
  expect(markup).toContain('title="Copy (C)"')
})

test('an icon beside words is hidden from those who hear the page, one with a label is not', () => {
  expect(renderToStaticMarkup(<Icon name="copy" />)).toContain('aria-hidden="true"')
  expect(renderToStaticMarkup(<Icon name="copy" label="Copy" />)).toContain('role="img" aria-label="Copy"')
})

test('what is folded is not drawn', () => {
  expect(renderToStaticMarkup(<Folded summary="more">inside</Folded>)).not.toContain('inside')
  expect(
    renderToStaticMarkup(
      <Folded summary="more" isOpen>
        inside
      </Folded>,
    ),
  ).toContain('inside')
})

test.each([
  ['in_progress', 'Working'],
  ['failed', 'Failed'],
  ['paused', 'paused'],
  ['constructor', 'constructor'],
])('the status %s is said in words', (status, words) => {
  const markup = renderToStaticMarkup(<StatusGlyph status={status} />)
  expect(markup).toContain(`data-status="${status}"`)
  expect(markup).toContain(`aria-label="${words}"`)
})
