import { describe, expect, it } from 'vitest'
import { fileHeaders, safeFileName } from './fileHeaders.ts'

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

  it('appears in the header in full and in ASCII', () => {
    const headers = fileHeaders('Câmara (1).png', 'image/png', 7)
    expect(headers['content-disposition']).toBe(
      `attachment; filename="C_mara (1).png"; filename*=UTF-8''C%C3%A2mara%20%281%29.png`,
    )
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '7',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(headers['content-security-policy']).toContain('sandbox')
  })
})
