/** A value of others as JSON on one line, in bounds: however large it is, no more is looked at than is shown. */

import { cleanTitle } from './clean-text.js'

const DEEPEST = 12

export function toCompactJson(value: unknown, most: number): string {
  const sheet = { text: '', most }
  write(sheet, value, 0)
  return cleanTitle(sheet.text, most)
}

interface Sheet {
  text: string
  readonly most: number
}

function write(sheet: Sheet, value: unknown, depth: number): void {
  if (sheet.text.length > sheet.most) return
  if (typeof value === 'string') sheet.text += JSON.stringify(value.slice(0, sheet.most))
  else if (typeof value !== 'object' || value === null) sheet.text += String(value)
  else if (depth > DEEPEST) sheet.text += '…'
  else if (Array.isArray(value))
    writeAll(sheet, '[]', { names: value.keys(), writeOne: at => write(sheet, value[at], depth + 1) })
  else
    writeAll(sheet, '{}', {
      names: namesOf(value),
      writeOne: name => {
        sheet.text += `${JSON.stringify(name.slice(0, 200))}: `
        write(sheet, fieldOf(value, name), depth + 1)
      },
    })
}

interface Parts<Name> {
  readonly names: Iterable<Name>
  readonly writeOne: (name: Name) => void
}

function writeAll<Name>(sheet: Sheet, [open, close]: string, { names, writeOne }: Parts<Name>): void {
  sheet.text += open
  let isFirst = true
  for (const name of names) {
    if (sheet.text.length > sheet.most) return
    if (!isFirst) sheet.text += ', '
    isFirst = false
    writeOne(name)
  }
  sheet.text += close
}

function* namesOf(value: object): Generator<string> {
  for (const name in value) if (Object.hasOwn(value, name)) yield name
}

function fieldOf(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value
}
