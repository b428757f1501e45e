/** `node scripts/dist/map.js [root]`: prints every place where the project breaks one of its laws. */
import { printFlaw } from './map/law.js'
import { LAW_NAMES, survey } from './map/survey.js'

const { flaws, files } = survey(process.argv[2] ?? process.cwd())
for (const flaw of flaws) console.log(printFlaw(flaw))
console.log(`${files} files, ${LAW_NAMES.length} laws, ${flaws.length} flaws`)
process.exitCode = flaws.length === 0 ? 0 : 1
