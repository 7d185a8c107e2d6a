import { open, type FileHandle } from 'node:fs/promises'
import { isVideo, type VideoType } from '@hearth/contracts/file'
import { fileTypeFromBuffer } from 'file-type'
import { BROKEN, refuse, type RefusedFile } from './cleanFile.ts'
import { cleanWebm } from './cleanWebm.ts'
import { BrokenVideoError, readAt, writeZeros } from './videoBytes.ts'

export type CleanVideo = Readonly<{
  type: VideoType
  /** When it was recorded, in UTC: `2026-11-22T10:40:05+00:00`. */
  takenLocal: string | null
}>

const UNKNOWN = refuse('unknown-type', 'Use a video in the format MP4, MOV or WebM')
/** Enough for the type. */
const HEAD_BYTES = 4_100
/** A recording in fragments has a few for each second. */
const MAX_BOXES = 10_000

/** A part of an MP4 or MOV file (ISO/IEC 14496-12, 4.2). Positions in bytes of the file. */
type Box = Readonly<{ type: string; start: number; body: number; end: number }>

/** The boxes between two positions, which they must fill exactly: half a file has a box that ends after it. */
const createBoxReader = (file: FileHandle) => {
  let count = 0
  return async (from: number, to: number): Promise<readonly Box[]> => {
    const boxes: Box[] = []
    for (let start = from; start < to; start = boxes.at(-1)?.end ?? to) {
      const head = await readAt(file, start, 16)
      count += 1
      if (head.length < 8 || count > MAX_BOXES) throw new BrokenVideoError()
      const short = head.readUInt32BE(0)
      if (short === 1 && head.length < 16) throw new BrokenVideoError()
      const body = start + (short === 1 ? 16 : 8)
      const end = short === 0 ? to : start + (short === 1 ? Number(head.readBigUInt64BE(8)) : short)
      if (end < body || end > to) throw new BrokenVideoError()
      boxes.push({ type: head.toString('latin1', 4, 8), start, body, end })
    }
    return boxes
  }
}

/** Where a phone writes the place, its model and its owner. */
const isMetadata = ({ type }: Box) => type === 'udta' || type === 'meta' || type === 'uuid'

/** Makes a box empty space of the same size: the positions of pictures and sound stay true. */
const blank = async (file: FileHandle, { start, body, end }: Box): Promise<void> => {
  await file.write(Buffer.from('free', 'latin1'), 0, 4, start + 4)
  await writeZeros(file, body, end)
}

/** Seconds from 1904, where QuickTime's time begins, to 1970. */
const EPOCH_S = 2_082_844_800
const YEAR_2000_MS = Date.UTC(2000)

/** Cameras that don't know the time write 0. */
const readRecordedAt = async (file: FileHandle, header: Box | undefined): Promise<string | null> => {
  if (header === undefined) return null
  const head = await readAt(file, header.body, 12)
  if (head.length < 12) return null
  const seconds = head.readUInt8(0) === 1 ? Number(head.readBigUInt64BE(4)) : head.readUInt32BE(4)
  const ms = (seconds - EPOCH_S) * 1_000
  return ms > YEAR_2000_MS && ms < Date.now() ? `${new Date(ms).toISOString().slice(0, 19)}+00:00` : null
}

const cleanBoxes = async (file: FileHandle, size: number): Promise<string | null> => {
  const read = createBoxReader(file)
  const all = await read(0, size)
  const movie = all.find(({ type }) => type === 'moov')
  if (movie === undefined || !all.some(({ type }) => type === 'mdat')) throw new BrokenVideoError()
  const parts = await read(movie.body, movie.end)
  const tracks = await Promise.all(
    parts.filter(({ type }) => type === 'trak').map(({ body, end }) => read(body, end)),
  )
  for (const box of [...all, ...parts, ...tracks.flat()].filter(isMetadata)) await blank(file, box)
  return readRecordedAt(
    file,
    parts.find(({ type }) => type === 'mvhd'),
  )
}

/**
 * Checks by its bytes alone that the file is a whole video, and blanks what it says about its camera and the
 * place (docs/domain/file.md#videos).
 */
export const cleanVideo = async (path: string): Promise<CleanVideo | RefusedFile> => {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const found = await fileTypeFromBuffer(await readAt(file, 0, HEAD_BYTES)).catch(() => undefined)
    const type = found?.mime
    if (type === undefined || !isVideo(type)) return UNKNOWN
    const clean = type === 'video/webm' ? cleanWebm : cleanBoxes
    return { type, takenLocal: await clean(file, size) }
  } catch (error) {
    if (error instanceof BrokenVideoError) return BROKEN
    throw error
  } finally {
    await file.close()
  }
}
