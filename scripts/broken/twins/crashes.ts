/** What would go wrong with sessions when the power goes: one fault each, and the images that must show it. */
import type { Row } from '../row.js'

const TITLE = 'whatever a crash leaves, everything acknowledged is there'

/** A fault that only shows when the power goes. */
const crash = (fault: string, file: string, [find, replace]: readonly [string, string]): Row => ({
  name: `twin: store, after a crash, ${fault}`,
  change: [{ file: `sdk/src/node/journal/${file}`, find, replace }],
  run: { file: 'scripts/crashfs/crashfs.test.ts', title: TITLE },
  says: 'FAIL in image',
  build: true,
})

export const CRASHES: readonly Row[] = [
  crash('nothing is synced before it is acknowledged', 'segment.ts', [
    '    await this.#files.sync(this.file)\n',
    '',
  ]),
  crash('the name of a commit log is not synced', 'segment.ts', [
    '    await files.syncFolder(folder.commits)\n',
    '',
  ]),
  crash('the name of a new session is not synced', 'store.ts', [
    '    if (this.#settings.isSynced) await this.files.syncFolder(this.folder.path)\n  }\n\n  #cut',
    '  }\n\n  #cut',
  ]),
  crash('a commit log is dropped before the session files last', 'commit-log.ts', [
    '        await syncPath(this.#place.files, tail.path)\n',
    '',
  ]),
  crash('a session is given back before its file lasts', 'commit-log.ts', [
    '    await this.#attempt(() => syncPath(this.#place.files, tail.path))\n',
    '',
  ]),
  crash('a commit log is folded from its first entry on', 'recovery.ts', [
    'let seq = verdict.seq + 1',
    'let seq = Math.min(verdict.seq + 1, ...run.lines.keys())',
  ]),
  crash('the log of a session that had the same id is folded', 'recovery.ts', [
    'runs.find(({ seed }) => seed === verdict?.seed)',
    'runs[0]',
  ]),
  crash('a line of the commit log is not checked', 'segment.ts', [
    '      if (!isSealed(bytes, this.#current.seed)) return false\n',
    '',
  ]),
]
