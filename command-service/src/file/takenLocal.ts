const EXIF_HEADER = 'Exif\0\0'
const LITTLE_ENDIAN = 0x4949
const BIG_ENDIAN = 0x4d4d
const ENTRY_BYTES = 12
const TAG_EXIF = 0x8769
const TAG_TAKEN = 0x9003
const TAG_OFFSET = 0x9011
const TAKEN = /^([12]\d{3}):(0[1-9]|1[0-2]):(0[1-9]|[12]\d|3[01]) ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)/
const OFFSET = /^[+-](?:0\d|1[0-4]):[0-5]\d/

/** The directories of a TIFF structure: an entry is tag, type, count, and the value or where it is. */
const openTiff = (tiff: Buffer) => {
  const order = tiff.readUInt16BE(0)
  if (order !== LITTLE_ENDIAN && order !== BIG_ENDIAN) throw new RangeError('no TIFF')
  const read16 = (at: number) => (order === LITTLE_ENDIAN ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const read32 = (at: number) => (order === LITTLE_ENDIAN ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const find = (directory: number, tag: number): number | undefined => {
    const entries = read16(directory)
    for (let index = 0; index < entries; index++) {
      const at = directory + 2 + index * ENTRY_BYTES
      if (read16(at) === tag) return at
    }
    return undefined
  }
  return {
    first: read32(4),
    pointer: (directory: number, tag: number) => {
      const at = find(directory, tag)
      return at === undefined ? undefined : read32(at + 8)
    },
    text: (directory: number, tag: number): string => {
      const at = find(directory, tag)
      if (at === undefined) return ''
      const length = read32(at + 4)
      const from = length > 4 ? read32(at + 8) : at + 8
      return tiff.toString('latin1', from, from + Math.min(length, 32))
    },
  }
}

/**
 * When a picture was taken, by its camera (EXIF 2.32, DateTimeOriginal and OffsetTimeOriginal):
 * `2026-11-22T11:40:05`, followed by `+01:00` where the camera knew its zone. Null where it is absent or broken.
 */
export const readTakenLocal = (exif: Buffer): string | null => {
  try {
    const hasHeader = exif.toString('latin1', 0, EXIF_HEADER.length) === EXIF_HEADER
    const tiff = openTiff(hasHeader ? exif.subarray(EXIF_HEADER.length) : exif)
    const directory = tiff.pointer(tiff.first, TAG_EXIF)
    if (directory === undefined) return null
    const [, year, month, day, time] = TAKEN.exec(tiff.text(directory, TAG_TAKEN)) ?? []
    if (year === undefined || Number.isNaN(Date.parse(`${year}-${month}-${day}T${time}Z`))) return null
    const [offset = ''] = OFFSET.exec(tiff.text(directory, TAG_OFFSET)) ?? []
    return `${year}-${month}-${day}T${time}${offset}`
  } catch {
    // An offset leads out of the structure.
    return null
  }
}
