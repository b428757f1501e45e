import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { configFile, downloadFolder, stateFolder } from './own-folder.js'

test('what is kept stands below the home, or where the variables say, unless they name no absolute path', () => {
  const home = { HOME: '/home/ada' }
  expect(configFile('policy.json', { env: home })).toBe('/home/ada/.config/parley/policy.json')
  expect(stateFolder('audit', { env: home })).toBe('/home/ada/.local/state/parley/audit')
  expect(downloadFolder('agents', { env: home })).toBe('/home/ada/.local/share/parley/agents')
  expect(configFile('x', { env: { ...home, XDG_CONFIG_HOME: '/etc/ada' } })).toBe('/etc/ada/parley/x')
  expect(configFile('x', { env: { ...home, XDG_CONFIG_HOME: 'etc' } })).toBe('/home/ada/.config/parley/x')
  expect(configFile('x', { env: { HOME: 'ada' } })).toBe(`${homedir()}/.config/parley/x`)
})
