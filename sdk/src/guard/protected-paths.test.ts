import { expect, test } from 'vitest'
import type { Action } from './action.js'
import { findSensitive, placesOf, sensitivityOf } from './protected-paths.js'

const OWN = ['/home/me/.local/parley', '/home/me/.config/parley/policy.json']

const PROTECTED = [
  ...[
    '.git',
    '.git/hooks',
    '.git/hooks/pre-commit',
    '.git/config',
    '.git/config.worktree',
    '.git/modules/x/config',
  ],
  ...[
    '.git/worktrees/x/gitdir',
    '.gitmodules',
    '.gitconfig',
    '.github/workflows/ci.yml',
    '.github/workflows',
  ],
  ...[
    '.vscode/settings.json',
    '.vscode',
    '.idea/x',
    '.zed/x',
    '.cursor/x',
    '.claude/x',
    '.codex/x',
    '.gemini/x',
  ],
  ...['.acp/policy.json', '.husky/pre-push', '.config/fish/config.fish', '.config/git/config'],
  ...[
    '.mcp.json',
    '.envrc',
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.pnpmfile.cjs',
    '.profile',
    '.login',
    '.logout',
  ],
  ...[
    '.inputrc',
    'profile.ps1',
    'Microsoft.PowerShell_profile.ps1',
    '.bashrc',
    '.bash_profile',
    '.bash_login',
  ],
  ...[
    '.bash_logout',
    '.bash_aliases',
    '.zshrc',
    '.zshenv',
    '.zprofile',
    '.zlogin',
    '.zlogout',
    '.kshrc',
    '.cshrc',
  ],
  '.tcshrc',
]

test.each(PROTECTED)('%s is protected at any depth, in any case', name => {
  for (const path of [
    `/w/${name}`,
    `/w/a/b/${name}`,
    `/${name}`,
    `/w/${name.toUpperCase()}`,
    `C:\\w\\${name}`,
  ])
    expect(sensitivityOf(path, []), path).toBe('protected')
})

test('spellings that some file system takes for the same are protected, too', () => {
  for (const path of ['/w/.g\u200cit/hooks/x', '/w/.git./hooks/x', '/w/.git/hooks /x', '/w/.vscode::$DATA/x'])
    expect(sensitivityOf(path, []), path).toBe('protected')
})

const SECRET = [
  '.env',
  '.env.local',
  '.environment',
  'a.pem',
  'a.key',
  'a.p12',
  'a.pfx',
  'id_rsa',
  'id_ed25519.pub',
]
const SECRET_TOO = [
  '.netrc',
  '_netrc',
  '.git-credentials',
  '.pgpass',
  '.aws/x',
  '.ssh/x/y',
  '.kube/config',
  '.gnupg/x',
]
test.each([...SECRET, ...SECRET_TOO, '.ssh', '.aws'])(
  '%s looks like a secret, at any depth and in any case',
  name => {
    for (const path of [`/w/${name}`, `/w/a/${name}`, `/w/${name.toUpperCase()}`])
      expect(sensitivityOf(path, []), path).toBe('secret-like')
  },
)

test.each([
  ...[
    '/w/a.ts',
    '/w/git/hooks/x',
    '/w/.git/HEAD',
    '/w/.git/x/hooks',
    '/w/.github/x',
    '/w/config',
    '/w/hooks/x',
  ],
  ...[
    '/w/.gitmodules/x',
    '/w/.npmrc/x',
    '/w/.config/x',
    '/w/.env/x',
    '/w/env',
    '/w/a.pem/x',
    '/w/pem',
    '/w/my_id_x',
  ],
  ...[
    '/w/ssh/x',
    '/w/.sshx/y',
    '/w/.netrc.txt',
    '/w/x.bashrc',
    '/w/.vscodex/y',
    '/',
    '/w/package.json',
    '/w/akey',
  ],
])('%s is an ordinary path', path => {
  expect(sensitivityOf(path, OWN)).toBeUndefined()
})

test('our own folders and files are protected, and what lies in them', () => {
  for (const path of ['/home/me/.local/parley', '/home/me/.local/parley/audit/x', '/HOME/me/.local/Parley/x'])
    expect(sensitivityOf(path, OWN), path).toBe('protected')
  expect(sensitivityOf('/home/me/.config/parley/policy.json', OWN)).toBe('protected')
  for (const path of ['/home/me/.local', '/home/me/.local/parleyx', '/home/me/.config/parley/other.json'])
    expect(sensitivityOf(path, OWN), path).toBeUndefined()
})

