/** The workbench with a real agent, in a browser: what is asked is seen and answered, and the work is done on disk. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../browser/chromium.js'
import type { Recipe } from './recipe.js'
import { type Rig, withRig } from './rig.js'

const PARLEY = resolve('cli/dist/main.js')
const PATIENCE_MILLISECONDS = 30_000
/** A question hears nothing before it has stood there for a moment. */
const GUARD_MILLISECONDS = 400

/** What is amiss. */
export const tryWeb = async (recipe: Recipe): Promise<readonly string[]> => {
  const [found, left] = await withRig(async rig => {
    const setting = { home: rig.home, model: rig.model.address }
    await recipe.prepare?.(setting)
    await writeFile(join(rig.project, 'notes.txt'), 'the colour is red\nthe sky is wide\n')
    return await serve(recipe, rig, recipe.env(setting))
  })
  return [...found, ...left.map(pid => `left process ${pid} behind`)]
}

const serve = async (
  { command, args }: Recipe,
  rig: Rig,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  // What the agent must find is given to it by a shell: a gateway passes on nothing that it was not told to.
  const given = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const agent = ['env', ...given, command, ...args].join(' ')
  const child = spawn(process.execPath, [PARLEY, 'web', '--no-open', '--format', 'json', '--agent', agent], {
    ...{ cwd: rig.project, env: rig.env, stdio: ['pipe', 'pipe', 'inherit'] },
  })
  const exited = once(child, 'exit')
  try {
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    return await visit(rig, String(JSON.parse(String(line)).link))
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    child.kill('SIGTERM')
    await exited
  }
}

const visit = async (rig: Rig, link: string): Promise<readonly string[]> => {
  const executablePath = findChromium()
  if (executablePath === undefined) return ['there is no Chromium here']
  const unboxed = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args: ['--disable-dev-shm-usage', ...unboxed] })
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(PATIENCE_MILLISECONDS)
    await page.goto(link)
    return await work(rig, page)
  } finally {
    await browser.close()
  }
}

const work = async (rig: Rig, page: Page): Promise<readonly string[]> => {
  await page.getByRole('button', { name: 'New', exact: true }).first().click()
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByText('Nothing was said yet').waitFor()
  await say(page, '[[say the part begins]]')
  await hear(page, 'the part begins')
  const path = join(rig.project, 'notes.txt')
  await say(page, `[[read ${path}]] [[edit ${path}|red|blue]] [[say it is blue now]]`)
  await allowUntil(page, 'it is blue now')
  const text = await readFile(path, 'utf8')
  return text.includes('blue') ? [] : ['what was allowed was not done']
}

const say = async (page: Page, text: string): Promise<void> => {
  const field = page.getByLabel('Prompt', { exact: true })
  await field.fill(text)
  await field.press('Enter')
}

const said = (page: Page, text: string) => page.getByRole('log').locator(`:text-is("${text}")`).last()

const hear = (page: Page, text: string): Promise<void> => said(page, text).waitFor()

/** What an agent asks about may be asked again by this side, when the agent wants it done here. */
const allowUntil = async (page: Page, text: string): Promise<void> => {
  const allow = page.locator('section.question [data-kind="allow_once"]').first()
  for (;;) {
    await said(page, text).or(allow).first().waitFor()
    if (!(await allow.isVisible())) return
    await page.waitForTimeout(GUARD_MILLISECONDS)
    await allow.click()
    await page.waitForTimeout(GUARD_MILLISECONDS)
  }
}
