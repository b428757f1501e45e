import { expect, test } from 'vitest'
import { toAddress } from './address.js'

test('an address is shown whole, with the host that it leads to apart', () => {
  const address = toAddress('https://shop.example.org:8443/login?host=bank.example#x')
  expect(address).toMatchObject({
    ...{ before: 'https://', host: 'shop.example.org:8443', after: '/login?host=bank.example#x' },
    ...{ canOpen: true, warnings: [] },
  })
})

test('a name in front of the host does not pass for the host', () => {
  const address = toAddress('https://bank.example@evil.example/login@bank.example')
  expect(address).toMatchObject({ before: 'https://bank.example@', host: 'evil.example' })
  expect(address.warnings[0]).toContain('mislead')
})

test('letters of other scripts are shown as they travel', () => {
  const address = toAddress('https://bаnk.example/')
  expect(address.host).toMatch(/^xn--/)
  expect(address.warnings[0]).toContain('look closely')
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'vscode://a/b', 'no address'])(
  '%s is not opened from here',
  url => {
    expect(toAddress(url)).toMatchObject({ canOpen: false })
    expect(toAddress(url).warnings).toHaveLength(1)
  },
)

test('the parts are the address', () => {
  for (const url of ['https://a:b@c.example/?d#e', 'javascript:alert(1)', 'http://[::1]:80/x']) {
    const { before, host, after } = toAddress(url)
    expect(before + host + after).toBe(new URL(url).href)
  }
})
