/** How the command ends, for scripts: one number for each way. */

export const EXIT = {
  ok: 0,
  error: 1,
  usage: 2,
  timeout: 3,
  noSession: 4,
  denied: 5,
  refusal: 6,
  limit: 7,
  agentFailed: 8,
  signInNeeded: 9,
  inputNeeded: 10,
  cancelled: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
