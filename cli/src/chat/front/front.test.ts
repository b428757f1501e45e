import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeHome, type Person, type Seat, sitDown } from '../person.fixture.js'

const FRONT = fileURLToPath(new URL('../worker/fixtures/demo-front.mjs', import.meta.url))
const demo = (seat: Seat = {}, ...words: readonly string[]): Person =>
  sitDown({ argv: [process.execPath, FRONT, ...words], ...seat })

/** A shell that says before and after what the terminal is set to. */
const inShell = (after = 'echo code $?', ...words: readonly string[]): Person => {
  const command = [process.execPath, FRONT, ...words].join(' ')
  const script = `stty -a | tr '\\n' ' ' > before; ${command}; ${after}; stty -a | tr '\\n' ' ' > after; echo all over; read rest`
  return sitDown({ argv: ['sh', '-c', script], columns: 120 })
}
const settings = (person: Person, name: string): string =>
  readFileSync(join(person.home, name), 'utf8').replace(/speed \d+ baud; rows \d+; columns \d+;/, '')

/** Every mode that was set was taken back, and the cursor is shown. */
const expectRestored = (person: Person): void => {
  const { bytes } = person
  for (const mode of ['?2004', '?1004', '?25', '?2026', '?7', '?1049']) {
    const [on, off] = [bytes.lastIndexOf(`\x1b[${mode}h`), bytes.lastIndexOf(`\x1b[${mode}l`)]
    const isOn = on > off
    expect([mode, isOn]).toEqual([mode, mode === '?25' || mode === '?7'])
  }
  expect(bytes.split('\x1b[>1u').length).toBe(bytes.split('\x1b[<u').length)
  expect(bytes.lastIndexOf('\x1b[>4;0m')).toBeGreaterThan(bytes.lastIndexOf('\x1b[>4;1m'))
}
const worker = (person: Person): number => {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  const own = new Set(person.processes())
  const found = lines
    .filter(line => line.includes('demo-worker.mjs'))
    .map(line => Number.parseInt(line, 10))
    .filter(pid => own.has(pid))
  expect(found).toHaveLength(1)
  return found[0]!
}
const front = (person: Person): number => {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  const own = new Set(person.processes())
  const found = lines
    .filter(line => line.includes('demo-front.mjs') && !line.includes('sh -c'))
    .map(line => Number.parseInt(line, 10))
  return found.find(pid => own.has(pid))!
}
/** So many chats can be found. */
const landed = async (home: string, count = 1): Promise<void> => {
  const folder = join(home, 'run', 'parley')
  const notes = (): number =>
    existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')).length : 0
  while (notes() < count) await new Promise(resolve => setTimeout(resolve, 10))
}
const allGone = async (person: Person, but = 0): Promise<void> => {
  const deadline = performance.now() + 5_000
  while (person.processes().length > but && performance.now() < deadline)
    await new Promise(resolve => setTimeout(resolve, 20))
  expect(person.processes()).toHaveLength(but)
}

test.concurrent('keys, pastes, sizes and the background reach the worker, its pictures reach the screen', async () => {
  const person = demo({}, 'prompt-word')
  await person.see('hello from the worker')
  await person.see('status 80x24 prompt-word')
  await person.see('background-dark')
  await person.press('up', 'shift+enter', 'alt+x', 'ctrl+j', 'escape')
  person.type('ä日')
  person.paste('one\ntwo')
  await person.see('up S-enter A-x C-j escape ä 日 paste')
  person.resize(100, 30)
  await person.see('status 100x30')
  person.type('A LONG ROW OF WORDS THAT FILLS THE WIDTH')
  await person.see('R O W')
  person.resize(30, 20)
  await person.see('status 30x20')
  const rows = person.screen().filter(row => row !== '')
  expect(rows.map(row => row.slice(0, 6))).toEqual(['hello ', '› back', 'status'])
  expect(person.title).toBe('demo')
  expect(person.bytes).not.toContain('\x1b[3J')
})

