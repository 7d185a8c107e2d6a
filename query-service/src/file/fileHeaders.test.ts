import { describe, expect, it } from 'vitest'
import { fileHeaders } from './fileHeaders.ts'

describe("a file's name", () => {
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
