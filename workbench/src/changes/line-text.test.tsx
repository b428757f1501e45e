import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LineText } from './line-text.js'

test('pieces that are not the line are not shown in its place', () => {
  const markup = renderToStaticMarkup(
    <LineText line="evil()" spans={[{ text: 'good()', scope: 'keyword' }]} />,
  )
  expect(markup).toBe('evil()')
})

test('of a line that is too long to be shown at once the rest can be had', () => {
  const markup = renderToStaticMarkup(<LineText line={`${'x'.repeat(5_000)}\n`} />)
  expect(markup).toMatch(/<button[^>]*>Show 1000 more characters<\/button>/)
})
