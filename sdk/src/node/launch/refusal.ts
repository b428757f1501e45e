/** What the system says when it will not start a program, and what can be done about it. */

import { LaunchError } from './launch-error.js'

const CURES: Readonly<Record<string, string>> = {
  EACCES: 'look whether its file system is mounted without `exec`, or a security policy forbids it.',
  EPERM: 'look whether a security policy forbids it.',
  EAGAIN: 'end other processes: the limit of this user is reached (`ulimit -u`).',
  EMFILE: 'close files: this process may open no more (`ulimit -n`).',
  ENFILE: 'close files: this system may open no more.',
  ENOMEM: 'free some memory.',
  E2BIG: 'give fewer or shorter arguments and variables.',
  ENOENT: 'install it again: something it needs in order to start is missing, or it was just removed.',
  ENOEXEC: 'install the build for this system: this file is no program here.',
  ETXTBSY: 'try again when its installation is complete: the file is still being written.',
}

export function refusal(file: string, cause: unknown): LaunchError {
  const { code = '', message = 'without a reason' } = (cause ?? {}) as Partial<NodeJS.ErrnoException>
  const what = `cannot start ${file}: the system refused it (${message}).`
  return new LaunchError(
    'refused',
    { what, cure: CURES[code] ?? 'try to start it in a terminal.' },
    { cause },
  )
}
