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
  ['a WebM', webm({ recordedAt: '2026-11-22T10:40:05Z' }), 'video/webm', '2026-11-22T10:40:05+00:00'],
  [
    'a WebM as a browser records it',
    webm({ live: true, recordedAt: '2026-11-22T10:40:05Z' }),
    'video/webm',
    '2026-11-22T10:40:05+00:00',
  ],
  ['a WebM of a recorder without a clock', webm(), 'video/webm', null],
  ['a WebM from the future', webm({ recordedAt: '2039-01-01T00:00:00Z' }), 'video/webm', null],
])('%s is taken, with the time it was recorded', async (_what, bytes, type, takenLocal) => {
  expect((await clean(bytes)).found).toEqual({ type, takenLocal })
})

const pictures = Buffer.from('the pictures +38 are kept')
const mark = '+38.7223-009.1393/'
test.each([
  ['an MP4', mp4({ mark, pictures })],
  ['a WebM', webm({ mark, pictures })],
  ['a WebM as a browser records it', webm({ live: true, mark, pictures })],
  ['a WebM with tags of more than one piece', webm({ mark: mark.repeat(10_000), pictures })],
])('the place is removed from %s, and what a player reads stays where it was', async (_what, bytes) => {
  const { kept } = await clean(bytes)
  expect(bytes.includes('+38.7223')).toBe(true)
  expect(kept.includes('+38.7223')).toBe(false)
  expect(kept.length).toBe(bytes.length)
  expect(kept.indexOf(pictures)).toBe(bytes.indexOf(pictures))
})

test.each([
  ['sized', webm()],
  ['live', webm({ live: true })],
])('a WebM that was cleaned is cleaned again without a change (%s)', async (_kind, bytes) => {
  const { kept } = await clean(bytes)
  const again = await clean(kept)
  expect(again.found).toEqual({ type: 'video/webm', takenLocal: null })
  expect(again.kept.equals(kept)).toBe(true)
})

const whole = mp4()
const small = webm()
const live = webm({ live: true })
test.each([
  ['nothing', Buffer.alloc(0), 'unknown-type'],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'unknown-type'],
  ['a JPEG', Buffer.from('ffd8ffe000104a46494600', 'hex'), 'unknown-type'],
  ['an AVI', Buffer.from('RIFF\0\0\0\0AVI LIST'), 'unknown-type'],
  ['half an MP4', whole.subarray(0, whole.length - 1_000), 'broken'],
  ['an MP4 with bytes after its end', Buffer.concat([whole, Buffer.from('tail of text')]), 'broken'],
  ['the head of an MP4', whole.subarray(0, 40), 'broken'],
  ['half a WebM', small.subarray(0, small.length / 2), 'broken'],
  ['half a WebM as a browser records it', live.subarray(0, live.length / 2), 'broken'],
  ['the head of a WebM', small.subarray(0, 40), 'broken'],
  ['a WebM with bytes after its end', Buffer.concat([small, Buffer.from('tail of text')]), 'broken'],
  [
    'a WebM of many empty elements',
    Buffer.concat([live, ...Array.from({ length: 20_000 }, () => Buffer.from('ec80', 'hex'))]),
    'broken',
  ],
  [
    'an MP4 of many empty boxes',
    Buffer.concat([whole, ...Array.from({ length: 20_000 }, () => Buffer.from('0000000866726565', 'hex'))]),
    'broken',
  ],
])('%s is refused', async (_what, bytes, refused) => {
  expect((await clean(bytes)).found).toMatchObject({ refused })
})
