import { expect, test } from 'vitest'
import { unpinnedPackages } from './package-pin.js'

const unpinned = (line: string): readonly string[] => {
  const [command = '', ...args] = line.split(' ')
  return unpinnedPackages(command, args)
}

test('a package without an exact version is found, however it is run', () => {
  for (const line of [
    'npx -y left-pad',
    'npx left-pad@latest --port 1',
    '/usr/bin/npx -y left-pad@^1.0.0',
    'npx -y -p left-pad run',
    'npx --package=left-pad run',
    'npm exec left-pad',
    'pnpm dlx left-pad@1',
    'bunx left-pad',
    'cmd /c npx -y left-pad',
    'cmd.exe /C npx.cmd left-pad',
    'env npx left-pad',
  ])
    expect([line, unpinned(line).length]).toEqual([line, 1])
  expect(unpinned('npx -y @scope/name')).toEqual(['@scope/name'])
})

test('an exact version, a program of the machine and a path are left alone', () => {
  for (const line of [
    'npx -y left-pad@1.2.3',
    'npx -y @scope/name@1.2.3-rc.1 --flag',
    'npx ./local',
    'npm run server',
    'node server.js',
    'uv run server',
  ])
    expect([line, unpinned(line)]).toEqual([line, []])
})
