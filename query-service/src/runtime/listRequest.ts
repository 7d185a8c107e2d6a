import { zLocalDate } from '@hearth/contracts/kernel/dates'
import type { FilterKind } from '@hearth/contracts/kernel/resource'
import { fieldProblem } from '@hearth/platform/http/validation'
import { z } from 'zod'
import type { Field, Model } from './model.ts'

/** The maximum number of rows or ids in one request (docs/domain/commands.md#lists). */
export const MAX_ROWS = 100
const MAX_OFFSET = 10_000_000
const MAX_WORDS = 8
const MAX_TEXT = 200

export type Condition =
  | Readonly<{ kind: 'in'; field: Field; values: readonly (string | number | boolean)[] }>
  | Readonly<{ kind: 'from' | 'to'; field: Field; value: string | number | boolean }>
  | Readonly<{ kind: 'words'; fields: readonly Field[]; words: readonly string[]; listing?: Field }>
  | Readonly<{
      kind: 'overlap'
      start: Field
      end: Field
      from: string | undefined
      to: string | undefined
      /** Whether an index holds the rows' days as ranges. */
      indexed: boolean
    }>
  | Readonly<{ kind: 'lacks'; field: Field; value: string }>

export type Sort = Readonly<{ field: Field; descending: boolean }>
export type ListRequest = Readonly<{
  sort: Sort
  offset: number
  limit: number
  conditions: readonly Condition[]
}>

/** What simple-rest sends; anything else in the query is refused. */
export const zListQuery = z.strictObject({
  sort: z.string().max(200).optional(),
  range: z.string().max(60).optional(),
  filter: z.string().max(8_000).optional(),
})
export type ListQuery = z.infer<typeof zListQuery>
/** An export has all rows. */
export const zExportQuery = zListQuery.pick({ sort: true, filter: true })

const parseJson = (pointer: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw fieldProblem(pointer, 'must be JSON')
  }
}

const findField = (model: Model, hidden: ReadonlySet<string>, name: string, pointer: string): Field => {
  const field = model.fields.get(name)
  if (!field || hidden.has(name)) throw fieldProblem(pointer, 'is not known here')
  return field
}

const zSort = z.tuple([z.string(), z.enum(['ASC', 'DESC'])])

/** The order in which an account's own index holds its rows. */
export const findDefaultSort = (model: Model): Sort => {
  const [name, order] = model.resource.defaultSort
  return { field: findField(model, new Set(), name, '/sort'), descending: order === 'DESC' }
}

const parseSort = (model: Model, hidden: ReadonlySet<string>, text: string | undefined): Sort => {
  const { sort } = model.resource
  if (text === undefined) return findDefaultSort(model)
  const parsed = zSort.safeParse(parseJson('/sort', text))
  if (!parsed.success) throw fieldProblem('/sort', 'must be ["<field>","ASC"] or ["<field>","DESC"]')
  const [name, order] = parsed.data
  if (name !== 'id' && !sort.includes(name))
    throw fieldProblem('/sort', `must be one of id, ${sort.join(', ')}`)
  return { field: findField(model, hidden, name, '/sort'), descending: order === 'DESC' }
}

const zRange = z.tuple([z.int().min(0).max(MAX_OFFSET), z.int().min(0)])

const parseRange = (text: string | undefined): readonly [offset: number, limit: number] | undefined => {
  if (text === undefined) return undefined
  const parsed = zRange.safeParse(parseJson('/range', text))
  if (!parsed.success || parsed.data[1] < parsed.data[0])
    throw fieldProblem('/range', 'must be [<first>,<last>] with 0 ≤ first ≤ last')
  const [first, last] = parsed.data
  if (last - first + 1 > MAX_ROWS) throw fieldProblem('/range', `must not ask for more than ${MAX_ROWS} rows`)
  return [first, last - first + 1]
}

const isStorable = (text: string) => text.length <= MAX_TEXT && text.isWellFormed() && !text.includes('\0')

const parseValue = (field: Field, value: unknown, pointer: string): string | number | boolean => {
  const parsed = z.safeParse(field.schema, value)
  if (!parsed.success) throw fieldProblem(pointer, parsed.error.issues[0]?.message ?? 'is not valid')
  const checked = parsed.data
  if (typeof checked === 'string' && isStorable(checked)) return checked
  if (typeof checked === 'number' || typeof checked === 'boolean') return checked
  throw fieldProblem(pointer, 'is not valid')
}

