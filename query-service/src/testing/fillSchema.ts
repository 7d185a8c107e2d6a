import type { z } from 'zod'

/** What a field is filled with by its name, such as an id; undefined: by its type. */
export type ByName = (field: string) => unknown

const TEXTS = [
  '2026-07-20',
  '2026-07-20T10:00:00.000Z',
  'EUR',
  'PT',
  'Europe/Lisbon',
  '15:00',
  '018f3c5a-7b1e-7c3d-8e2f-0123456789ab',
  'a@example.test',
  '2026-07',
]
const NUMBERS = [4_321, 3, 1, 0]

const fits = (schema: z.core.$ZodType) => (value: unknown) => (schema as z.ZodType).safeParse(value).success

const fillByType = (schema: z.core.$ZodType, field: string, byName: ByName): unknown => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return [`A text of ${field}`, ...TEXTS].find(fits(schema))
    case 'number':
      return NUMBERS.find(fits(schema))
    case 'boolean':
      return true
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries)[0]
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
      return fillSchema(def.innerType, field, byName)
    case 'array':
      return [fillSchema(def.element, field, byName)]
    case 'union':
      return fillSchema(def.options[0] as z.core.$ZodType, field, byName)
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([key, inner]) => [key, fillSchema(inner, key, byName)]),
      )
    default:
      return {}
  }
}

/** A value of the schema in which nothing is left out, so that a row shows what its fields can hold. */
export const fillSchema = (schema: z.core.$ZodType, field: string, byName: ByName): unknown =>
  byName(field) ?? fillByType(schema, field, byName)
