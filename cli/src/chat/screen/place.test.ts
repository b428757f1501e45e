import { expect, test } from 'vitest'
import { shortened } from './place.js'

const paths = { cwd: '/home/ada/work', home: '/home/ada' }

test('paths in the words of others are shown short where it is clear what is meant', () => {
  expect(shortened('Reading /home/ada/work/src/a.ts and /home/ada/b', paths)).toBe('Reading src/a.ts and ~/b')
  expect(shortened('home/ada/work/notes.txt', paths)).toBe('notes.txt')
  expect(shortened("cat '/home/ada/work/a' /etc/passwd", paths)).toBe("cat 'a' /etc/passwd")
})

test('what only looks like it stays as it is', () => {
  for (const text of ['/mnt/home/ada/work/a', '/srv/work/a', 'xhome/ada/work/a'])
    expect(shortened(text, paths)).toBe(text)
  expect(shortened('/a/b', { cwd: '/', home: '' })).toBe('/a/b')
})
