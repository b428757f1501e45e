/** How the page of a recording looks: light and dark, as the reader's system says; readable in print. */

export const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --bad: #c22; --warn: #a60; --note: #66a; --good: #283; --mark: #38f3; }
@media (prefers-color-scheme: dark) { :root { --bad: #f66; --warn: #fb4; --note: #aaf; --good: #6d8; } }
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; font: 13px/1.45 system-ui, sans-serif; }
header { padding: .6rem 1rem; border-bottom: 1px solid var(--line); }
h1 { font-size: 1.05rem; margin: 0 0 .2rem; overflow-wrap: anywhere; }
header p { margin: 0; opacity: .8; overflow-wrap: anywhere; }
nav { display: flex; gap: .5rem; padding: .5rem 1rem; flex-wrap: wrap; align-items: center; }
nav input { flex: 1 1 20rem; font: inherit; padding: .3rem .5rem; }
button { font: inherit; padding: .25rem .6rem; cursor: pointer; }
button[aria-pressed=true], button[aria-selected=true] { outline: 2px solid currentColor; }
main { flex: 1; min-height: 0; display: flex; }
section { overflow: auto; min-width: 0; }
#list { flex: 3; position: relative; font-family: ui-monospace, monospace; }
#detail { flex: 2; border-left: 1px solid var(--line); padding: .6rem 1rem; overflow-wrap: anywhere; }
#space { position: relative; width: 100%; }
.row { position: absolute; left: 0; right: 0; height: 22px; padding: 0 .6rem; display: flex; gap: .8rem; white-space: pre; cursor: pointer; }
.row > span { overflow: hidden; text-overflow: ellipsis; flex: none; }
.row .number { width: 4rem; text-align: right; opacity: .6; }
.row .time { width: 5.5rem; text-align: right; }
.row .way { width: 1.2rem; }
.row .method { width: 15rem; }
.row .session { width: 7rem; opacity: .7; }
.row .label { flex: 1; }
.row .latency, .row .bytes { width: 4.5rem; text-align: right; opacity: .8; }
.row .verdict { width: 5rem; }
.row[aria-selected=true] { background: var(--mark); }
.row:hover { background: var(--soft); }
#list:focus-visible, .row:focus-visible { outline: 2px solid Highlight; outline-offset: -2px; }
.must { color: var(--bad); } .should { color: var(--warn); } .note { color: var(--note); } .to-agent { color: var(--good); }
.stderr, .event { opacity: .75; font-style: italic; }
.tree { font-family: ui-monospace, monospace; }
.tree details { margin-left: 1rem; } .tree div { margin-left: 1rem; }
.tree .name { opacity: .75; } .tree .text { white-space: pre-wrap; }
.lines { width: 100%; border-collapse: collapse; } .lines td, .lines th { text-align: left; vertical-align: top; padding: .2rem .6rem; border-bottom: 1px solid var(--soft); }
.panel { flex: 1; padding: .6rem 1rem; }
.bar { position: relative; height: 16px; background: var(--soft); margin: 2px 0; }
.bar span { position: absolute; top: 0; bottom: 0; min-width: 2px; background: Highlight; }
.bar .silence { background: #8886; } .bar .permission, .bar .elicitation { background: var(--warn); } .bar .tool { background: var(--good); }
.turn { margin-bottom: 1.2rem; }
[hidden] { display: none !important; }
@media (max-width: 800px) { main { flex-direction: column; } #detail { border-left: 0; border-top: 1px solid var(--line); } .row .session, .row .bytes { display: none; } }
`
