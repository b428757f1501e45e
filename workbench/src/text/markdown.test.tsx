import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.js'

const draw = (text: string): string => renderToStaticMarkup(<Markdown text={text} />)
const drawGrowing = (text: string): string => renderToStaticMarkup(<Markdown text={text} isGrowing />)

test.each([
  [
    'headings stand below those of the page',
    '# One\n\n## Two',
    '<h3 data-depth="1">One</h3><h4 data-depth="2">Two</h4>',
  ],
  [
    'words are stressed',
    '**a** *b* ~~c~~ `d`',
    '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>',
  ],
  ['a list begins with its number', '3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['quotes are quotes', '> a', '<blockquote><p>a</p></blockquote>'],
  ['rules are rules', 'a\n\n---', '<p>a</p><hr/>'],
  ['entities are characters', 'a &amp; b &lt;c&gt; &#65;', '<p>a &amp; b &lt;c&gt; A</p>'],
])('%s', (_, text, markup) => {
  expect(draw(text)).toBe(`<div class="text">${markup}</div>`)
})

test('tables keep their alignment and scroll by themselves', () => {
  const markup = draw('| a | b |\n|:-:|--:|\n| 1 | **2** |')
  expect(markup).toContain('<th data-align="center">a</th><th data-align="right">b</th>')
  expect(markup).toContain('<td data-align="right"><strong>2</strong></td>')
  expect(markup).toContain('tabindex="0"')
})

test('tasks say whether they are done, and cannot be changed', () => {
  const markup = draw('- [x] a\n- [ ] b')
  expect(markup).toContain('aria-label="Done"')
  expect(markup).toContain('aria-label="Not done"')
  expect(markup).not.toContain('<input')
})

test('code has its language and a way to copy it', () => {
  const markup = draw('```ts title="x"\nconst a = 1 < 2\n```')
  expect(markup).toContain('data-language="ts"')
  expect(markup).toContain('>Copy</button>')
  expect(markup).toContain('const a = 1 &lt; 2')
})

test('links leave without a trace, show where they lead, and only known kinds are followed', () => {
  const markup = draw('[guide](https://example.org/a?b=1) and <https://example.org>')
  expect(markup).toContain(
    '<a href="https://example.org/a?b=1" title="https://example.org/a?b=1" target="_blank" rel="noopener noreferrer nofollow">guide</a>',
  )
  expect(draw('[x][1]\n\nmore\n\n[1]: https://example.org/one')).toContain('href="https://example.org/one"')
})

test('images of elsewhere are links', () => {
  const markup = draw('![plan](https://example.org/plan.png)')
  expect(markup).not.toContain('<img')
  expect(markup).toContain('Image: plan</a>')
})

test('formulas stay as they are written', () => {
  expect(draw('$a_1 * b_2 * c$ and \\(x_i\\) and $$\\sum_i x_i$$')).toContain(
    '$a_1 * b_2 * c$ and \\(x_i\\) and $$\\sum_i x_i$$',
  )
  expect(draw('costs $5 and *not* $6')).toContain('costs $5 and <em>not</em> $6')
})

test('what cannot be seen is marked, however it is written', () => {
  expect(draw('a\u202eb\u200bc \u001b[31mred')).toContain('a·b·c ·red')
  expect(draw('a&#x202e;b')).toContain('a·b')
  expect(draw('`a\u202eb`')).toContain('<code>a·b</code>')
  expect(draw('```\na\u202eb\n```')).toContain('a·b')
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  'text <iframe src="https://evil.example"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>*{display:none}</style>',
  '<form action="https://evil.example"><input></form>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '[x](javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](javascript&colon;alert(1))',
  '[x](java&#115;cript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x]( javascript:alert(1) "title")',
  '[x](vbscript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x][1]\n\n[1]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x" onerror="alert(1)](https://example.org/a.png)',
  '[a](https://example.org/"onmouseover="alert(1))',
  '[a](https://example.org "x" onmouseover=alert(1) ")',
  '```"><img src=x onerror=alert(1)>\ncode\n```',
  '`<img src=x onerror=alert(1)>`',
  '| <img src=x onerror=alert(1)> |\n|---|\n| <script>alert(1)</script> |',
  '- <details open ontoggle=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '<!-- --><script>alert(1)</script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
] as const

const ALLOWED =
  /^(?:div|p|h[3-6]|strong|em|del|code|pre|br|hr|ul|ol|li|blockquote|table|thead|tbody|tr|th|td|section|figure|figcaption|span|a|button)$/
const ATTRIBUTES = /^(?:class|href|title|target|rel|type|tabindex|start|role|aria-label|data-[a-z]+)$/

test.each([...HOSTILE, ...HOSTILE.map(text => `> - ${text}`)])('%j becomes nothing but words', text => {
  for (const markup of [draw(text), drawGrowing(text)]) {
    for (const [, name = '', attributes = ''] of markup.matchAll(
      /<([a-z0-9]+)((?: [a-z-]+(?:="[^"]*")?)*)\/?>/g,
    )) {
      expect(name).toMatch(ALLOWED)
      for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
        expect(attribute).toMatch(ATTRIBUTES)
        if (attribute === 'href') expect(value).toMatch(/^(?:https?|mailto):/)
      }
    }
    // Whatever is left of a tag is a tag of ours: there is no other way to write one.
    expect(markup.replace(/<\/?[a-z0-9]+(?: [a-z-]+(?:="[^"]*")?)*\/?>/g, '')).not.toMatch(/[<>]/)
  }
})

test('what is nested or marked beyond reason is shown as it is written', () => {
  expect(draw(`${'> '.repeat(40)}a`).match(/<blockquote>/g)).toHaveLength(16)
  expect(draw(`${'> '.repeat(40)}a`)).toContain('&gt; &gt; a')
  expect(draw('*a* '.repeat(100))).toContain('<em>')
  expect(draw('*a* '.repeat(1_500))).not.toContain('<em>')
})

test.each([
  ['quotes in quotes', '> '.repeat(10_000)],
  ['quotes in quotes without blanks', `${'>'.repeat(10_000)}a`],
  ['lists in lists', `${'- '.repeat(10_000)}a`],
  ['lists and quotes in turn', `${'- > '.repeat(10_000)}a`],
  [
    'lists that are indented',
    Array.from({ length: 800 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  ],
  ['brackets', '['.repeat(10_000)],
  ['brackets in pairs', '['.repeat(10_000) + ']'.repeat(10_000)],
  ['images in images', `${'!['.repeat(10_000)}${']()'.repeat(10_000)}`],
  ['stars', '*a '.repeat(10_000)],
  ['stars and more stars', '**a *b '.repeat(10_000)],
  ['a row of stars', '*'.repeat(50_000)],
  ['underscores', '_a '.repeat(10_000)],
  ['backticks', Array.from({ length: 1_000 }, (_, count) => '`'.repeat(count % 90)).join('a')],
  ['tags', '<a '.repeat(10_000)],
  ['comments', 'x <!-- '.repeat(10_000)],
  ['links', '[a]('.repeat(10_000)],
  [
    'definitions',
    Array.from({ length: 3_000 }, (_, count) => `[${count}]: https://example.org/${count}`).join('\n'),
  ],
  ['columns', `${'|a'.repeat(5_000)}\n${'|-'.repeat(5_000)}\n${'|b'.repeat(5_000)}`],
  ['a long line', 'a'.repeat(1_000_000)],
  ['many paragraphs', 'a\n\n'.repeat(3_000)],
  ['dollars', '$a '.repeat(10_000)],
  ['blanks', `a${' '.repeat(100_000)}b`],
  ['backslashes', '\\'.repeat(50_000)],
])('%s beyond reason take no long time', { timeout: 60_000 }, (_, text) => {
  const start = performance.now()
  drawGrowing(text)
  expect(performance.now() - start).toBeLessThan(15_000)
})
