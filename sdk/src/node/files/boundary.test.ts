import { afterEach, expect, test, vi } from 'vitest'
import { heldBelow } from './place.fixture.js'

const { platform } = process

/** The file is loaded anew: it asks once, and remembers. */
async function askOn(name: NodeJS.Platform) {
  vi.resetModules()
  Object.defineProperty(process, 'platform', { value: name })
  const { boundary } = await import('./boundary.js')
  return [boundary(), boundary()]
}

afterEach(() => void Object.defineProperty(process, 'platform', { value: platform }))

test.runIf(platform === 'linux')(
  'on Linux the kernel says where a file is, and nothing stays open',
  async () => {
    const held = heldBelow('/').length
    expect(await askOn('linux')).toEqual(['kernel', 'kernel'])
    expect(heldBelow('/')).toHaveLength(held)
  },
)

test('elsewhere names must do', async () => {
  for (const name of ['darwin', 'win32'] as const)
    expect(await askOn(name)).toEqual(['best-effort', 'best-effort'])
})
