import sharp from 'sharp'
import type { Palette } from './palette.ts'
import { drawPicture } from './palette.ts'

/** The picture of a scene as a JPEG file, as a camera would give it. */
export const renderPicture = (palette: Palette, scene: (palette: Palette) => string): Promise<Buffer> =>
  sharp(Buffer.from(drawPicture(palette, scene)))
    .jpeg({ quality: 86 })
    .toBuffer()
