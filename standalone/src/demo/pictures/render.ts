import { drawPicture, type Palette } from './palette.ts'

/**
 * The picture of a scene as a JPEG file, as a camera would give it. The library is loaded with the first
 * picture: only the first start of a demo draws.
 */
export const renderPicture = async (
  palette: Palette,
  scene: (palette: Palette) => string,
): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(drawPicture(palette, scene)))
    .jpeg({ quality: 86 })
    .toBuffer()
}
