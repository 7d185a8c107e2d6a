import sharp from 'sharp'

/** A picture of noise, so that it is as large as photos are. Pixels. */
export const noisePicture = (
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: 200, g: 90, b: 40 },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .toFormat(format, format === 'jpeg' ? { quality: 40 } : {})
    .toBuffer()
