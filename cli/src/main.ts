#!/usr/bin/env node
/** The command. What is asked most often is answered before anything is loaded. */

import { readVersion } from './version.js'

const [word, ...rest] = process.argv.slice(2)
const GLOBAL = new Set(['--no-color', '--help', '-h', '--version', '-V'])
const isAlone = rest.length === 0
const isAttended = process.stdin.isTTY === true && process.stdout.isTTY === true

if (isAlone && (word === '--version' || word === '-V')) {
  process.stdout.write(`${readVersion()}\n`)
} else if (word === undefined && isAttended) {
  const { start } = await import('./start.js')
  await start(['chat'])
} else if (isAlone && (word === undefined || word === '--help' || word === '-h' || word === 'help')) {
  const { overview } = await import('./overview.js')
  process.stdout.write(overview())
} else if (isAlone && word === 'agent') {
  // An agent is started by others, often: it must not wait for what only people type.
  const { serve } = await import('./scout.js')
  process.exit(await serve())
} else {
  const { start } = await import('./start.js')
  const words = process.argv.slice(2)
  // Whoever names no command means to chat: its options stand by themselves, too.
  const isOption = word?.startsWith('-') === true && !GLOBAL.has(word)
  await start(isOption ? ['chat', ...words] : words)
}
