import { expect, test } from 'vitest'
import { isRiskyName, isRiskyProgram, isSteering, mentionsRiskyProgram, toProgramName } from './program.js'

const RULE = 'sudo su doas ssh scp rsync curl wget nc eval xargs env npx uvx pip docker kubectl'.split(' ')

test.each(RULE)('%s is never remembered, in any folder and any spelling', name => {
  for (const program of [
    name,
    `/usr/bin/${name}`,
    name.toUpperCase(),
    `${name}.exe`,
    `C:\\x\\${name}.cmd`,
    `./${name}`,
  ])
    expect(isRiskyProgram([program]), program).toBe(true)
  expect(isRiskyProgram([`${name}zz`])).toBe(false)
  expect(isRiskyName(name)).toBe(true)
})

test('programs that do the same under another name are on the list', () => {
  const names =
    'sftp ncat netcat socat telnet pkexec runuser chroot podman bunx pnpx pipx nohup nice time timeout setsid stdbuf watch ' +
    'parallel exec command busybox script strace unshare nsenter rm rmdir shred dd source powershell pwsh wsl start ' +
    'osascript crontab at helm open xdg-open mkfs mkfs.ext4 pip3 pip3.11'
  for (const name of names.split(' ')) expect(isRiskyProgram([name]), name).toBe(true)
})

test('a name is without folder, ending and version', () => {
  expect(toProgramName('/usr/bin/pip3.11')).toBe('pip')
  expect(toProgramName('C:\\Python\\PYTHON3.EXE')).toBe('python')
  for (const ending of ['.exe', '.cmd', '.bat', '.com', '.ps1']) expect(toProgramName(`a${ending}`)).toBe('a')
  expect(toProgramName('7')).toBe('7')
  expect(toProgramName('a.sh')).toBe('a.sh')
  expect(toProgramName('')).toBe('')
})

test.each([
  [['sh', '-c', 'x'], true],
  [['bash', '-lc', 'x'], true],
  [['/bin/zsh', '-ec', 'x'], true],
  [['fish', '--command', 'x'], true],
  [['cmd', '/c', 'x'], true],
  [['cmd.exe', '/K', 'x'], true],
  [['sh', 'build.sh'], false],
  [['sh', '-x', 'build.sh'], false],
  [['sh', '--norc'], false],
  [['bash', 'x-c'], false],
  [['npm', 'install'], true],
  [['npm', 'i', 'x'], true],
  [['npm', 'INSTALL'], true],
  [['npm', 'ci'], true],
  [['npm', 'exec', 'x'], true],
  [['npm', '--prefix', 'x', 'test'], true],
  [['npm', '--version'], false],
  [['npm', 'test'], false],
  [['npm', 'run', 'build'], false],
  [['pnpm', 'dlx', 'x'], true],
  [['yarn', 'add', 'x'], true],
  [['bun', 'x', 'y'], true],
  [['deno', 'run', 'x'], true],
  [['uv', 'pip', 'install'], true],
  [['git', 'push'], true],
  [['git', 'config', 'x'], true],
  [['git', '-c', 'core.pager=x', 'log'], true],
  [['git', '--version'], false],
  [['git', 'status'], false],
  [['python3', '-m', 'pip', 'install', 'x'], true],
  [['python', '-u', 'x.py'], false],
  [['find', '.', '-delete'], true],
  [['find', '-L', '.', '-exec', 'x'], true],
  [['find', '-L', '.'], false],
  [['make', 'install'], false],
  [['constructor', 'x'], false],
  [[], false],
])('%j is on the list: %s', (argv, isRisky) => {
  expect(isRiskyProgram(argv)).toBe(isRisky)
})

const INSTALLS =
  'install i in ins inst insta instal isnt isnta isntal isntall add ci ic clean-install install-clean isntall-clean ' +
  'install-test it install-ci-test cit sit update up upgrade exec x dlx create init link publish config set'

test.each([
  ['npm', INSTALLS],
  ['pnpm', INSTALLS],
  ['yarn', INSTALLS],
  ['bun', INSTALLS],
  ['deno', 'install add run eval x'],
  ['uv', 'pip tool add sync run publish'],
  ['git', 'push config send-email daemon submodule'],
  ['python', 'pip ensurepip pip.__main__'],
  ['find', '-delete -exec -execdir -ok -okdir -fprint -fprintf -fls'],
])('%s is on the list with each of the words that install, send, delete or run', (name, words) => {
  for (const word of words.split(' ')) {
    expect(isRiskyProgram([name, word]), word).toBe(true)
    expect(mentionsRiskyProgram(`${name} ${word}`), word).toBe(true)
    expect(isRiskyProgram([name, `${word}zz`]), word).toBe(false)
  }
})

test('every shell that is handed text is on the list, by its own flags', () => {
  for (const name of ['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'csh', 'tcsh', 'cmd']) {
    expect(isRiskyProgram([name, '-c', 'x']), name).toBe(true)
    expect(isRiskyProgram([name, 'x']), name).toBe(false)
    expect(mentionsRiskyProgram(`${name} x`), name).toBe(true)
  }
  expect(isRiskyProgram(['sh', '-no-config'])).toBe(false)
})

test('an option may steer a program elsewhere, and what stands behind two dashes may not', () => {
  const names = 'node perl ruby php java mvn gradle make cmake ninja cargo go rustc tar'.split(' ')
  for (const name of [...names, 'npm', 'git', '/usr/bin/python3.11', 'find']) {
    expect(isSteering(name, '-C'), name).toBe(true)
    expect(isSteering(name, '--file=x'), name).toBe(true)
    for (const word of ['--', 'test', 'x-']) expect(isSteering(name, word), `${name} ${word}`).toBe(false)
  }
  expect(isSteering('ls', '-l')).toBe(false)
})

test('no pattern may stand for the words of a shell or of a program on the list', () => {
  for (const name of ['sh', '/bin/bash', 'cmd.exe', 'sudo', 'mkfs.ext4'])
    expect(isRiskyName(name), name).toBe(true)
  for (const name of ['npm', 'git', 'ls', 'node']) expect(isRiskyName(name), name).toBe(false)
})

test.each([
  ['ls && date', false],
  ['ls; curl x', true],
  ['a|/usr/bin/sudo b', true],
  ['$(wget x)', true],
  ['npm test', false],
  ['npm install', true],
  ['npm run x && npm  install', true],
  ['git status', false],
  ['cd x; git -C y push', true],
  ['bash x.sh', true],
  ['echo curling', false],
  ['make install', false],
  ['', false],
])('the text %j for a shell names such a program: %s', (text, isRisky) => {
  expect(mentionsRiskyProgram(text)).toBe(isRisky)
})

test('a module may stand in one word with its flag', () => {
  expect(isRiskyProgram(['python3', '-mpip', 'install', 'x'])).toBe(true)
  expect(isRiskyProgram(['python3', '-m', 'pip'])).toBe(true)
  expect(isRiskyProgram(['python3', '-munittest'])).toBe(false)
  expect(isRiskyProgram(['python3', 'x-mpip'])).toBe(false)
})
