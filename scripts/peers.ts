/**
 * `npm run test:peers -- [name] [--reports folder] [--only scenario]`: agents and clients that nobody here wrote. Each agent with our client,
 * with `parley run` and examined by the kit, and acpx with scout; the model plays its part on this machine.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { tryAcpx } from './peers/acpx-trial.js'
import { tryChat } from './peers/chat-trial.js'
import { tryCommand } from './peers/command-trial.js'
import { CLIENTS, tryConformClient } from './peers/conform-client-trial.js'
import { CONFORM_PEERS } from './peers/conform-peer.js'
import { titleOf, tryConform } from './peers/conform-trial.js'
import { RECIPES } from './peers/recipe.js'
import { tryHost } from './peers/trial.js'
import { tryWeb } from './peers/web-trial.js'

const FOLDER = 'tools/peers'

const install = (): void => {
  if (existsSync(`${FOLDER}/node_modules/.package-lock.json`)) return
  console.log(`installing the peers into ${FOLDER}`)
  // What a package wants to run when it is installed is not run: nobody here has read it.
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER, stdio: 'inherit' })
  if (status !== 0) throw new Error('the peers could not be installed')
}

const {
  values: { reports, only },
  positionals: [wanted = ''],
} = parseArgs({ options: { reports: { type: 'string' }, only: { type: 'string' } }, allowPositionals: true })

const EXAMINATIONS = CONFORM_PEERS.flatMap(peer =>
  peer.versions.map(version => ({ peer, version, reports, only })),
)

const TRIALS: readonly (readonly [string, () => Promise<readonly string[]>])[] = [
  ...RECIPES.map(recipe => [`host ${recipe.name}`, () => tryHost(recipe)] as const),
  ...RECIPES.map(recipe => [`run ${recipe.name}`, () => tryCommand(recipe)] as const),
  ...RECIPES.map(recipe => [`chat ${recipe.name}`, () => tryChat(recipe)] as const),
  ...RECIPES.map(recipe => [`web ${recipe.name}`, () => tryWeb(recipe)] as const),
  ...EXAMINATIONS.map(each => [`conform ${titleOf(each)}`, () => tryConform(each)] as const),
  ...CLIENTS.map(
    name => [`conform client ${name}`, () => tryConformClient({ name, reports, only })] as const,
  ),
  ['acpx with scout', tryAcpx],
]

const trials = TRIALS.filter(([name]) => name.includes(wanted))
install()
let failed = 0
for (const [name, attempt] of trials) {
  const started = performance.now()
  const flaws = await attempt()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${flaws.length === 0 ? 'ok  ' : 'FAIL'}  ${name}  ${seconds} s`)
  for (const line of flaws) console.log(line.replace(/^/gm, '      '))
  if (flaws.length > 0) failed++
}
console.log(`${trials.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 && trials.length > 0 ? 0 : 1
