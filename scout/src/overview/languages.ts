/** Which language a file is written in, by its name. */

const BY_EXTENSION: Readonly<Record<string, string>> = {
  c: 'C',
  cc: 'C++',
  clj: 'Clojure',
  cpp: 'C++',
  cs: 'C#',
  css: 'CSS',
  cts: 'TypeScript',
  cxx: 'C++',
  dart: 'Dart',
  ex: 'Elixir',
  exs: 'Elixir',
  erl: 'Erlang',
  fs: 'F#',
  go: 'Go',
  h: 'C',
  hpp: 'C++',
  hs: 'Haskell',
  html: 'HTML',
  java: 'Java',
  js: 'JavaScript',
  json: 'JSON',
  jsx: 'JavaScript',
  kt: 'Kotlin',
  lua: 'Lua',
  md: 'Markdown',
  mdx: 'Markdown',
  mjs: 'JavaScript',
  ml: 'OCaml',
  mts: 'TypeScript',
  cjs: 'JavaScript',
  nix: 'Nix',
  php: 'PHP',
  pl: 'Perl',
  proto: 'Protocol Buffers',
  py: 'Python',
  r: 'R',
  rb: 'Ruby',
  rs: 'Rust',
  rst: 'reStructuredText',
  scala: 'Scala',
  scss: 'CSS',
  sh: 'Shell',
  sql: 'SQL',
  svelte: 'Svelte',
  swift: 'Swift',
  tf: 'Terraform',
  toml: 'TOML',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  vue: 'Vue',
  xml: 'XML',
  yaml: 'YAML',
  yml: 'YAML',
  zig: 'Zig',
}

const BY_NAME: Readonly<Record<string, string>> = {
  dockerfile: 'Dockerfile',
  makefile: 'Makefile',
  'cmakelists.txt': 'CMake',
}

/** The language of a file; nothing when its name does not tell. */
export function languageOf(path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : ''
  return own(BY_NAME, name) ?? own(BY_EXTENSION, extension)
}

function own(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
