/** One flood as a process of its own, out of the way of everybody else: it goes on until its input ends, and says what it was told. */
import { setPriority } from 'node:os'
import { Culprit } from './culprit.js'
import { FLOODS } from './floods.js'

const LOWEST_PRIORITY = 19
const TELL_MILLISECONDS = 100

// Floods come from other machines: what it costs to make one must not count as what it costs to stand one.
setPriority(LOWEST_PRIORITY)
const [name = '', aim = '{}'] = process.argv.slice(2)
const culprit = new Culprit(JSON.parse(aim))
const tell = (): boolean => process.stdout.write(`${JSON.stringify([...culprit.told])}\n`)
FLOODS[name]?.(culprit).catch(error => {
  console.error(error)
  process.exit(1)
})
setInterval(tell, TELL_MILLISECONDS)
process.stdin.resume().on('end', () => {
  culprit.stop()
  process.exit()
})
