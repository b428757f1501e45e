/**
 * A file of one's own that leads a browser to the link. What a program is started with can be seen by everybody on the machine for
 * as long as it runs; what stands in the state folder cannot.
 */

import { randomUUID } from 'node:crypto'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface WayIn extends AsyncDisposable {
  /** Of the file. */
  readonly url: string
}

/** As long as the link itself is good. */
const GOOD_MILLISECONDS = 30_000
const NAME = /^open-[\w-]+\.html$/

/** It is gone when the link is too old, or when it is disposed of. Rejects where nothing can be kept. */
export async function makeWayIn(link: string, folder: string): Promise<WayIn> {
  await sweep(folder)
  const path = join(folder, `open-${randomUUID()}.html`)
  await writeFile(path, toHtml(link), { mode: 0o600, flag: 'wx' })
  const remove = (): Promise<void> => rm(path, { force: true })
  const timer = setTimeout(() => void remove().catch(() => {}), GOOD_MILLISECONDS)
  timer.unref()
  return {
    url: pathToFileURL(path).href,
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      await remove()
    },
  }
}

/** Those of processes that ended before they were too old. */
async function sweep(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => NAME.test(name))
  for (const path of names.map(name => join(folder, name))) {
    const { mtimeMs = 0 } = (await stat(path).catch(() => undefined)) ?? {}
    if (Date.now() - mtimeMs > GOOD_MILLISECONDS) await rm(path, { force: true })
  }
}

/** A link has no signs that mean something here: it is an address of ours and a ticket. */
function toHtml(link: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${link}">
<title>Parley</title>
<p><a rel="noreferrer" href="${link}">Open the workbench</a>
`
}
