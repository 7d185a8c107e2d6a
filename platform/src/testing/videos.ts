/** A box of an MP4 or MOV file. */
const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const EPOCH_S = 2_082_844_800

/**
 * An MP4, or with the brand `qt  ` a MOV, of `pictures` bytes that are no real pictures. `mark` stands where phones
 * write the place.
 */
export const mp4 = ({
  brand = 'isom',
  recordedAt = null,
  mark = '+38.7223-009.1393/',
  pictures = Buffer.alloc(2_000, 0x5a),
}: Readonly<{
  brand?: 'isom' | 'qt  '
  recordedAt?: string | null
  mark?: string
  pictures?: Buffer
}> = {}): Buffer => {
  const header = Buffer.alloc(100)
  header.writeUInt32BE(recordedAt === null ? 0 : Date.parse(recordedAt) / 1_000 + EPOCH_S, 4)
  const place = box('udta', box('\u00A9xyz', Buffer.from(mark)))
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\x02\0${brand}`, 'latin1')),
    box(
      'moov',
      box('mvhd', header),
      box('trak', box('tkhd', Buffer.alloc(84)), place),
      place,
      box('meta', Buffer.from(mark)),
    ),
    box('uuid', Buffer.from(mark)),
    box('mdat', pictures),
  ])
}

/** A WebM whose segment says that it has `claimed` bytes, with `pictures` after its head. */
export const webm = (pictures = Buffer.alloc(2_000, 0x5a), claimed = pictures.length): Buffer => {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(claimed) | (1n << 56n))
  const docType = Buffer.concat([Buffer.from([0x42, 0x82, 0x84]), Buffer.from('webm')])
  return Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 | docType.length]),
    docType,
    Buffer.from([0x18, 0x53, 0x80, 0x67]),
    length,
    pictures,
  ])
}
