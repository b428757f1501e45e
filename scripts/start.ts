/**
 * `npm start`: the best face there is. At a terminal that is the chat, in a folder of its own; else scout's tour, which
 * ends by itself. With words behind `--` it is the command with those words.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const command = join(import.meta.dirname, '../../cli/dist/main.js')
const isAttended =
  process.stdin.isTTY === true && process.stdout.isTTY === true && process.env.TERM !== 'dumb'
const tour = ['run', '--scratch', '--approve', 'all', '--no-visit', '--answer', 'name=Visitor', '/tour']
const [, , ...typed] = process.argv
const usual = isAttended ? ['chat', '--scratch'] : tour
const { status, signal } = spawnSync(process.execPath, [command, ...(typed.length > 0 ? typed : usual)], {
  stdio: 'inherit',
  // What it prints to be typed works from here.
  env: { ...process.env, PARLEY_COMMAND: 'npm start --' },
})
process.exitCode = status ?? (signal === null ? 1 : 130)
