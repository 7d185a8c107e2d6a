import type { FileHandle } from 'node:fs/promises'
import { BrokenVideoError, readAt, writeZeros } from './videoBytes.ts'

/** Ids of elements (RFC 9559, 27.1). */
const ID = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  cues: 0x1c53bb6b,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  date: 0x4461,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  track: 0xae,
  trackName: 0x536e,
  checksum: 0xbf,
  void: 0xec,
} as const

/** What a player needs of a segment. Tags, attachments and chapters, which can hold a title or a place, are not. */
const PLAYED: ReadonlySet<number> = new Set([ID.seekHead, ID.info, ID.tracks, ID.cluster, ID.cues])
/** The rest of this part names the recording. */
const PLAYED_INFO: ReadonlySet<number> = new Set([
  ID.timestampScale,
  ID.duration,
  ID.date,
  ID.muxingApp,
  ID.writingApp,
])
/** A checksum would be wrong after a part of what it covers was blanked. */
const UNPLAYED_OF_TRACKS: ReadonlySet<number> = new Set([ID.trackName, ID.checksum, ID.void])

/** Of a segment, or of a part of it; a recorder begins a cluster each few seconds. */
const MAX_PARTS = 10_000
/** Of a file, with the pictures in clusters of unknown size. */
const MAX_ELEMENTS = 1_000_000
const WINDOW_BYTES = 65_536
/** The longest id and the longest length. */
const HEAD_BYTES = 12

type Element = Readonly<{
  id: number
  start: number
  body: number
  end: number
  /** It ends where its parent ends, or where an element begins that can't be in it. */
  isUnsized: boolean
}>

/** A number whose leading zeros say how many bytes it takes (RFC 8794, 4). */
const readNumber = (bytes: Buffer, at: number, maxBytes: number) => {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (length > maxBytes || at + length > bytes.length) throw new BrokenVideoError()
  const mask = 2 ** (8 - length) - 1
  let value = first & mask
  let isUnknown = value === mask
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { length, value, isUnknown }
}

/** Reads the head of an element, many of them from the same bytes. */
const createElementReader = (file: FileHandle) => {
  let window: { from: number; bytes: Buffer } = { from: 0, bytes: Buffer.alloc(0) }
  let count = 0
  return async (start: number, parentEnd: number): Promise<Element> => {
    count += 1
    if (count > MAX_ELEMENTS) throw new BrokenVideoError()
    const isInWindow = start >= window.from && start + HEAD_BYTES <= window.from + window.bytes.length
    if (!isInWindow) window = { from: start, bytes: await readAt(file, start, WINDOW_BYTES) }
    const at = start - window.from
    const idBytes = readNumber(window.bytes, at, 4).length
    const { length, value, isUnknown } = readNumber(window.bytes, at + idBytes, 8)
    const body = start + idBytes + length
    const end = isUnknown ? parentEnd : body + value
    if (end > parentEnd) throw new BrokenVideoError()
    return { id: window.bytes.readUIntBE(at, idBytes), start, body, end, isUnsized: isUnknown }
  }
}
type ReadElement = ReturnType<typeof createElementReader>

/** The elements between two positions, which they must fill exactly: half a file has one that ends after it. */
const readElements = async (
  read: ReadElement,
  from: number,
  to: number,
  findEnd: (unsized: Element) => Promise<number> = async () => {
    throw new BrokenVideoError()
  },
): Promise<readonly Element[]> => {
  const elements: Element[] = []
  for (let at = from; at < to; at = elements.at(-1)?.end ?? to) {
    const element = await read(at, to)
    elements.push(element.isUnsized ? { ...element, end: await findEnd(element) } : element)
    if (elements.length > MAX_PARTS) throw new BrokenVideoError()
  }
  return elements
}

/** Where a cluster of unknown size ends: at the next element of the segment (RFC 8794, 6.2). */
const findClusterEnd = async (read: ReadElement, { id, body, end }: Element): Promise<number> => {
  if (id !== ID.cluster) throw new BrokenVideoError()
  let at = body
  while (at < end) {
    const element = await read(at, end)
    // Only elements of the segment have ids of four bytes.
    if (element.id > 0xff_ff_ff) return at
    if (element.isUnsized) throw new BrokenVideoError()
    at = element.end
  }
  return at
}

/** Makes an element empty space of the same size (RFC 8794, 11.3.2): positions of pictures and sound stay true. */
const blank = async (file: FileHandle, { start, end }: Element): Promise<void> => {
  const size = end - start
  // A length takes one byte or eight; that of one byte is at most 126.
  const head = size < 9 ? Buffer.from([ID.void, 0x80 | (size - 2)]) : Buffer.alloc(9)
  if (size >= 9) {
    head.writeUInt8(ID.void, 0)
    head.writeBigUInt64BE(BigInt(size - 9) | (1n << 56n), 1)
  }
  await file.write(head, 0, head.length, start)
  await writeZeros(file, start + head.length, end)
}

const YEAR_2001_MS = Date.UTC(2001)

/** Nanoseconds since 2001 (RFC 9559, 5.1.2.7). */
const readDate = async (file: FileHandle, date: Element | undefined): Promise<string | null> => {
  if (date === undefined || date.end - date.body !== 8) return null
  const bytes = await readAt(file, date.body, 8)
  const ms = YEAR_2001_MS + Number(bytes.readBigInt64BE(0) / 1_000_000n)
  return ms > YEAR_2001_MS && ms < Date.now() ? `${new Date(ms).toISOString().slice(0, 19)}+00:00` : null
}

/**
 * Checks that a WebM is whole, and blanks what it says beside its pictures and sound: titles, tags such as the
 * place, attachments and chapters. Gives the time it was recorded, where the file has it.
 */
export const cleanWebm = async (file: FileHandle, size: number): Promise<string | null> => {
  const read = createElementReader(file)
  const header = await read(0, size)
  const segment = await read(header.end, size)
  if (header.isUnsized || segment.id !== ID.segment || segment.end !== size) throw new BrokenVideoError()
  // Browsers record clusters without their size.
  const parts = await readElements(read, segment.body, segment.end, (part) => findClusterEnd(read, part))
  const readInside = async (of: readonly Element[], id: number) => {
    const inside: Element[] = []
    for (const { body, end } of of.filter((part) => part.id === id))
      inside.push(...(await readElements(read, body, end)))
    return inside
  }
  const info = await readInside(parts, ID.info)
  const tracks = await readInside(parts, ID.tracks)
  const ofTracks = [...tracks, ...(await readInside(tracks, ID.track))]
  const recordedAt = await readDate(
    file,
    info.find(({ id }) => id === ID.date),
  )
  for (const element of [
    ...parts.filter(({ id }) => !PLAYED.has(id)),
    ...info.filter(({ id }) => !PLAYED_INFO.has(id)),
    ...ofTracks.filter(({ id }) => UNPLAYED_OF_TRACKS.has(id)),
  ])
    await blank(file, element)
  return recordedAt
}
