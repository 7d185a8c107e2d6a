import { FILE_WIDTHS, type FileSize } from '@hearth/contracts/file'
import sharp from 'sharp'
import type { CleanFile } from './cleanFile.ts'

/** Higher efforts take twice as long for files that are a tenth smaller. */
const WEBP = { quality: 80, effort: 2 } as const

export type Picture = Readonly<{
  width: number
  height: number
  sizes: readonly Readonly<{ size: FileSize; bytes: Buffer; type: string }>[]
}>

/** A clean picture's pixels, and its smaller sizes in WebP. */
export const resizePicture = async ({ bytes }: CleanFile): Promise<Picture> => {
  const { width, height } = await sharp(bytes).metadata()
  const sizes: { size: FileSize; bytes: Buffer; type: string }[] = []
  let from = bytes
  // Each from the next larger one: the many pixels are read once.
  for (const wide of FILE_WIDTHS.toSorted((a, b) => b - a)) {
    from = await sharp(from, { sequentialRead: true })
      .resize({ width: wide, withoutEnlargement: true })
      .webp(WEBP)
      .toBuffer()
    sizes.push({ size: `${wide}`, bytes: from, type: 'image/webp' })
  }
  return { width, height, sizes }
}
