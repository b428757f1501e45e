import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Words } from './words.js'

test.each([
  ['Run `parley web` again.', 'Run <code>parley web</code> again.'],
  ['no code', 'no code'],
  ['<b> & `<i>`', '&lt;b&gt; &amp; <code>&lt;i&gt;</code>'],
])('%s becomes %s', (words, markup) => {
  expect(renderToStaticMarkup(<Words>{words}</Words>)).toBe(markup)
})
