import { describe, expect, it } from 'vitest'
import { safeFileName } from './fileName.ts'

describe("a file's name", () => {
  it.each([
    ['photo.JPG', 'photo.jpg'],
    ['../../etc/passwd', 'passwd.jpg'],
    ['C:\\Windows\\system32\\x.exe', 'x.jpg'],
    ['a.php.jpg', 'a.jpg'],
    ['x\0.svg', 'x.jpg'],
    ['', 'file.jpg'],
    ['..', 'file.jpg'],
    ['.htaccess', 'file.jpg'],
    ['a"; filename="evil.html', 'a   filename= evil.jpg'],
    ['a\r\nSet-Cookie: x', 'aSet-Cookie  x.jpg'],
    ['gpj.\u202Etxt', 'gpj.jpg'],
    ['Câmara da Ana.png', 'Câmara da Ana.jpg'],
    ['x'.repeat(300), `${'x'.repeat(80)}.jpg`],
    ['😀'.repeat(100), `${'😀'.repeat(80)}.jpg`],
  ])('%j becomes %j', (name, expected) => expect(safeFileName(name, 'image/jpeg')).toBe(expected))
})
