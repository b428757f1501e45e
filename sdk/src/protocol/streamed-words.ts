/** Where what an agent says stands in its notifications, in both versions: piece by piece, with little else that changes. */
export const STREAMED_WORDS: readonly string[] = ['params', 'update', 'content', 'text']
