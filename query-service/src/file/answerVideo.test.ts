import { Writable } from 'node:stream'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { answerVideo, PART_BYTES } from './answerVideo.ts'

const bytes = Buffer.alloc(PART_BYTES * 2 + 100, 7).fill(1, 0, 10)
const video = {
  size: bytes.length,
  headers: { 'content-type': 'video/mp4' },
  readPart: async (start: number, end: number) => bytes.subarray(start, end),
}

/** Status, length by the head, range by the head, and bytes of an answer. */
const answer = async (range: string | undefined) => {
  const given = await answerVideo(video, range)
  const pieces: Buffer[] = []
  const sink = new Writable({ write: (piece: Buffer, _, next) => (pieces.push(piece), next()) })
  if (given && 'stream' in given)
    await given.stream(sink as unknown as ServerResponse, new AbortController().signal)
  const sent = Buffer.concat(pieces)
  return { status: given?.status, headers: given?.headers, sent }
}

test('a request without a range gets the whole video', async () => {
  const { status, headers, sent } = await answer(undefined)
  expect([status, headers?.['content-length'], headers?.['accept-ranges']]).toEqual([
    200,
    String(bytes.length),
    'bytes',
  ])
  expect(sent.equals(bytes)).toBe(true)
})

test.each([
  ['bytes=0-', 0, PART_BYTES],
  ['bytes=0-1', 0, 2],
  [`bytes=${PART_BYTES}-`, PART_BYTES, PART_BYTES],
  [`bytes=${bytes.length - 5}-999999999`, bytes.length - 5, 5],
])('%s is answered with the part that begins there', async (range, start, length) => {
  const { status, headers, sent } = await answer(range)
  expect([status, headers?.['content-range'], headers?.['content-length']]).toEqual([
    206,
    `bytes ${start}-${start + length - 1}/${bytes.length}`,
    String(length),
  ])
  expect(sent.equals(bytes.subarray(start, start + length))).toBe(true)
})

test('a range after the end is answered with the size', async () => {
  const { status, headers } = await answer(`bytes=${bytes.length}-`)
  expect([status, headers?.['content-range']]).toEqual([416, `bytes */${bytes.length}`])
})

test.each(['bytes=5-2', 'bytes=-5', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=x-'])(
  '%s is not understood: the whole video',
  async (range) => expect((await answer(range)).status).toBe(200),
)

test('a video that the storage does not have has no answer', async () => {
  expect(await answerVideo({ ...video, readPart: async () => undefined }, 'bytes=0-')).toBeUndefined()
})
