import { isSameAddress, zAddress, zGeo, type Address } from '@hearth/contracts/listing/sections/location'
import { zDescription } from '@hearth/contracts/listing/sections/description'
import { zInfo } from '@hearth/contracts/listing/sections/info'
import { zPropertyType, zType } from '@hearth/contracts/listing/sections/type'
import { parse } from 'csv-parse/browser/esm/sync'
import { z } from 'zod'

/** The maximum number of listings in one import. */
export const MAX_ROWS = 200
/** The maximum size of a file; two hundred listings with the longest descriptions are far smaller. */
const MAX_CHARACTERS = 2_000_000

const shapes = { ...zAddress.shape, ...zGeo.shape, ...zDescription.shape, ...zInfo.shape, ...zType.shape }
/** The fields of a column, with the names that exports give them. */
export const FIELDS = {
  line1: ['address', 'street', 'addressline1', 'streetaddress', 'adresse', 'strasse', 'morada'],
  line2: ['addressline2', 'apartment', 'unit', 'flat'],
  city: ['town', 'place', 'ort', 'stadt', 'ville', 'cidade'],
  region: ['state', 'province', 'county'],
  postalCode: ['zip', 'zipcode', 'postcode', 'plz', 'codigopostal'],
  country: ['countrycode', 'land', 'pays', 'pais'],
  lat: ['latitude'],
  lng: ['lon', 'long', 'longitude'],
  propertyType: ['type', 'kind', 'propertykind', 'roomtype'],
  bedrooms: ['bedroomcount', 'numberofbedrooms'],
  maxGuests: ['guests', 'accommodates', 'personcapacity', 'sleeps', 'capacity'],
  bathrooms: ['baths', 'bathroomcount', 'numberofbathrooms'],
  sizeSqm: ['size', 'area', 'sqm', 'squaremeters'],
  internalName: ['nickname', 'internal', 'code'],
  title: ['name', 'listingname', 'publicname', 'headline'],
  description: ['summary', 'about', 'text'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type FieldName = keyof typeof FIELDS
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]
/** The fields that a draft needs. */
export const NEEDED: readonly FieldName[] = ['line1', 'city', 'country']
const NUMBERS: readonly FieldName[] = ['lat', 'lng', 'bedrooms', 'maxGuests', 'bathrooms', 'sizeSqm']

/** A file as rows of cells; `line` is where a row starts, as editors count. */
export type Table = Readonly<{
  columns: readonly string[]
  rows: readonly Readonly<{ line: number; cells: readonly string[] }>[]
}>
export type TableProblem = 'empty' | 'too_large' | 'too_many' | 'unreadable'
/** The column of each field; null where there is none. */
export type Mapping = Readonly<Record<FieldName, number | null>>

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
/** Excel's own first line, such as `sep=;`. */
const SEPARATOR_LINE = /^\ufeff?"?sep=([^"\r\n])"?[,;\t]*(?:\r\n?|\n|$)/i
/** The most frequent separator of the header row. */
const guessDelimiter = (text: string) =>
  [',', ';', '\t'].toSorted(
    (a, b) => (text.split('\n')[0] ?? '').split(b).length - (text.split('\n')[0] ?? '').split(a).length,
  )[0] ?? ','

/**
 * The result of csv-parse with `info` and `raw`, which its types lack; `lines` counts the lines up to the end
 * of the row.
 */
const zFound = z.array(
  z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }), raw: z.string() }),
)
/** A description can span several lines. */
const lineEndsWithin = (raw: string) => raw.replace(/^[\r\n]+|[\r\n]+$/g, '').split('\n').length - 1

/** Reads a CSV with a header row, separated by commas, semicolons or tabs, or as its line `sep=` says. */
export const readTable = (text: string): Table | TableProblem => {
  if (text.length > MAX_CHARACTERS) return 'too_large'
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(text) ?? []
  const body = text.slice(separatorLine.length)
  if (body.trim() === '') return 'empty'
  const linesBefore = separatorLine === '' ? 0 : 1
  try {
    const [head, ...rows] = zFound.parse(
      parse(body, {
        bom: true,
        delimiter: separator ?? guessDelimiter(body),
        relax_column_count: true,
        skip_empty_lines: true,
        trim: true,
        info: true,
        raw: true,
      }),
    )
    if (head === undefined || rows.length === 0) return 'empty'
    if (rows.length > MAX_ROWS) return 'too_many'
    return {
      columns: head.record,
      rows: rows.map(({ record, info, raw }) => ({
        line: linesBefore + info.lines - lineEndsWithin(raw),
        cells: record,
      })),
    }
  } catch {
    return 'unreadable'
  }
}