const parseValues = (field: Field, value: unknown, pointer: string) => {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (list.length > MAX_ROWS) throw fieldProblem(pointer, `must not have more than ${MAX_ROWS} values`)
  return list.map((item) => parseValue(field, item, pointer))
}

const zWords = z.string().max(100).refine(isStorable, 'contains characters that cannot be stored')
const zItem = z.string().max(100).refine(isStorable, 'contains characters that cannot be stored')
const zSpan = z.strictObject({ from: zLocalDate.optional(), to: zLocalDate.optional() })

const checked = <T>(schema: z.ZodType<T>, value: unknown, pointer: string): T => {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw fieldProblem(pointer, parsed.error.issues[0]?.message ?? 'is not valid')
  return parsed.data
}

const TENANT: Field = {
  field: 'tenantId',
  column: 'tenant_id',
  sqlType: 'text',
  jsonb: false,
  nullable: false,
  optional: false,
  schema: z.string().max(100),
}

const RANGE_NAME = /^(.+)_(gte|lte)$/

const parseFilter = (model: Model, hidden: ReadonlySet<string>, text: string | undefined): Condition[] => {
  const filter = text === undefined ? {} : parseJson('/filter', text)
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    throw fieldProblem('/filter', 'must be an object')
  const kinds = new Map<string, FilterKind>(Object.entries(model.resource.filter))
  return Object.entries(filter).flatMap(([name, value]: [string, unknown]): Condition[] => {
    const pointer = `/filter/${name}`
    const field = (known: string) => findField(model, hidden, known, pointer)
    if (name === 'id')
      return [{ kind: 'in', field: field('id'), values: parseValues(field('id'), value, pointer) }]
    if (name === 'tenantId' && model.resource.scope === 'tenant')
      return [{ kind: 'in', field: TENANT, values: parseValues(TENANT, value, pointer) }]
    const range = RANGE_NAME.exec(name)
    const ranged = range?.[1]
    if (ranged !== undefined && kinds.get(ranged) === 'range')
      return [
        {
          kind: range?.[2] === 'gte' ? 'from' : 'to',
          field: field(ranged),
          value: parseValue(field(ranged), value, pointer),
        },
      ]
    const kind = kinds.get(name)
    if (kind === undefined || kind === 'range') throw fieldProblem(pointer, 'is not known here')
    if (kind === 'equals')
      return [{ kind: 'in', field: field(name), values: parseValues(field(name), value, pointer) }]
    if ('overlap' in kind) {
      const [start, end] = kind.overlap
      const { from, to } = checked(zSpan, value, pointer)
      const indexed = Object.hasOwn(model.resource.screens?.finds ?? {}, name)
      return [{ kind: 'overlap', start: field(start), end: field(end), from, to, indexed }]
    }
    if ('lacks' in kind)
      return [{ kind: 'lacks', field: field(kind.lacks), value: checked(zItem, value, pointer) }]
    const words = checked(zWords, value, pointer)
      .split(/\s+/)
      .filter((word) => word !== '')
    if (words.length > MAX_WORDS) throw fieldProblem(pointer, `must not have more than ${MAX_WORDS} words`)
    const listing = kind.listing === undefined ? {} : { listing: field(kind.listing) }
    return words.length === 0 ? [] : [{ kind: 'words', fields: kind.search.map(field), words, ...listing }]
  })
}

/** The default size of a page. */
export const DEFAULT_LIMIT = 25

/**
 * The request of a list, checked against the declaration. An unknown parameter is refused by name with 422
 * (docs/domain/commands.md#lists).
 */
export const parseListRequest = (
  model: Model,
  hidden: ReadonlySet<string>,
  query: ListQuery,
): ListRequest => {
  const conditions = parseFilter(model, hidden, query.filter)
  const range = parseRange(query.range)
  const byId = conditions.some((condition) => condition.kind === 'in' && condition.field.field === 'id')
  const [offset, limit] = range ?? [0, byId ? MAX_ROWS : DEFAULT_LIMIT]
  return { sort: parseSort(model, hidden, query.sort), offset, limit, conditions }
}
