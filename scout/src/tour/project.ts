/** The small project of the tour: four files of text. Knows what stands in them, and not where they go. */

/** A file to be made. */
export interface ProjectFile {
  readonly name: string
  readonly text: string
}

export const PROGRAM = 'greet.mjs'
export const README = 'README.md'
export const NOTES = 'notes.txt'
export const DRAFT = 'draft.txt'

/** What stands in the notes and in the program until it is done. */
export const OPEN_TASK = 'TODO'

/** The project before anything was changed. */
export const projectFiles: readonly ProjectFile[] = [
  { name: README, text: `# A greeting\n\nA small program that says hello. Try it: \`node ${PROGRAM}\`\n` },
  {
    name: PROGRAM,
    text: `// ${OPEN_TASK}: greet the visitor by name\nfor (const greeting of ["Hello"]) console.log(greeting + ", " + "world" + ".")\n`,
  },
  { name: NOTES, text: `${OPEN_TASK}: give ${PROGRAM} the name of the visitor\n` },
  { name: DRAFT, text: 'This file is only here to be deleted.\n' },
]

/** The program once it knows whom it greets. What a visitor wrote is quoted: it is text, not code. */
export function greetingProgram(wishes: {
  readonly name: string
  readonly marks: number
  readonly languages: readonly string[]
}): string {
  const { name, marks, languages } = wishes
  const parts = [JSON.stringify(name), JSON.stringify(marks === 0 ? '.' : '!'.repeat(marks))]
  return `// greets the visitor by name\nfor (const greeting of ${JSON.stringify(languages)}) console.log(greeting + ", " + ${parts.join(' + ')})\n`
}