const at = (path: string) => ({ path, root: '/w' })
const find = (action: Action, own = OWN) => findSensitive(action, own)

test('both ends of a move count, and every place of a delete', () => {
  const secret = { path: '/w/.env', why: 'secret-like' }
  expect(find({ action: 'fs.move', from: at('/w/.env'), to: at('/w/a') })).toEqual(secret)
  expect(find({ action: 'fs.move', from: at('/w/a'), to: at('/w/.env') })).toEqual(secret)
  expect(find({ action: 'fs.move', from: at('/w/a'), to: at('/w/b') })).toBeUndefined()
  expect(find({ action: 'fs.delete', at: [at('/w/a'), at('/w/.env')], isFolder: false })).toEqual(secret)
  expect(find({ action: 'fs.delete', at: [at('/w/a')], isFolder: false })).toBeUndefined()
})

test('of several sensitive places a protected one is named first', () => {
  const action: Action = { action: 'fs.move', from: at('/w/.env'), to: at('/w/.npmrc') }
  expect(find(action)).toEqual({ path: '/w/.npmrc', why: 'protected' })
})

test('a folder that holds our own may be neither moved nor deleted on a word given before', () => {
  const holder = { path: '/HOME/me/.local' }
  const why = 'protected'
  expect(find({ action: 'fs.delete', at: [holder], isFolder: true })).toEqual({ path: holder.path, why })
  expect(find({ action: 'fs.move', from: holder, to: at('/w/x') })).toEqual({ path: holder.path, why })
  expect(find({ action: 'fs.read', at: holder })).toBeUndefined()
})

test('a package is protected when its scripts change, and when nobody says whether they do', () => {
  const write = (path: string, changesScripts?: boolean): Action => ({
    action: 'fs.write',
    at: at(path),
    isNew: false,
    sha256: '',
    changesScripts,
  })
  const found = { path: '/w/x/package.json', why: 'protected' }
  expect(find(write('/w/x/package.json', true))).toEqual(found)
  expect(find(write('/w/x/package.json'))).toEqual(found)
  expect(find(write('/w/x/Package.JSON'))).toEqual({ path: '/w/x/Package.JSON', why: 'protected' })
  expect(find(write('/w/x/package.json', false))).toBeUndefined()
  expect(find(write('/w/x/deno.json', true))).toEqual({ path: '/w/x/deno.json', why: 'protected' })
  expect(find(write('/w/x/deno.json'))).toBeUndefined()
  expect(find({ action: 'fs.move', from: at('/w/a'), to: at('/w/package.json') })).toEqual({
    path: '/w/package.json',
    why: 'protected',
  })
  expect(find({ action: 'fs.move', from: at('/w/package.json'), to: at('/w/a') })).toBeUndefined()
  expect(find({ action: 'fs.read', at: at('/w/package.json') })).toBeUndefined()
})

test('actions without files touch no place, not even the one a program runs in', () => {
  const cwd = at('/w/.git/hooks')
  const run: Action = { action: 'terminal.exec', argv: ['ls'], isShell: false, cwd, env: {} }
  expect(placesOf(run)).toEqual([])
  expect(find(run)).toBeUndefined()
  expect(find({ action: 'agent.mode', mode: '.git' })).toBeUndefined()
})

test('what steers tools may be read, and is asked about when it changes', () => {
  const steering = [
    '/w/.git/commondir',
    '/w/.git/HEAD',
    '/w/docs/HEAD',
    '/w/.hg/hgrc',
    '/w/.devcontainer/devcontainer.json',
    '/w/all.code-workspace',
    '/w/.pre-commit-config.yaml',
    '/w/binding.gyp',
    '/w/CLAUDE.md',
    '/w/.gitlab-ci.yml',
  ]
  for (const path of steering) {
    expect(find({ action: 'fs.read', at: at(path) })).toBeUndefined()
    const write: Action = { action: 'fs.write', at: at(path), isNew: true, sha256: '' }
    expect(find(write)).toEqual({ path, why: 'protected' })
  }
})
