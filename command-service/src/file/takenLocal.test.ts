import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readTakenLocal } from './takenLocal.ts'

const readFrom = async (exif: Readonly<Record<string, string>>): Promise<string | null> => {
  const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
    .withExif({ IFD0: { Make: 'Camera' }, IFD2: exif })
    .jpeg()
    .toBuffer()
  const { exif: written } = await sharp(picture).metadata()
  return written === undefined ? null : readTakenLocal(written)
}

test.each([
  [
    'with its zone',
    { DateTimeOriginal: '2026:11:22 11:40:05', OffsetTimeOriginal: '+01:00' },
    '2026-11-22T11:40:05+01:00',
  ],
  ['without a zone', { DateTimeOriginal: '2026:11:22 11:40:05' }, '2026-11-22T11:40:05'],
  ['that no calendar has', { DateTimeOriginal: '2026:13:41 11:40:05' }, null],
  ['that the camera did not know', { DateTimeOriginal: '0000:00:00 00:00:00' }, null],
  ['that is absent', {}, null],
])('reads a time %s', async (_, exif, taken) => expect(await readFrom(exif)).toBe(taken))

test('reads nothing from a file that is cut, or has no EXIF', async () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('Exif\0\0II*\0'),
    Buffer.alloc(64, 0xff),
    Buffer.from('nonsense'),
  ])
    expect(readTakenLocal(bytes)).toBeNull()
})
