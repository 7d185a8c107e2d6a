import { createValid } from '@hearth/command-service/testing/arbitrary'
import fc from 'fast-check'
import { z } from 'zod'

type Json = Readonly<Record<string, unknown>>

/** JSON text that `JSON.stringify` cannot produce, such as `-0`. */
const raw = (text: string) => `@@raw:${text}@@`
export const toJson = (value: unknown) => JSON.stringify(value).replaceAll(/"@@raw:([^@]*)@@"/g, '$1')

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

/** Values that are difficult for every field (docs/domain/limits.md#bodies). */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  '',
  ' ',
  'NaN',
  [],
  {},
  [null],
  nested(19),
  raw('-0'),
  raw('1e308'),
  raw('1e400'),
  raw('9007199254740993'),
  raw('-9007199254740993'),
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\u202egnp.exe',
  'a\u200db',
  '𝕳earth',
  `e${'\u0301'.repeat(1_000)}`,
  'q'.repeat(7_000),
  '%00',
  "' or 1=1 --",
  '{{7*7}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '2026-02-30',
  '2025-02-29',
  '0000-00-00',
  '275760-09-13',
  '+275760-09-13T00:00:00.000Z',
  '2026-06-30T23:59:60.000Z',
  '2026-03-08T02:30:00',
  '24:00',
  'Etc/../Lisbon',
  '018F3C5E-7B1A-7C3D-9E2F-0123456789AB',
  '00000000-0000-0000-0000-000000000000',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
]

type Change = (body: unknown) => unknown
type Path = readonly (string | number)[]

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same value with `change` made at `path`; undefined drops the field. */
const changedAt = (value: unknown, [step, ...rest]: Path, change: Change): unknown => {
  if (step === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === step ? changedAt(item, rest, change) : item))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries({ ...value, [step]: changedAt(value[step], rest, change) }).filter(
      ([, item]) => item !== undefined,
    ),
  )
}

/** Values just beyond what the JSON schema of one field allows. */
const beyond = (schema: Json): readonly unknown[] => [
  ...(typeof schema['minimum'] === 'number' ? [schema['minimum'] - 1, schema['minimum'] - 0.5] : []),
  ...(typeof schema['maximum'] === 'number' ? [schema['maximum'] + 1] : []),
  ...(typeof schema['minLength'] === 'number' && schema['minLength'] > 0
    ? ['x'.repeat(schema['minLength'] - 1)]
    : []),
  ...(typeof schema['maxLength'] === 'number' ? ['x'.repeat(schema['maxLength'] + 1)] : []),
  ...(Array.isArray(schema['enum'])
    ? [`${String(schema['enum'][0])} `, String(schema['enum'][0]).toUpperCase()]
    : []),
]

const branches = (schema: Json): readonly Json[] =>
  Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isObject).flatMap(branches) : [schema]

/** Every change of one field in `value` that its schema describes. */
const listChanges = (schema: Json, value: unknown, path: Path): readonly (readonly [Path, Change])[] => {
  const own = branches(schema)
  const replace = [...HOSTILE, ...own.flatMap(beyond)].map((item): readonly [Path, Change] => [
    path,
    () => item,
  ])
  const many = Array.isArray(value)
    ? [
        [path, () => Array.from({ length: 1_000 }, () => value[0] ?? 0)] as const,
        [path, () => [...value, value[0]]] as const,
      ]
    : []
  const keys = isObject(value)
    ? [
        [path, (body: unknown) => ({ ...(body as Json), surplus: 1 })] as const,
        [path, (body: unknown) => ({ ...(body as Json), ['__proto__']: { admin: true } })] as const,
      ]
    : []
  const drop = path.length > 0 ? [[path, () => undefined] as const] : []
  const inside = own.flatMap(({ properties, items }) => [
    ...(isObject(properties) && isObject(value)
      ? Object.entries(properties).flatMap(([name, field]) =>
          isObject(field) ? listChanges(field, value[name], [...path, name]) : [],
        )
      : []),
    ...(isObject(items) && Array.isArray(value) && value.length > 0
      ? listChanges(items, value[0], [...path, 0])
      : []),
  ])
  return [...replace, ...many, ...keys, ...drop, ...inside]
}

/** Valid bodies with one thing wrong, derived from the command's schema; a new command needs no new code. */
export const nearMisses = (schema: z.ZodType, words: readonly string[]): fc.Arbitrary<unknown> => {
  const json: Json = { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) }
  return createValid(schema, words)
    .filter((body) => body !== undefined)
    .chain((body) =>
      fc.constantFrom(...listChanges(json, body, [])).map(([path, change]) => changedAt(body, path, change)),
    )
    .filter((body) => body !== undefined)
}
