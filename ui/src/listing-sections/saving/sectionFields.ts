import { KEYED_FIELDS, SECTIONS, type SectionName } from '@hearth/contracts/listing/sections/sections'
import type { Fields } from './autosave.ts'

const isKeyed = (section: SectionName, field: string) => KEYED_FIELDS[section]?.includes(field) ?? false

/**
 * What is saved and can conflict on its own: `maxGuests`, or one key of a field that merges by key,
 * `answers/wifi`.
 */
export const flatten = (section: SectionName, values: Fields): Fields =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) =>
      isKeyed(section, field) && value !== null && typeof value === 'object'
        ? Object.entries(value).map(([key, inner]) => [`${field}/${key}`, inner])
        : [[field, value]],
    ),
  )

/** The inverse: the patch of the command, in the shape that the section's rules read. */
export const nest = (fields: Fields): Fields => {
  const nested: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const [field = '', key] = name.split('/')
    nested[field] = key === undefined ? value : { ...(nested[field] as Fields | undefined), [key]: value }
  }
  return nested
}

export type Issue = Readonly<{
  code: string
  message: string
  path: readonly PropertyKey[]
  minimum?: unknown
  maximum?: unknown
  origin?: string
  format?: string
}>

/** A field's value as it would be stored, or its issues by path: `wifi/ssid`. */
export const readField = (
  section: SectionName,
  name: string,
  value: unknown,
): Readonly<{ stored: unknown } | { issues: readonly Issue[] }> => {
  const result = SECTIONS[section].safeParse(nest({ [name]: value ?? null }))
  return result.success
    ? { stored: flatten(section, result.data)[name] ?? null }
    : { issues: result.error.issues as readonly Issue[] }
}