test.concurrent('leaving says the last words below the conversation, ends with the exit code, and restores the terminal', async () => {
  const person = inShell()
  await person.see('status 120x24')
  await person.press('s', 'e')
  await person.see('code 5')
  await person.see('all over')
  expect(person.screen().slice(0, 4)).toEqual(['hello from the worker', 'settled', 'failed', 'code 5'])
  expect(settings(person, 'after')).toBe(settings(person, 'before'))
  expectRestored(person)
})

test.concurrent.each([
  ['SIGTERM', 143, 'left: SIGTERM'],
  ['SIGHUP', 129, 'left: SIGHUP'],
  ['SIGINT', 130, 'left: SIGINT'],
])('%s lets the worker leave, restores the terminal, ends with %i', async (signal, code, words) => {
  const person = inShell()
  await person.see('status')
  process.kill(front(person), signal)
  await person.see(words)
  await person.see(`code ${code}`)
  await person.see('all over')
  expect(settings(person, 'after')).toBe(settings(person, 'before'))
  expectRestored(person)
  expect(person.processes()).toHaveLength(1)
})

test.concurrent('a worker that dies is told about, with its last words and the way back, also on the other screen', async () => {
  const person = inShell()
  await person.see('status')
  await person.press('f')
  await person.see('the page')
  await person.press('c')
  await person.see('code 8')
  await person.see('all over')
  const text = person.screen().join('\n')
  expect(text).toContain('stopped unexpectedly (exit code 9)')
  expect(text).toContain('a last word')
  expect(text).toContain('parley chat --resume')
  expect(text).not.toContain('the page')
  expect(settings(person, 'after')).toBe(settings(person, 'before'))
  expectRestored(person)
})

test.concurrent('a worker that is killed is told about, and the terminal restored', async () => {
  const person = inShell()
  await person.see('status')
  process.kill(worker(person), 'SIGKILL')
  await person.see('stopped unexpectedly (SIGKILL)')
  await person.see('code 8')
  await person.see('all over')
  expect(settings(person, 'after')).toBe(settings(person, 'before'))
  expectRestored(person)
})

test.concurrent('a worker that hangs is left with Ctrl+C three times, and does not stay behind', async () => {
  const person = inShell()
  await person.see('status')
  await person.press('h')
  // Each by itself: two that are read as one are one press.
  for (let presses = 0; presses < 3; presses++) {
    await new Promise(resolve => setTimeout(resolve, 300))
    await person.press('ctrl+c')
  }
  await person.see('code 130')
  await person.see('all over')
  expect(settings(person, 'after')).toBe(settings(person, 'before'))
  expectRestored(person)
  // It is killed when the front ends, and gone a moment later.
  await allGone(person, 1)
})

test.concurrent('a front that is killed takes the worker with it', async () => {
  const person = demo()
  await person.see('status')
  expect(person.processes().length).toBeGreaterThanOrEqual(2)
  person.kill('SIGKILL')
  await person.exit()
  await allGone(person)
})

test.concurrent('a window that is closed ends everything', async () => {
  const person = demo()
  await person.see('status')
  person.pty.kill('SIGHUP')
  await allGone(person)
})

test.concurrent('a program gets the terminal as it was, and then it is ours again', async () => {
  const person = demo()
  await person.see('status')
  await person.press('l')
  await person.see('lent yes')
  await person.gone('status')
  expect(person.bytes.lastIndexOf('\x1b[?2004l')).toBeGreaterThan(person.bytes.lastIndexOf('\x1b[?2004h'))
  person.type('words for the program\r')
  await person.see('got words for the program')
  await person.see('lent ended with 7')
  await person.see('status')
  expect(person.screen().join('\n')).toMatch(
    /lent yes\nwords for the program\ngot words for the program\nlent ended with 7\n›/,
  )
  await person.press('up')
  await person.see('l up')
})

test.concurrent('Ctrl+C in a program that has the terminal is for that program', async () => {
  const person = demo()
  await person.see('status')
  await person.press('i')
  await person.see('ready')
  await person.press('ctrl+c')
  await person.see('trapped')
  await person.see('lent ended with 3')
  await person.press('ctrl+c')
  await person.see('i C-c')
})

