import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mp4, webm } from '@hearth/platform/testing/videos'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { afterAll, expect, test } from 'vitest'
import { cleanVideo } from './cleanVideo.ts'

const directory = createWorkDirectory()
afterAll(() => directory.remove())
const path = join(directory.path, 'video')

const clean = async (bytes: Buffer) => {
  await writeFile(path, bytes)
  const found = await cleanVideo(path)
  return { found, kept: await readFile(path) }
}

test.each([
  ['an MP4', mp4({ recordedAt: '2026-11-22T10:40:05Z' }), 'video/mp4', '2026-11-22T10:40:05+00:00'],
  [
    'a MOV',
    mp4({ brand: 'qt  ', recordedAt: '2026-11-22T10:40:05Z' }),
    'video/quicktime',
    '2026-11-22T10:40:05+00:00',
  ],
  ['an MP4 of a camera without a clock', mp4(), 'video/mp4', null],
  ['an MP4 from the future', mp4({ recordedAt: '2039-01-01T00:00:00Z' }), 'video/mp4', null],
  ['a WebM', webm(), 'video/webm', null],
])('%s is taken, with the time it was recorded', async (_what, bytes, type, takenLocal) => {
  expect((await clean(bytes)).found).toEqual({ type, takenLocal })
})

test('the place is removed, and what a player reads stays where it was', async () => {
  const pictures = Buffer.from('the pictures +38 are kept')
  const bytes = mp4({ mark: '+38.7223-009.1393/', pictures })
  const { kept } = await clean(bytes)
  expect(kept.includes('+38.7223')).toBe(false)
  expect(kept.length).toBe(bytes.length)
  expect(kept.indexOf(pictures)).toBe(bytes.indexOf(pictures))
})

const whole = mp4()
test.each([
  ['nothing', Buffer.alloc(0), 'unknown-type'],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'unknown-type'],
  ['a JPEG', Buffer.from('ffd8ffe000104a46494600', 'hex'), 'unknown-type'],
  ['an AVI', Buffer.from('RIFF\0\0\0\0AVI LIST'), 'unknown-type'],
  ['half an MP4', whole.subarray(0, whole.length - 1_000), 'broken'],
  ['an MP4 with bytes after its end', Buffer.concat([whole, Buffer.from('tail of text')]), 'broken'],
  ['the head of an MP4', whole.subarray(0, 40), 'broken'],
  ['half a WebM', webm(Buffer.alloc(100), 9_000), 'broken'],
  ['the head of a WebM', webm().subarray(0, 14), 'broken'],
  [
    'an MP4 of many empty boxes',
    Buffer.concat([whole, ...Array.from({ length: 20_000 }, () => Buffer.from('0000000866726565', 'hex'))]),
    'broken',
  ],
])('%s is refused', async (_what, bytes, refused) => {
  expect((await clean(bytes)).found).toMatchObject({ refused })
})
