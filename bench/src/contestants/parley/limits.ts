/** Limits that two rows go beyond on purpose: one message of 64 MB, and ten thousand prompts in flight. */

const largest = 256 * 1024 * 1024

export const limits = {
  messageBytes: largest,
  unsentBytes: largest,
  undeliveredBytesAtMost: largest,
  pendingRequests: 20_000,
}
