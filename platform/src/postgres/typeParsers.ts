import pg from 'pg'

const { builtins } = pg.types
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const TIMESTAMPTZ_ARRAY = 1185
const NUMERIC_ARRAY = 1231

const toSafeInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`int8 ${text} is beyond the safe integers; select it as numeric`)
  return value
}

const parseInstant = pg.types.getTypeParser(builtins.TIMESTAMPTZ, 'text')
// What a session in UTC writes needs no calendar arithmetic: `2026-01-02 03:04:05[.678]+00`.
const UTC_TEXT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/
const toInstant = (text: string): string => {
  const [, date, time, fraction = ''] = UTC_TEXT.exec(text) ?? []
  if (date !== undefined) return `${date}T${time}.${fraction.padEnd(3, '0')}Z`
  const value: unknown = parseInstant(text)
  return value instanceof Date ? value.toISOString() : text
}

// Numbers, dates and instants hold neither commas nor escapes; only one dimension is supported.
const parseArrayWith =
  (parse: (text: string) => unknown) =>
  (text: string): unknown => {
    if (text === '{}') return []
    if (!/^\{[^{}]*\}$/.test(text)) throw new RangeError(`Only one-dimensional arrays are read, got ${text}`)
    return text
      .slice(1, -1)
      .split(',')
      .map((item) => (item === 'NULL' ? null : parse(item.replaceAll('"', ''))))
  }

const asText = (text: string): string => text

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map([
  [builtins.INT8, toSafeInteger],
  [builtins.NUMERIC, asText],
  [builtins.DATE, asText],
  [builtins.TIMESTAMP, asText],
  [builtins.TIMESTAMPTZ, toInstant],
  [INT8_ARRAY, parseArrayWith(toSafeInteger)],
  [DATE_ARRAY, parseArrayWith(asText)],
  [NUMERIC_ARRAY, parseArrayWith(asText)],
  [TIMESTAMPTZ_ARRAY, parseArrayWith(toInstant)],
])

/**
 * How our pools read values: int8 as number (throws beyond the safe integers), numeric as decimal string,
 * date as `YYYY-MM-DD`, timestamptz as UTC ISO string with milliseconds. Never a JS `Date`
 * (docs/domain/dates.md#days).
 */
export const typeParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format ?? 'text'),
}
