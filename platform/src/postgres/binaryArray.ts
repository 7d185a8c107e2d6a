// One-dimensional Postgres arrays in binary form: a Buffer parameter travels as it is, so one prepared INSERT
// takes any number of rows, and neither side looks for quotes and commas.

const oids = { bool: 16, bytea: 17, int8: 20, text: 25, uuid: 2950 } as const

const HEADER_BYTES = 20

const writeHeader = (buffer: Buffer, oid: number, count: number, nulls: boolean): number => {
  buffer.writeInt32BE(1, 0) // dimensions
  buffer.writeInt32BE(nulls ? 1 : 0, 4)
  buffer.writeInt32BE(oid, 8)
  buffer.writeInt32BE(count, 12)
  buffer.writeInt32BE(1, 16) // lower bound
  return HEADER_BYTES
}

const encodeArray = (
  oid: number,
  count: number,
  contentBytes: number,
  writeElement: (buffer: Buffer, offset: number, index: number) => number,
): Buffer => {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + count * 4 + contentBytes)
  let offset = writeHeader(buffer, oid, count, false)
  for (let index = 0; index < count; index += 1) {
    const length = writeElement(buffer, offset + 4, index)
    buffer.writeInt32BE(length, offset)
    offset += 4 + length
  }
  return buffer
}

/** int8[] */
export const int8Array = (values: readonly bigint[]): Buffer =>
  encodeArray(oids.int8, values.length, values.length * 8, (buffer, offset, index) => {
    buffer.writeBigInt64BE(values[index] ?? 0n, offset)
    return 8
  })

export const boolArray = (values: readonly boolean[]): Buffer =>
  encodeArray(oids.bool, values.length, values.length, (buffer, offset, index) => {
    buffer.writeUInt8(values[index] ? 1 : 0, offset)
    return 1
  })

const NULL_LENGTH = -1

/** text[] with nulls. */
export const nullableTextArray = (values: readonly (string | null)[]): Buffer => {
  const bytes = values.reduce((sum, value) => sum + 4 + (value === null ? 0 : Buffer.byteLength(value)), 0)
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + bytes)
  let offset = writeHeader(buffer, oids.text, values.length, true)
  for (const value of values) {
    const length = value === null ? 0 : buffer.write(value, offset + 4)
    buffer.writeInt32BE(value === null ? NULL_LENGTH : length, offset)
    offset += 4 + length
  }
  return buffer
}

export const textArray = (values: readonly string[]): Buffer => {
  const bytes = values.reduce((sum, value) => sum + Buffer.byteLength(value), 0)
  return encodeArray(oids.text, values.length, bytes, (buffer, offset, index) =>
    buffer.write(values[index] ?? '', offset),
  )
}

export const uuidArray = (values: readonly string[]): Buffer =>
  encodeArray(oids.uuid, values.length, values.length * 16, (buffer, offset, index) =>
    buffer.write((values[index] ?? '').replaceAll('-', ''), offset, 'hex'),
  )

export const byteaArray = (values: readonly Uint8Array[]): Buffer => {
  const bytes = values.reduce((sum, value) => sum + value.length, 0)
  return encodeArray(oids.bytea, values.length, bytes, (buffer, offset, index) => {
    const value = values[index]
    if (!value) return 0
    buffer.set(value, offset)
    return value.length
  })
}
