/** `npm run test:matrix`: the whole suite on every supported Node, which npm installs under tools/nodes. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

const FOLDER = 'tools/nodes'

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
}

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly success: boolean
}

const { dependencies } = JSON.parse(readFileSync(`${FOLDER}/package.json`, 'utf8')) as Manifest

const install = (): void => {
  if (Object.keys(dependencies).every(name => existsSync(`${FOLDER}/node_modules/${name}/bin/node`))) return
  console.log(`installing ${Object.keys(dependencies).length} Nodes into ${FOLDER}`)
  const { status } = spawnSync('npm', ['ci'], { cwd: FOLDER, stdio: 'inherit' })
  if (status !== 0) throw new Error('the Nodes could not be installed: they are built for Linux on x64 only')
}

const runOn = (name: string): boolean => {
  const bin = resolve(FOLDER, 'node_modules', name, 'bin')
  const file = `.build/matrix-${name}.json`
  rmSync(file, { force: true })
  const started = performance.now()
  const { stdout, stderr } = spawnSync(
    `${bin}/node`,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'vitest.whole.config.ts',
      `--outputFile.json=${file}`,
    ],
    // Tests that start `node` by name mean the Node they run on.
    {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
    },
  )
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
  const version = dependencies[name]?.split('@').pop() ?? ''
  const passed = String(report?.numPassedTests ?? 0)
  const failed = String(report?.numFailedTests ?? '?')
  console.log(
    `${version.padEnd(10)} ${passed.padStart(6)} passed ${failed.padStart(6)} failed ${seconds.padStart(7)} s`,
  )
  if (!report?.success) console.log(`${stdout}${stderr}`.replace(/^/gm, '  '))
  return report?.success ?? false
}

install()
const results = Object.keys(dependencies).map(runOn)
process.exitCode = results.every(Boolean) ? 0 : 1
