import { expect, test } from 'vitest'
import { homeForEach } from './home.fixture.js'
import { answerIn, flagsOf, loginPath, questionOf } from './login-shell.js'
import type { Surroundings } from './surroundings.js'

const unwatched = process.listenerCount('exit')

const person = homeForEach()

const whereWith = (shell: string): Surroundings => ({
  platform: 'linux',
  env: { ...process.env, ...person.home.env, SHELL: shell },
  home: person.home.folder,
  cwd: person.home.path('project'),
})

for (const [shell, profile] of [
  ['/bin/bash', '.bash_profile'],
  ['/bin/dash', '.profile'],
  ['/bin/sh', '.profile'],
] as const)
  test(`${shell} names the PATH of its profile`, async () => {
    person.home.write(profile, 'echo hello; PATH="/first:/with space:/last*"; export PATH\n')
    expect(await loginPath(whereWith(shell))).toEqual({
      shell,
      folders: ['/first', '/with space', '/last*'],
      remark: undefined,
    })
  })

test('a shell is asked once in the life of the process', async () => {
  person.home.write('.bash_profile', `echo x >> ${person.home.path('asked')}; export PATH=/once\n`)
  const [first, second] = await Promise.all([
    loginPath(whereWith('/bin/bash')),
    loginPath(whereWith('/bin/bash')),
  ])
  person.home.write('.bash_profile', 'export PATH=/twice\n')
  expect([first, second, await loginPath(whereWith('/bin/bash'))].map(({ folders }) => folders)).toEqual([
    ['/once'],
    ['/once'],
    ['/once'],
  ])
})

test('a shell that did not answer in time is asked again', async () => {
  person.home.write('.bash_profile', `test -e ${person.home.path('late')} || sleep 60; export PATH=/again\n`)
  expect((await loginPath(whereWith('/bin/bash'), 300)).remark).toContain('did not name its PATH')
  person.home.write('late', '')
  expect((await loginPath(whereWith('/bin/bash'))).folders).toEqual(['/again'])
})

test('what a profile leaves in the background is ended with the question, and nobody waits for it', async () => {
  person.home.write('.bash_profile', '(trap "" TERM; sleep 60) & export PATH=/background\n')
  expect((await loginPath(whereWith('/bin/bash'))).folders).toEqual(['/background'])
  expect(process.listenerCount('exit')).toBe(unwatched)
})

test('a shell that prints what it was told, and much more, is not mistaken for an answer', async () => {
  const shell = person.home.write(
    'loud-shell',
    `#!/bin/sh
for word in "$@"; do echo "$word"; done
head -c 3000000 /dev/zero | tr '\\0' x
PATH=/the/answer:/usr/bin:/bin exec /bin/sh -c "$4"\n`,
    0o755,
  )
  expect((await loginPath(whereWith(shell))).folders).toEqual(['/the/answer', '/usr/bin', '/bin'])
})

test('a shell that ends without an answer, or refuses logins, is a remark', async () => {
  const shell = person.home.write(
    'nologin',
    '#!/bin/sh\necho This account is not available.; exit 1\n',
    0o755,
  )
  expect(await loginPath(whereWith(shell))).toMatchObject({
    folders: [],
    remark: 'ended with code 1 and did not name its PATH',
  })
})

test('each shell is given the flags it understands', () => {
  expect(flagsOf('/usr/bin/fish')).toEqual(['-l', '-i', '-c'])
  expect(flagsOf('/opt/homebrew/bin/nu')).toEqual(['-l', '-i', '-c'])
  expect(flagsOf('/bin/tcsh')).toEqual(['-i', '-c'])
  expect(flagsOf('/usr/bin/pwsh')).toEqual(['-Login', '-Command'])
})

test('the question holds no quote but the one pair that every shell reads alike, and no whole mark', () => {
  const question = questionOf(['aa', 'bb'])
  expect(question.match(/["`\\!]/)).toBeNull()
  expect(question.match(/'/g)).toHaveLength(2)
  expect(answerIn(question, ['aa', 'bb'])).toBeUndefined()
})

test('an answer is what stands between the marks, and half an answer is none', () => {
  expect(answerIn('noise aabb/bin:/usr/binbbaa noise', ['aa', 'bb'])).toBe('/bin:/usr/bin')
  expect(answerIn('aabbbbaa', ['aa', 'bb'])).toBe('')
  expect(answerIn('noise aabb/bin', ['aa', 'bb'])).toBeUndefined()
})
