/** `npm run test:peers [name]`: real agents that nobody here wrote, each with our client and a model that plays its part. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { RECIPES } from './peers/recipe.js'
import { tryPeer } from './peers/trial.js'

const FOLDER = 'tools/peers'

const install = (): void => {
  if (existsSync(`${FOLDER}/node_modules/.package-lock.json`)) return
  console.log(`installing the peers into ${FOLDER}`)
  // What a package wants to run when it is installed is not run: nobody here has read it.
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER, stdio: 'inherit' })
  if (status !== 0) throw new Error('the peers could not be installed')
}

const wanted = process.argv[2] ?? ''
const recipes = RECIPES.filter(({ name }) => name.includes(wanted))
install()
let failed = 0
for (const recipe of recipes) {
  const started = performance.now()
  const { agent, counts, flaws, evidence } = await tryPeer(recipe)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${flaws.length === 0 ? 'ok  ' : 'FAIL'}  ${agent}  ${seconds} s`)
  for (const [name, { answered, refused }] of [...counts].sort())
    console.log(`      ${name.padEnd(24)} ${answered} answered, ${refused} refused`)
  for (const line of flaws.length === 0 ? [] : [...flaws, ...evidence])
    console.log(line.replace(/^/gm, '      '))
  if (flaws.length > 0) failed++
}
console.log(`${recipes.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 && recipes.length > 0 ? 0 : 1
