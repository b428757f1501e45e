/** Texts of all kinds, to be looked at. */

import { Markdown } from './markdown.js'

const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC'

const ALL = `# What changed

The **cart** now counts *items* instead of ~~lines~~, see \`cart.ts\` and [the guide](https://example.org/guide?x=1).
A [look-alike](https://exаmple.org) and [https://bank.example](https://evil.example/login) are told apart, [this one](javascript:alert(1)) leads nowhere.

## Steps

1. Read \`src/cart.ts\`
2. Change the total
   - keep the currency
   - round once
3. Run the tests

- [x] tests pass
- [ ] docs

> It is done when the total is right.
>
> > Nested.

| file | added | removed |
|:-----|:-----:|--------:|
| src/cart.ts | 12 | 3 |
| src/very/long/name/of/a/file/that/does/not/fit.ts | 1 | 0 |

\`\`\`ts
// The total of a cart, rounded once.
export function total(items: readonly Item[]): number {
  const sum = items.reduce((all, { price, count }) => all + price * count, 0)
  return Math.round(sum * 100) / 100 // "cents"
}
\`\`\`

\`\`\`
plain code without a language
\`\`\`

---

Formulas stay: $a_1 + b_2$ and \\(x_i\\). Raw <b>markup</b> <img src=x onerror=alert(1)> stays text. A turned\u202eword is marked.

![a dot](data:image/png;base64,${DOT})

![far away](https://example.org/tracker.png)
`

const frame = { blockSize: '100%', overflow: 'auto', padding: 20, maxInlineSize: 760 } as const

export const showcases = {
  all: () => (
    <div style={frame}>
      <Markdown text={ALL} />
    </div>
  ),
}