test.concurrent('a program that has the terminal keeps it when the worker dies, and that is told when it is over', async () => {
  const person = inShell()
  await person.see('status')
  await person.press('l')
  await person.see('lent yes')
  process.kill(worker(person), 'SIGKILL')
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(person.screen().join('\n')).not.toMatch(/stopped|code/)
  person.type('still here\r')
  await person.see('got still here')
  await person.see('stopped unexpectedly (SIGKILL)')
  await person.see('code 8')
  await person.see('all over')
  expect(settings(person, 'after')).toBe(settings(person, 'before'))
  expectRestored(person)
})

test.concurrent('a program that has the terminal ends with us', async () => {
  const person = inShell()
  await person.see('status')
  await person.press('i')
  await person.see('ready')
  process.kill(front(person), 'SIGTERM')
  await person.see('code 143')
  await person.see('all over')
  expect(settings(person, 'after')).toBe(settings(person, 'before'))
  expect(() => worker(person)).toThrow()
})

test.concurrent('a large paste arrives whole, and the next key behind it', async () => {
  const person = demo()
  await person.see('status')
  person.paste('x'.repeat(2_000_000))
  await person.press('up')
  await person.see('paste up')
})

test.concurrent('a program that cannot be run is an error, and the terminal is ours', async () => {
  const person = demo()
  await person.see('status')
  await person.press('m')
  await person.see('lent failed: spawn no-such-program ENOENT')
  await person.press('up')
  await person.see('m up')
})

test.concurrent('suspended, the shell is there with its own settings; brought back, everything is drawn', async () => {
  const person = sitDown({ argv: ['bash', '--norc', '--noprofile', '-i'], env: { PS1: 'shell> ' } })
  await person.see('shell>')
  person.type(`${process.execPath} ${FRONT}\r`)
  await person.see('status')
  await person.press('z')
  await person.see('Stopped')
  expect(person.bytes.lastIndexOf('\x1b[?1004l')).toBeGreaterThan(person.bytes.lastIndexOf('\x1b[?1004h'))
  person.type('stty -a | grep -c -- " echo "\r')
  await person.gone('status')
  person.type('echo typed $((1+1))\r')
  await person.see('typed 2')
  person.type('fg\r')
  await person.see('status')
  await person.press('up')
  await person.see('z up')
  await person.press('q')
  await person.see('goodbye')
  await person.see('resume with --resume\nshell>')
})

test.concurrent('outside of a shell nothing can be stopped, and it goes on at once', async () => {
  const person = demo()
  await person.see('status')
  await person.press('z', 'up')
  await person.see('up')
  await person.see('status')
})

test.concurrent('detached, the worker lives on, and another terminal finds it', async () => {
  const home = makeHome()
  const first = demo({ home })
  await first.see('status')
  await landed(home)
  await first.press('up', 'd')
  await first.see('detached, parley attach brings it back')
  expect(await first.exit()).toBe(0)
  expectRestored(first)
  const second = demo({ home, columns: 100 }, 'attach')
  await second.see('attached')
  await second.see('› ')
  await second.see('status 100x24')
  await second.press('q')
  await second.see('goodbye')
  expect(await second.exit()).toBe(0)
  expectRestored(second)
  await allGone(second)
})

test.concurrent('another terminal takes over, and the first is told', async () => {
  const home = makeHome()
  const first = demo({ home })
  await first.see('status')
  await landed(home)
  const second = demo({ home }, 'attach')
  await second.see('attached')
  await first.see('Taken over by another terminal.')
  expect(await first.exit()).toBe(0)
  expectRestored(first)
  await second.press('down')
  await second.see('down')
  second.kill('SIGKILL')
  await allGone(second)
})

test.concurrent('a chat can give its terminal to another one, and lives on', async () => {
  const home = makeHome()
  const first = demo({ home }, 'first')
  await first.see('status')
  await first.press('g')
  await first.see('no other chat that is running is called nobody')
  await landed(home)
  await first.press('d')
  await first.exit()
  const second = demo({ home }, 'second')
  await second.see('second')
  await second.press('g')
  await second.see('attached')
  await second.see('status 80x24 first')
  await second.press('g')
  await second.see('status 80x24 second')
  await second.press('q')
  await second.see('goodbye')
  expect(await second.exit()).toBe(0)
  expectRestored(second)
  const third = demo({ home }, 'attach')
  await third.see('status 80x24 first')
  third.kill('SIGTERM')
  await allGone(third)
})

