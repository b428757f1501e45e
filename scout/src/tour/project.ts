/** The small project of the tour: four files of text. Knows what stands in them, and not where they go. */

import type { Wishes } from './wishes.js'

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

/** What the program is made of. */
interface Greeting {
  readonly task: string
  readonly name: string
  readonly languages: readonly string[]
  readonly end: string
}

/** What a visitor wrote is quoted: it is text, not code. */
function program({ task, name, languages, end }: Greeting): string {
  return [
    `// ${task}`,
    `const name = ${JSON.stringify(name)}`,
    `const greetings = ${JSON.stringify(languages)}`,
    `for (const greeting of greetings) console.log(greeting + ', ' + name + ${JSON.stringify(end)})`,
    '',
  ].join('\n')
}

/** The project before anything was changed. */
export const projectFiles: readonly ProjectFile[] = [
  { name: README, text: `# A greeting\n\nA small program that says hello. Try it: \`node ${PROGRAM}\`\n` },
  {
    name: PROGRAM,
    text: program({
      task: `${OPEN_TASK}: greet the visitor by name`,
      name: 'world',
      languages: ['Hello'],
      end: '.',
    }),
  },
  { name: NOTES, text: `${OPEN_TASK}: give ${PROGRAM} the name of the visitor\n` },
  { name: DRAFT, text: 'This file is only here to be deleted.\n' },
]

/** The program once it knows whom it greets. */
export function greetingProgram({
  name,
  marks,
  languages,
}: Omit<Wishes, 'colour' | 'volume' | 'keeps'>): string {
  return program({ task: 'greets the visitor by name', name, languages, end: '!'.repeat(marks) || '.' })
}
