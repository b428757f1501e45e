import { expect, test } from 'vitest'
import { pictureAt, toPicture } from './picture.js'

const PNG = btoa('\x89PNG\r\n\x1a\n and the rest of it, which nobody looks at')

test('a picture of a kind that is known is drawn from itself', () => {
  expect(toPicture('image/png', PNG)).toEqual({ source: `data:image/png;base64,${PNG}` })
  expect(pictureAt(`data:image/png;base64,${PNG}`)).toEqual({ source: `data:image/png;base64,${PNG}` })
})

test.each([
  ['image/svg+xml', btoa('<svg onload="alert(1)">')],
  ['text/html', PNG],
  ['image/png', btoa('<svg onload="alert(1)">')],
  ['image/jpeg', PNG],
  ['image/png', 'not base64 at all, "onerror="'],
  ['image/png', ''],
  ['image/png', PNG.padEnd(15_000_000, 'A')],
])('%s is not drawn where it is not what it says, or too large', (mimeType, data) => {
  expect(toPicture(mimeType, data)).toHaveProperty('refusal')
})

test('an address of elsewhere is no picture, and one of another kind is refused', () => {
  expect(pictureAt('https://example.org/a.png')).toBeUndefined()
  expect(pictureAt('data:image/svg+xml,<svg/>')).toHaveProperty('refusal')
  expect(pictureAt('DATA:text/html;base64,PHNjcmlwdD4=')).toHaveProperty('refusal')
})
