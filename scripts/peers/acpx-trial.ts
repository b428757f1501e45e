/** acpx, a client that nobody here wrote, drives scout: a prompt, a permission given and refused, a cancel, a session taken up. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BIN, marked, type Rig, withRig } from './rig.js'

const SCOUT = `${process.execPath} ${resolve('cli/dist/main.js')} agent`
const PATIENCE_MILLISECONDS = 60_000

interface Ran {
  readonly code: number | null
  readonly output: string
}

interface Acpx {
  readonly rig: Rig
  /** Runs it to its end; interrupted when its output holds this. */
  run(words: readonly string[], interruptAt?: string): Promise<Ran>
}

export const tryAcpx = async (): Promise<readonly string[]> => {
  const flaws: string[] = []
  for (const [name, scene] of SCENES) {
    const [found, left] = await withRig(async rig => scene(acpxIn(rig)))
    flaws.push(
      ...[...found, ...left.map(pid => `left process ${pid} behind`)].map(flaw => `${name}: ${flaw}`),
    )
  }
  return flaws
}

const acpxIn = (rig: Rig): Acpx => ({
  rig,
  run: (words, interruptAt) =>
    new Promise((settle, reject) => {
      const env = { ...rig.env, NO_COLOR: '1' }
      const child = spawn(join(BIN, 'acpx'), ['--agent', SCOUT, ...words], { cwd: rig.project, env })
      let output = ''
      let isInterrupted = false
      const hear = (chunk: Buffer): void => {
        output += chunk.toString()
        if (interruptAt === undefined || isInterrupted || !output.includes(interruptAt)) return
        isInterrupted = true
        child.kill('SIGINT')
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MILLISECONDS)
      child.on('error', reject)
      child.on('close', code => {
        clearTimeout(timer)
        settle({ code, output })
      })
    }),
})

const expecting = ({ code, output }: Ran, text: string, wanted = 0): string[] => [
  ...(code === wanted ? [] : [`exit ${code}, not ${wanted}: ${output}`]),
  ...(output.includes(text) ? [] : [`${JSON.stringify(text)} is not in ${output}`]),
]

const prompt = async ({ rig, run }: Acpx): Promise<string[]> => {
  await writeFile(join(rig.project, 'notes.txt'), 'the colour is red\n')
  return expecting(await run(['--approve-all', 'exec', '/read notes.txt']), 'the colour is red')
}

const permission = async ({ rig, run }: Acpx): Promise<string[]> => {
  const path = join(rig.project, 'made.txt')
  const refused = await run(['--deny-all', 'exec', '/write made.txt hello'])
  const flaws = existsSync(path) ? [`written although it was refused: ${refused.output}`] : []
  const given = await run(['--approve-all', 'exec', '/write made.txt hello'])
  flaws.push(...expecting(given, 'made.txt'))
  const text = await readFile(path, 'utf8').catch(error => String(error))
  return text.trim() === 'hello' ? flaws : [...flaws, `the file holds ${JSON.stringify(text)}`]
}

const cancel = async ({ run }: Acpx): Promise<string[]> => {
  const { output } = await run(
    ['--approve-all', '--format', 'json', 'exec', '/run sleep 60'],
    'terminal/create',
  )
  return output.includes('"stopReason":"cancelled"') ? [] : [`the turn was not cancelled: ${output}`]
}

const resume = async ({ rig, run }: Acpx): Promise<string[]> => {
  await writeFile(join(rig.project, 'notes.txt'), 'the colour is red\n')
  const short = ['--ttl', '1', '--approve-all', 'prompt']
  const flaws = expecting(await run(['sessions', 'new']), '')
  flaws.push(...expecting(await run([...short, '/todo add water the plants']), 'water'))
  // A process of its own keeps the agent for a second: once both are gone, the session lives by what was kept.
  while ((await marked(rig.mark)).length > 0) await new Promise(wait => setTimeout(wait, 100))
  flaws.push(...expecting(await run([...short, '/todo']), 'water the plants'))
  await run(['sessions', 'close'])
  return flaws
}

const SCENES = [
  ['prompt', prompt],
  ['permission', permission],
  ['cancel', cancel],
  ['resume', resume],
] as const