/** Guesses the field of each column from the header; the host corrects it. */
export const guessMapping = ({ columns }: Table): Mapping => {
  const heads = columns.map(plain)
  const taken = new Set<number>()
  const find = (names: readonly string[]): number | null => {
    const index = heads.findIndex((head, at) => !taken.has(at) && names.map(plain).includes(head))
    if (index >= 0) taken.add(index)
    return index < 0 ? null : index
  }
  // The field's own name takes precedence over its other names.
  const own = FIELD_NAMES.map((field) => [field, find([field])] as const)
  return Object.fromEntries(own.map(([field, index]) => [field, index ?? find(FIELDS[field])])) as Mapping
}

/** What is wrong with one field of a row. */
export type RowProblem = Readonly<{ field: FieldName; detail: string }>
type Section = 'description' | 'info' | 'type'
/** One listing to import: the answers of the draft and the sections that follow. */
export type PlannedRow = Readonly<{
  line: number
  name: string
  draft: Readonly<Record<string, unknown>>
  sections: readonly Readonly<{ section: Section; patch: Readonly<Record<string, unknown>> }>[]
  problems: readonly RowProblem[]
}>

const PROPERTY_TYPES: Readonly<Record<string, string>> = {
  flat: 'apartment',
  appartement: 'apartment',
  apartamento: 'apartment',
  wohnung: 'apartment',
  haus: 'house',
  casa: 'house',
  chalet: 'cabin',
  hut: 'cabin',
  studio: 'apartment',
  condominium: 'condo',
}

const parseValue = (field: FieldName, text: string): unknown => {
  if (NUMBERS.includes(field)) return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text
  if (field === 'country') return text.toUpperCase()
  if (field === 'propertyType') return PROPERTY_TYPES[plain(text)] ?? plain(text)
  return text
}

/**
 * The issue as the end of a sentence that starts with the field's name; the contract's own text where it has
 * one.
 */
const formatIssue = (
  value: unknown,
  {
    code,
    message,
    minimum,
    maximum,
  }: Readonly<{ code: string; message: string; minimum?: unknown; maximum?: unknown }>,
): string => {
  const isText = typeof value === 'string'
  if (code === 'too_small')
    return isText ? `must have at least ${String(minimum)} characters` : `must be at least ${String(minimum)}`
  if (code === 'too_big')
    return isText ? `must have at most ${String(maximum)} characters` : `must be at most ${String(maximum)}`
  if (code === 'invalid_value') return 'isn’t a known value'
  return message
}

const findProblem = (field: FieldName, value: unknown): string | undefined => {
  if (NUMBERS.includes(field) && typeof value !== 'number') return 'must be a number'
  const schema: z.ZodType = field === 'propertyType' ? zPropertyType : shapes[field]
  const parsed = schema.safeParse(value)
  const issue = parsed.error?.issues[0]
  return issue && formatIssue(value, issue)
}

/** What would be created from every row, and what is wrong with it; nothing is sent. */
export const planRows = ({ rows }: Table, mapping: Mapping): readonly PlannedRow[] => {
  const before: Address[] = []
  return rows.map(({ line, cells }) => {
    const values = new Map<FieldName, unknown>()
    for (const field of FIELD_NAMES) {
      const at = mapping[field]
      const text = at === null ? '' : (cells[at] ?? '')
      if (text !== '') values.set(field, parseValue(field, text))
    }
    const pick = (...fields: readonly FieldName[]) =>
      Object.fromEntries(fields.flatMap((field) => (values.has(field) ? [[field, values.get(field)]] : [])))
    const problems: RowProblem[] = NEEDED.filter((field) => !values.has(field)).map((field) => ({
      field,
      detail: 'is missing',
    }))
    for (const [field, value] of values) {
      const detail = findProblem(field, value)
      if (detail !== undefined) problems.push({ field, detail })
    }
    if (values.has('lat') !== values.has('lng'))
      problems.push({
        field: values.has('lat') ? 'lng' : 'lat',
        detail: 'is missing: enter both latitude and longitude',
      })
    const address = zAddress.safeParse(pick('line1', 'line2', 'city', 'region', 'postalCode', 'country'))
    if (address.success) {
      if (before.some((other) => isSameAddress(other, address.data)))
        problems.push({ field: 'line1', detail: 'is already in this file' })
      before.push(address.data)
    }
    const draft = {
      ...(address.success ? { address: address.data } : {}),
      ...(values.has('lat') && values.has('lng') ? { geo: pick('lat', 'lng') } : {}),
      ...pick('propertyType', 'bedrooms'),
    }
    const sections = (
      [
        ['description', pick('title', 'description')],
        ['info', pick('maxGuests', 'bathrooms', 'internalName')],
        ['type', pick('sizeSqm')],
      ] as const
    ).flatMap(([section, patch]) => (Object.keys(patch).length === 0 ? [] : [{ section, patch }]))
    return {
      line,
      name: String(values.get('title') ?? values.get('internalName') ?? values.get('line1') ?? ''),
      draft,
      sections,
      problems,
    }
  })
}
