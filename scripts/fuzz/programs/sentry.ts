/** What both programs under test share: every stray failure ends them loudly, and every log entry is told on stderr. */
import type { LogEntry } from '@parley/acp'

const UNHANDLED = 86

export function watchStrays(): void {
  for (const event of ['unhandledRejection', 'uncaughtException'])
    process.on(event, (error: unknown) => {
      process.stderr.write(`${event}: ${error instanceof Error ? error.stack : String(error)}\n`)
      process.exit(UNHANDLED)
    })
}

/** Ends the program for what no caller of the library should ever see. */
export function stray(error: unknown): never {
  process.stderr.write(`stray: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(UNHANDLED)
}

export function tellLog({ level, event, method, message }: LogEntry): void {
  process.stderr.write(`${JSON.stringify({ level, event, method, message })}\n`)
}

/** `agent.js v2-unstable` speaks the parts being tried. */
export const isUnstable = process.argv[2]?.endsWith('-unstable') ?? false
export const version = process.argv[2]?.startsWith('v2') ? 2 : 1
