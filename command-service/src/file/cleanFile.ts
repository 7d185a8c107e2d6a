import { MAX_FILE_BYTES, type FileType } from '@hearth/contracts/file'
import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { readTakenLocal } from './takenLocal.ts'
import { decodeHeic, NotHeicError } from './heic.ts'
import { decodeNames, readObjectStreams } from './readObjectStreams.ts'

/** Pixels of a picture at most (docs/domain/file.md#limits). */
export const MAX_PIXELS = 40_000_000

export type CleanFile = Readonly<{
  type: FileType
  bytes: Buffer
  /** When a picture was taken, by its camera. */
  takenLocal: string | null
}>
/** Why a file is refused, in words for the sender. */
export type RefusedFile = Readonly<{ refused: 'too-large' | 'unknown-type' | 'broken'; detail: string }>

export const refuse = (refused: RefusedFile['refused'], detail: string): RefusedFile => ({ refused, detail })
const UNKNOWN = refuse('unknown-type', 'Use a photo (JPEG, PNG, WebP, HEIC) or a PDF')
export const BROKEN = refuse('broken', 'The file is damaged or incomplete. Try another one')
const TOO_LARGE = refuse(
  'too-large',
  `The file is too large. The limit is ${MAX_FILE_BYTES / 1e6} MB and ${MAX_PIXELS / 1e6} megapixels`,
)

// Only three of the library's many readers are open to strangers' bytes: no SVG, no scripts, nothing that
// opens further files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// Each picture is processed once, and many at the same time must not take much memory.
sharp.cache(false)
sharp.concurrency(1)

// Optimised coding would hold all coefficients of a picture in memory.
const JPEG = { quality: 88, optimiseCoding: false } as const
const WRITERS: Readonly<Record<string, readonly [FileType, (image: Sharp) => Sharp]>> = {
  'image/jpeg': ['image/jpeg', (image) => image.jpeg(JPEG)],
  'image/png': ['image/png', (image) => image.png()],
  'image/webp': ['image/webp', (image) => image.webp({ quality: 88 })],
}
const HEIC = new Set(['image/heic', 'image/heif'])

/**
 * Rotated as the camera was held, in sRGB, and with nothing but pixels: no EXIF, no location, no profile, no
 * trailing bytes.
 */
const reencode = async (bytes: Buffer, type: string): Promise<CleanFile | RefusedFile> => {
  const writer = WRITERS[type]
  if (!writer) return UNKNOWN
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true })
  try {
    const { width = 0, height = 0, exif } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > MAX_PIXELS) return TOO_LARGE
    const takenLocal = exif === undefined ? null : readTakenLocal(exif)
    return { type: writer[0], bytes: await writer[1](open().autoOrient()).toBuffer(), takenLocal }
  } catch {
    return BROKEN
  }
}

const fromHeic = async (bytes: Buffer): Promise<CleanFile | RefusedFile> => {
  try {
    const { width, height, data } = await decodeHeic(bytes, MAX_PIXELS)
    return {
      type: 'image/jpeg',
      bytes: await sharp(data, { raw: { width, height, channels: 4 } })
        .flatten()
        .jpeg(JPEG)
        .toBuffer(),
      takenLocal: null,
    }
  } catch (error) {
    if (error instanceof NotHeicError) return error.tooLarge ? TOO_LARGE : BROKEN
    return BROKEN
  }
}

// Names that make a PDF reader act; a letter can be written as #xx.
const ACTIVE = /\/(?:JavaScript|JS|Launch|OpenAction|AA|EmbeddedFile|RichMedia|XFA|Encrypt)\b/
const isActive = (text: string): boolean => ACTIVE.test(decodeNames(text))

/**
 * A PDF can't be re-encoded; one with active content is refused, and none is ever displayed, only downloaded
 * (`fileHeaders`).
 */
const checkPdf = (bytes: Buffer): CleanFile | RefusedFile => {
  if (
    bytes.subarray(0, 5).toString('latin1') !== '%PDF-' ||
    !bytes.subarray(-2_048).toString('latin1').includes('%%EOF')
  )
    return BROKEN
  const text = bytes.toString('latin1')
  const compressed = readObjectStreams(bytes, text)
  if (!compressed || isActive(text) || compressed.some(isActive))
    return refuse(
      'unknown-type',
      'This PDF contains scripts, attachments or a password. Print it to a plain PDF and upload that',
    )
  return { type: 'application/pdf', bytes, takenLocal: null }
}

/** The file in a form that can be kept, by its bytes alone; its name and declared type do not count. */
export const cleanFile = async (bytes: Buffer): Promise<CleanFile | RefusedFile> => {
  if (bytes.length === 0) return BROKEN
  if (bytes.length > MAX_FILE_BYTES) return TOO_LARGE
  const type = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  if (type === undefined) return UNKNOWN
  if (type === 'application/pdf') return checkPdf(bytes)
  return HEIC.has(type) ? fromHeic(bytes) : reencode(bytes, type)
}
