/** What goes by, as text. */
export const asText = (message: unknown): string =>
  typeof message === 'string' ? message : JSON.stringify(message)
