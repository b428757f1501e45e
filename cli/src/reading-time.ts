/** How long what asks for an answer stands there before one is heard: what is typed sooner is meant for something else. */
export const READING_MILLISECONDS = 300
