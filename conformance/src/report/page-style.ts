/** How the page looks, in light and dark. Outcomes are told by words; colour only helps. */

export const pageStyle = `
:root { color-scheme: light dark; --bad: #b3261e; --warn: #8a5a00; --good: #1b6e3c; --quiet: #667; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --warn: #ffcc66; --good: #7bd99a; --quiet: #99a; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
code, table { font: 13px/1.4 ui-monospace, monospace; }
summary { cursor: pointer; padding: .15rem 0; }
.sums { list-style: none; display: flex; flex-wrap: wrap; gap: 1rem; padding: 0; }
.failed h2, .failed a { color: var(--bad); } .warned h2, .warned a { color: var(--warn); }
.passed h2, .passed a { color: var(--good); } .sources { color: var(--quiet); margin: .2rem 1.2rem; }
table { border-collapse: collapse; width: 100%; } td { vertical-align: top; padding: .1rem .5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
td:nth-child(-n+2) { white-space: nowrap; color: var(--quiet); } tr { border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
tr.fault { background: color-mix(in srgb, var(--bad) 14%, transparent); } tr:target { outline: 2px solid var(--bad); }
`