test.concurrent('nothing to attach to, and too much, are errors that say what to do', async () => {
  const home = makeHome()
  const none = demo({ home }, 'attach')
  await none.see('no chat is running.')
  expect(await none.exit()).toBe(4)
  const [one, two] = [demo({ home }), demo({ home })]
  await one.see('status')
  await two.see('status')
  await landed(home, 2)
  const many = demo({ home }, 'attach')
  await many.see('several chats are running.')
  await many.see('demo')
  expect(await many.exit()).toBe(2)
  const wrong = demo({ home }, 'attach', 'zzzz')
  await wrong.see('no chat that is running is called zzzz.')
})

test.concurrent('what a dead worker left is cleared away, and a folder that others may enter is not used', async () => {
  const home = makeHome()
  const person = demo({ home })
  await person.see('status')
  await landed(home)
  process.kill(worker(person), 'SIGKILL')
  await person.exit()
  const folder = join(home, 'run', 'parley')
  writeFileSync(join(folder, 'abcdefgh.json'), '{"cwd":1')
  const none = demo({ home }, 'attach')
  await none.see('no chat is running.')
  expect(execFileSync('ls', [folder], { encoding: 'utf8' })).toBe('')
  writeFileSync(join(folder, 'abcdefgh.json'), '{}')
  chmodSync(folder, 0o755)
  const open = demo({ home }, 'attach')
  await open.see('is not a folder of yours alone')
})

test('a terminal that does not read costs no memory, and gets the latest when it reads again', {
  timeout: 60_000,
}, async () => {
  const person = demo()
  await person.see('status')
  const pids = [front(person), worker(person)]
  person.hold(true)
  person.type('w')
  await new Promise(resolve => setTimeout(resolve, 1_500))
  const before = pids.map(memoryOf)
  await new Promise(resolve => setTimeout(resolve, 3_000))
  const after = pids.map(memoryOf)
  for (const index of [0, 1]) expect(after[index]! - before[index]!).toBeLessThan(20_000)
  const shown = person.bytes.split(' 19 x').length
  person.hold(false)
  await person.see(/^[0-9]{5,} 19 x/m)
  // Of the thousands that were painted meanwhile hardly any is shown, and then at once those of now.
  expect(shown).toBeLessThan(100)
})

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

test('the first picture comes soon', async () => {
  const times: number[] = []
  for (let run = 0; run < 3; run++) {
    const person = demo()
    await person.see('hello from the worker')
    times.push(performance.now() - person.begun)
    person.dispose()
  }
  expect(Math.min(...times)).toBeLessThan(1_000)
})

test.concurrent.each([
  ['babbles', 'what came through the line is not understood: an unknown message'],
  ['dies', 'exit code 3'],
])('of a worker that %s it is said what happened, with a terminal and without', async (odd, words) => {
  for (const way of ['', 'background']) {
    const person = demo({ columns: 160, env: { ODD: odd } }, way)
    await person.see(`the conversation stopped unexpectedly (${words})`)
    if (odd === 'dies') await person.see('out of luck')
    expect(await person.exit()).toBe(8)
  }
})

test.concurrent('a worker says why it does not understand a terminal', async () => {
  const person = demo()
  await person.see('status')
  await landed(person.home)
  const folder = join(person.home, 'run', 'parley')
  const [name = ''] = readdirSync(folder).filter(each => each.endsWith('.sock'))
  const socket = connect(join(folder, name))
  const payload = Buffer.from('{"is":"nonsense"}')
  socket.write(Buffer.concat([Buffer.from([0, 0, 0, payload.length, 1]), payload]))
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('what came through the line is not understood: an unknown message')
  socket.destroy()
})

test.concurrent('a worker that says goodbye and does not end is ended with the front', async () => {
  const person = demo({ env: { ODD: 'lingers' } })
  await person.see('goodbye')
  expect(await person.exit({ within: 20_000 })).toBe(0)
  await allGone(person)
}, 30_000)
