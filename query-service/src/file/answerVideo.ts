import { once } from 'node:events'
import type { Answer, AnswerHeaders } from '@hearth/platform/http/route'

/** Bytes of an answer that are in memory at the same time. */
export const PART_BYTES = 2_000_000

type Video = Readonly<{
  /** Bytes. */
  size: number
  headers: AnswerHeaders
  readPart: (start: number, end: number) => Promise<Buffer | undefined>
}>

/** The first byte that is wanted, and the one after the last; null where the whole video is (RFC 9110, 14.2). */
const parseRange = (range: string | undefined, size: number) => {
  const [, first, last] = /^bytes=(\d{1,12})-(\d{0,12})$/.exec(range ?? '') ?? []
  if (first === undefined) return null
  const start = Number(first)
  const end = last === '' || last === undefined ? size : Math.min(Number(last) + 1, size)
  return last !== '' && end <= start && start < size ? null : { start, end }
}

const withLength = (headers: AnswerHeaders, length: number): AnswerHeaders => ({
  ...headers,
  'accept-ranges': 'bytes',
  'content-length': String(length),
})

/**
 * A video, as its player asks for it: the part that a range begins with, or all of it part by part. Undefined where
 * the storage doesn't have it.
 */
export const answerVideo = async (
  { size, headers, readPart }: Video,
  range: string | undefined,
): Promise<Answer | undefined> => {
  const wanted = parseRange(range, size)
  if (wanted && wanted.start >= size) return { status: 416, headers: { 'content-range': `bytes */${size}` } }
  const start = wanted?.start ?? 0
  const first = await readPart(start, Math.min(wanted?.end ?? size, start + PART_BYTES))
  if (first === undefined) return undefined
  if (wanted)
    return {
      status: 206,
      headers: {
        ...withLength(headers, first.length),
        'content-range': `bytes ${start}-${start + first.length - 1}/${size}`,
      },
      stream: async (response) => {
        response.write(first)
      },
    }
  return {
    status: 200,
    headers: withLength(headers, size),
    stream: async (response, signal) => {
      let part: Buffer | undefined = first
      for (let sent = 0; sent < size;) {
        if (part === undefined || part.length === 0) throw new Error('A part of a video is missing')
        sent += part.length
        if (!response.write(part)) await once(response, 'drain', { signal })
        part = sent < size ? await readPart(sent, Math.min(sent + PART_BYTES, size)) : part
      }
    },
  }
}
