import { zInstant, zLocalDate } from '@hearth/contracts/kernel/dates'
import { z } from 'zod'

export type SqlType = 'text' | 'date' | 'timestamptz' | 'bigint' | 'double precision' | 'boolean' | 'jsonb'

/**
 * One field of a read row and the column that holds it. `optional` fields are absent from the row when the
 * column is null.
 */
export type Column = Readonly<{
  field: string
  column: string
  sqlType: SqlType
  jsonb: boolean
  nullable: boolean
  optional: boolean
}>

/** Field names are camelCase, column names snake_case. */
export const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type Unwrapped = Readonly<{ schema: z.core.$ZodType; nullable: boolean; optional: boolean }>

const unwrap = (schema: z.core.$ZodType, nullable = false, optional = false): Unwrapped => {
  if (schema instanceof z.ZodOptional) return unwrap(schema.unwrap(), nullable, true)
  if (schema instanceof z.ZodNullable) return unwrap(schema.unwrap(), true, optional)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly)
    return unwrap(schema.unwrap(), nullable, optional)
  return { schema, nullable, optional }
}

const structured = [
  z.ZodObject,
  z.ZodArray,
  z.ZodTuple,
  z.ZodRecord,
  z.ZodUnion,
  z.ZodDiscriminatedUnion,
  z.ZodUnknown,
  z.ZodAny,
]

const literalType = (values: ReadonlySet<unknown>): SqlType | undefined => {
  const kinds = new Set([...values].map((value) => typeof value))
  if (kinds.size !== 1) return undefined
  return kinds.has('string') ? 'text' : kinds.has('boolean') ? 'boolean' : undefined
}

// Dates and instants are refined strings: only the very schemas of the kernel are known to hold nothing else.
const findSqlType = (schema: z.core.$ZodType): SqlType | undefined => {
  if (schema === zLocalDate) return 'date'
  if (schema === zInstant) return 'timestamptz'
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat || schema instanceof z.ZodEnum)
    return 'text'
  if (schema instanceof z.ZodNumber) return schema.isInt ? 'bigint' : 'double precision'
  if (schema instanceof z.ZodBoolean) return 'boolean'
  if (schema instanceof z.ZodLiteral) return literalType(schema.values)
  return structured.some((kind) => schema instanceof kind) ? 'jsonb' : undefined
}

const kindOf = ({ _zod: internals }: z.core.$ZodType) => internals.def.type

/**
 * The columns of a read row in the order of its fields, `id` among them. Throws for a field that no column
 * can hold.
 */
export const describeColumns = (row: z.ZodObject): readonly Column[] => {
  if (!(row.shape['id'] instanceof z.ZodString || row.shape['id'] instanceof z.ZodStringFormat))
    throw new Error('A read row needs a field "id": z.string()')
  return Object.entries(row.shape).map(([field, declared]) => {
    const { schema, nullable, optional } = unwrap(declared)
    const sqlType = findSqlType(schema)
    if (!sqlType) throw new Error(`The field "${field}" (${kindOf(schema)}) fits no column type`)
    return {
      field,
      column: snake(field),
      sqlType,
      jsonb: sqlType === 'jsonb',
      nullable: nullable || optional,
      optional,
    }
  })
}

/** The values of a row in the order of its columns; jsonb as JSON text. */
export const rowToColumns = (columns: readonly Column[], row: Readonly<Record<string, unknown>>): unknown[] =>
  columns.map(({ field, jsonb }) => {
    const value = row[field]
    return value === undefined || value === null ? null : jsonb ? JSON.stringify(value) : value
  })

/** A row as the folds know it, from the values of its columns in their order. */
export const cellsToRow = (
  columns: readonly Column[],
  cells: readonly unknown[],
): Record<string, unknown> => {
  const row: Record<string, unknown> = {}
  columns.forEach(({ field, optional }, index) => {
    const value = cells[index] ?? null
    if (value !== null || !optional) row[field] = value
  })
  return row
}

/** The same from a record that `pg` returned; columns of the frame are left out. */
export const columnsToRow = (
  columns: readonly Column[],
  record: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  cellsToRow(
    columns,
    columns.map(({ column }) => record[column]),
  )

/**
 * The members of the same row's JSON object, from a record whose jsonb columns were read as text, which
 * stands as it is; `hidden` fields are null.
 */
export const columnsToJson = (
  columns: readonly Column[],
  record: Readonly<Record<string, unknown>>,
  hidden: ReadonlySet<string>,
): string => {
  let text = ''
  for (const { field, column, jsonb, optional } of columns) {
    const value = record[column] ?? null
    if (hidden.has(field)) text += `,"${field}":null`
    else if (value !== null || !optional)
      text += `,"${field}":${jsonb && value !== null ? value : JSON.stringify(value)}`
  }
  return text.slice(1)
}
