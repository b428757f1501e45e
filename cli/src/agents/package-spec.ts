/** Names and versions of packages, as narrow as they are in truth: what is more is an address, a path or an option. */

export interface PackageSpec {
  readonly name: string
  readonly version?: string | undefined
}

const PART = '[a-z0-9][a-z0-9._-]*'
const NPM_NAME = new RegExp(`^(?:@${PART}/)?${PART}$`)
const PYTHON_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
const EXACT = /^\d{1,10}\.\d{1,10}\.\d{1,10}(?:-[0-9A-Za-z.-]{1,64})?(?:\+[0-9A-Za-z.-]{1,64})?$/
const PYTHON_EXACT = /^\d[0-9A-Za-z.+!-]{0,63}$/
const RANGE = /^(?:[\^~=]|[<>]=?)?\d{1,10}(?:\.(?:\d{1,10}|x|\*)){0,2}(?:-[0-9A-Za-z.-]{1,64})?$|^\*$/
const TAG = /^[A-Za-z][A-Za-z0-9-]{0,63}$/
const LONGEST_NAME = 214

export const isPackageName = (name: string): boolean => name.length <= LONGEST_NAME && NPM_NAME.test(name)

export const isExactVersion = (version: string): boolean => EXACT.test(version)

/** What npm may be asked for behind the `@`: a version, a range or a tag, and no address of any kind. */
export const isWantedVersion = (version: string): boolean =>
  isExactVersion(version) || RANGE.test(version) || TAG.test(version)

/** Splits `name@version`; the `@` of a scope is no such. */
export function splitSpec(text: string): PackageSpec {
  const at = text.lastIndexOf('@')
  return at <= 0 ? { name: text } : { name: text.slice(0, at), version: text.slice(at + 1) }
}

/** A package for Python, as `uvx` takes it: a name, and perhaps an exact version. */
export function readPythonSpec(text: string): PackageSpec | undefined {
  const [name = '', version, ...more] = text.split(/==|@/)
  if (more.length > 0 || name.length > LONGEST_NAME || !PYTHON_NAME.test(name)) return undefined
  if (version !== undefined && !PYTHON_EXACT.test(version)) return undefined
  return { name, version }
}
