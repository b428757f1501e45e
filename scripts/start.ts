/**
 * `npm start`: the best face there is. At a terminal that is the workbench, for the folder that it was called in; else
 * scout's tour, which ends by itself. With words behind `--` it is the command with those words, in that folder.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const command = join(import.meta.dirname, '../../cli/dist/main.js')
const isAttended =
  process.stdin.isTTY === true && process.stdout.isTTY === true && process.env.TERM !== 'dumb'
const tour = ['run', '--scratch', '--approve', 'all', '--no-visit', '--answer', 'name=Visitor', '/tour']
const [, , ...typed] = process.argv
const usual = isAttended ? ['web'] : tour
const child = spawn(process.execPath, [command, ...(typed.length > 0 ? typed : usual)], {
  stdio: 'inherit',
  // npm works in the folder of the package, and says where it was called.
  cwd: process.env.INIT_CWD,
  // What it prints to be typed works from here.
  env: { ...process.env, PARLEY_COMMAND: 'npm start --' },
})
// Who presses Ctrl+C means the command, which hears it, too, and ends in order.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('error', error => {
  console.error(error.message)
  process.exitCode = 1
})
child.on('close', (status, signal) => {
  process.exitCode = status ?? (signal === null ? 1 : 130)
})
