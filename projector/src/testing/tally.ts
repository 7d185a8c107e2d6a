import type { EventDefinition, EventsOf } from '@hearth/contracts/kernel/message'
import { zInstant, zLocalDate } from '@hearth/contracts/kernel/dates'
import { defineAggregate } from '@hearth/contracts/kernel/message'
import { defineProjection, foldBy, type Projection } from '@hearth/contracts/kernel/projection'
import { defineResource } from '@hearth/contracts/kernel/resource'
import { z } from 'zod'

// A small domain with everything an engine can get wrong: rows of one stream, rows of many streams, deletion,
// sealed fields, every column type.
const by = { tallyId: z.string(), group: z.string() }
export const tally = defineAggregate({
  category: 'tally',
  events: {
    TallyOpened: {
      version: 1,
      schema: z.object({ ...by, owner: z.string(), ownerRef: z.string(), day: zLocalDate }),
      personal: { owner: 'ownerRef' },
    },
    TallyCounted: { version: 1, schema: z.object({ ...by, amount: z.int(), rate: z.number() }) },
    TallyNoted: { version: 1, schema: z.object({ ...by, note: z.string() }) },
    TallyClosed: { version: 1, schema: z.object(by) },
  },
  commands: {},
})
type TallyEvent = EventsOf<typeof tally>
export const tallyDefinitions: ReadonlyMap<string, EventDefinition> = new Map(Object.entries(tally.events))

const zTallyRow = z.strictObject({
  id: z.string(),
  owner: z.string(),
  day: zLocalDate,
  openedAt: zInstant,
  closedAt: zInstant.nullable(),
  count: z.int(),
  total: z.int(),
  rate: z.number(),
  even: z.boolean(),
  notes: z.array(z.strictObject({ text: z.string(), at: zInstant })),
  last: z.strictObject({ amount: z.int() }).nullable(),
})
type TallyRow = z.infer<typeof zTallyRow>

/** One row per stream. */
export const tallies: Projection<TallyRow> = defineProjection<TallyRow>({
  name: 'tally',
  version: 1,
  row: zTallyRow,
  categories: [tally.category],
  keys: ({ data }) => [String((data as Readonly<Record<string, unknown>>)['tallyId'])],
  fold: foldBy<TallyRow, TallyEvent>({
    TallyOpened: (_, { data, metadata }, id) => ({
      id,
      owner: data.owner,
      day: data.day,
      openedAt: metadata['occurredAt'] ?? '',
      closedAt: null,
      count: 0,
      total: 0,
      rate: 0,
      even: true,
      notes: [],
      last: null,
    }),
    TallyCounted: (row, { data }) =>
      row && {
        ...row,
        count: row.count + 1,
        total: row.total + data.amount,
        rate: data.rate,
        even: (row.total + data.amount) % 2 === 0,
        last: { amount: data.amount },
      },
    TallyNoted: (row, { data, metadata }) =>
      row && { ...row, notes: [...row.notes, { text: data.note, at: metadata['occurredAt'] ?? '' }] },
    TallyClosed: (row, { metadata }) => row && { ...row, closedAt: metadata['occurredAt'] ?? '' },
  }),
})

const zGroupRow = z.strictObject({ id: z.string(), open: z.record(z.string(), z.int()) })
type GroupRow = z.infer<typeof zGroupRow>
const without = (open: GroupRow['open'], tallyId: string) =>
  Object.fromEntries(Object.entries(open).filter(([id]) => id !== tallyId))

/** One row per group of streams; it goes when its last tally closes. */
export const groups: Projection<GroupRow> = defineProjection<GroupRow>({
  name: 'tally_group',
  version: 1,
  row: zGroupRow,
  keys: ({ type, data }) =>
    ['TallyOpened', 'TallyCounted', 'TallyClosed'].includes(type)
      ? [String((data as Readonly<Record<string, unknown>>)['group'])]
      : [],
  fold: foldBy<GroupRow, TallyEvent>({
    TallyOpened: (row, { data }, id) => ({ id, open: { ...row?.open, [data.tallyId]: 0 } }),
    TallyCounted: (row, { data }) =>
      row &&
      (data.tallyId in row.open
        ? { ...row, open: { ...row.open, [data.tallyId]: (row.open[data.tallyId] ?? 0) + data.amount } }
        : row),
    TallyClosed: (row, { data }) => {
      const open = without(row?.open ?? {}, data.tallyId)
      return row && Object.keys(open).length > 0 ? { ...row, open } : undefined
    },
  }),
})

export const tallyResources = [
  defineResource({
    name: 'tallies',
    table: 'tally',
    row: zTallyRow,
    capability: 'event.read',
    visibility: {
      id: 'open',
      owner: 'open',
      day: 'open',
      openedAt: 'open',
      closedAt: 'open',
      count: 'open',
      total: 'open',
      rate: 'open',
      even: 'open',
      notes: 'open',
      last: 'open',
    },
    scope: 'tenant',
    listings: 'whole account',
    sort: ['day', 'total'],
    defaultSort: ['day', 'ASC'],
    filter: { even: 'equals', q: { search: ['owner'] } },
  }),
]
export const tallyProjections = [tallies, groups] as readonly Projection[]

/** The same numbers for the same seed. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0 || 1
  return (below: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}
