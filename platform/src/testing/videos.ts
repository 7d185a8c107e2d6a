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

/** An element of a WebM; `unsized` ones don't say how long they are. */
const element = (id: number, content: Buffer | readonly Buffer[], unsized = false): Buffer => {
  const body = Buffer.isBuffer(content) ? content : Buffer.concat(content)
  const length = Buffer.alloc(8, 0xff)
  length.writeUInt8(1)
  if (!unsized) length.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(id.toString(16), 'hex'), length, body])
}
const YEAR_2001_MS = Date.UTC(2001)

/**
 * A WebM of `pictures` bytes that are no real pictures. `mark` stands where recorders write titles, the place and
 * their own name. `live` ones are as a browser records them.
 */
export const webm = ({
  recordedAt = null,
  mark = '+38.7223-009.1393/',
  pictures = Buffer.alloc(2_000, 0x5a),
  live = false,
}: Readonly<{
  recordedAt?: string | null
  mark?: string
  pictures?: Buffer
  live?: boolean
}> = {}): Buffer => {
  const date = Buffer.alloc(8)
  if (recordedAt !== null) date.writeBigInt64BE(BigInt(Date.parse(recordedAt) - YEAR_2001_MS) * 1_000_000n)
  const marked = Buffer.from(mark)
  const simpleTag = element(0x67c8, [element(0x45a3, Buffer.from('LOCATION')), element(0x4487, marked)])
  const cluster = (bytes: Buffer) =>
    element(0x1f43b675, [element(0xe7, Buffer.from([0])), element(0xa3, bytes)], live)
  return Buffer.concat([
    element(0x1a45dfa3, element(0x4282, Buffer.from('webm'))),
    element(
      0x18538067,
      [
        element(0x1549a966, [
          // A checksum and a title of the shortest kind.
          Buffer.from('bf8401020304', 'hex'),
          Buffer.from('7ba98141', 'hex'),
          element(0x7ba9, marked),
          ...(recordedAt === null ? [] : [element(0x4461, date)]),
        ]),
        element(0x1654ae6b, element(0xae, [element(0xd7, Buffer.from([1])), element(0x536e, marked)])),
        element(0xec, marked),
        cluster(pictures),
        cluster(Buffer.alloc(100, 0x5a)),
        element(0x1254c367, element(0x7373, simpleTag)),
        element(0x1941a469, marked),
      ],
      live,
    ),
  ])
}
