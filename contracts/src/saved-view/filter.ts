import { z } from 'zod'
import type { Capability } from '../kernel/access.ts'
import { zLocalDate } from '../kernel/dates.ts'
import type { FieldError } from '../kernel/problem.ts'
import type { Resource } from '../kernel/resource.ts'
import { zCode, zStorable } from '../kernel/text.ts'

/** Values of one parameter at most, as in a request (docs/domain/commands.md#lists). */
const MAX_VALUES = 100
const MAX_PARAMETERS = 20

const zSpan = z.strictObject({ from: zLocalDate.optional(), to: zLocalDate.optional() })
const zScalar = z.union([zStorable(200), z.number(), z.boolean()])

/** The filter of a list by parameter, as the list's own request has it. */
export const zViewFilter = z
  .record(zCode(60), z.union([zScalar, z.array(zScalar).max(MAX_VALUES), zSpan]))
  .refine((filter) => Object.keys(filter).length <= MAX_PARAMETERS, `has over ${MAX_PARAMETERS} parameters`)
export type ViewFilter = z.infer<typeof zViewFilter>

export const zViewOrder = z.strictObject({ field: zCode(60), direction: z.enum(['ASC', 'DESC']) })

type FilteredList = Pick<Resource, 'row' | 'filter' | 'sort' | 'visibility'>
/** What a parameter of a filter takes, and the fields that it compares. */
type Parameter = Readonly<{ fields: readonly string[]; schema: z.ZodType }>

const withoutNull = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? withoutNull(schema.unwrap())
    : schema

const RANGE_NAME = /^(.+)_(gte|lte)$/

/** The parameter as the list's contract declares it; undefined when it declares none of this name. */
const findParameter = ({ row, filter }: FilteredList, name: string): Parameter | undefined => {
  const valueOf = (field: string) => withoutNull(row.shape[field] ?? z.never())
  const ranged = RANGE_NAME.exec(name)?.[1]
  if (ranged !== undefined && filter[ranged] === 'range')
    return { fields: [ranged], schema: z.union([valueOf(ranged)]) }
  const kind = Object.hasOwn(filter, name) ? filter[name] : undefined
  if (kind === undefined || kind === 'range') return undefined
  if (kind === 'equals')
    return { fields: [name], schema: z.union([valueOf(name), z.array(valueOf(name)).max(MAX_VALUES)]) }
  if ('overlap' in kind) return { fields: kind.overlap, schema: zSpan }
  if ('lacks' in kind) return { fields: [kind.lacks], schema: z.string().max(100) }
  return { fields: kind.search, schema: z.string().max(100) }
}

/** The parameters of a filter that the list knows and takes, and the names of the others. */
export const readViewFilter = (
  list: FilteredList,
  filter: ViewFilter,
): Readonly<{ known: ViewFilter; unknown: readonly string[] }> => {
  const takes = ([name, value]: readonly [string, unknown]) =>
    findParameter(list, name)?.schema.safeParse(value).success ?? false
  const entries = Object.entries(filter)
  return {
    known: Object.fromEntries(entries.filter(takes)),
    unknown: entries.filter((entry) => !takes(entry)).map(([name]) => name),
  }
}

/** Whether the list can be sorted by the field. */
export const isSortable = ({ sort }: Pick<Resource, 'sort'>, field: string): boolean =>
  field === 'id' || sort.includes(field)

type Query = Readonly<{ filter: ViewFilter; order: z.infer<typeof zViewOrder> }>

/** Why the list would refuse this query. */
export const findQueryErrors = (list: FilteredList, { filter, order }: Query): readonly FieldError[] => [
  ...readViewFilter(list, filter).unknown.map((name) => ({
    pointer: `/filter/${name}`,
    detail: 'isn’t known here, or has a value that it doesn’t take',
  })),
  ...(isSortable(list, order.field)
    ? []
    : [{ pointer: '/order/field', detail: 'isn’t a field that this list can be sorted by' }]),
]

/** The capabilities without which a person may not filter or sort like this. */
export const listNeededCapabilities = (
  list: FilteredList,
  { filter, order }: Query,
): readonly Capability[] => {
  const fields = [
    ...Object.keys(filter).flatMap((name) => findParameter(list, name)?.fields ?? []),
    order.field,
  ]
  const audiences = fields.flatMap((field) => list.visibility[field] ?? 'account.private')
  return [...new Set(audiences.filter((audience) => audience !== 'open'))].toSorted()
}

/** The listings that a filter names; null when it names none. */
export const listNamedListings = (
  { listings }: Pick<Resource, 'listings'>,
  filter: ViewFilter,
): readonly string[] | null => {
  const field = typeof listings === 'object' && 'field' in listings ? listings.field : undefined
  const value = field === undefined ? undefined : filter[field]
  return value === undefined ? null : [value].flat().filter((id) => typeof id === 'string')
}
