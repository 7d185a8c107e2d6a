import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { defineResource, type Waiting } from '../kernel/resource.ts'
import { BLOCK_KINDS, zClaimKind, zClaimState, zImportKind, zOwnerStay } from './messages.ts'
import { zTaking } from './rules/takenNights.ts'

/** Nights `[start, end)` of a listing that something claims: a booking, a hold or a block. */
export const zClaimRow = z.strictObject({
  id: z.string(),
  listingId: z.string(),
  kind: zClaimKind,
  start: zLocalDate,
  end: zLocalDate,
  nights: z.int(),
  state: zClaimState,
  /** Another stay may have the same nights, because the host says that both are right. */
  shared: z.boolean(),
  holdExpiresAt: zInstant.nullable(),
  note: z.string().nullable(),
  ownerStay: zOwnerStay.nullable(),
  createdBy: z.string(),
  createdAt: zInstant,
  /** When the block was removed or the nights released; null while they are taken. */
  releasedAt: zInstant.nullable(),
  /** Until when a removed block can be restored; null unless removed (docs/domain/calendar.md#blocks). */
  restorableUntil: zInstant.nullable(),
  /** The range before its removal, for restoring. */
  removedStart: zLocalDate.nullable(),
  removedEnd: zLocalDate.nullable(),
  /** The feed that an imported block comes from; null for what was made here. */
  feedId: z.string().nullable(),
  importKind: zImportKind.nullable(),
  /** The reservation's code on its platform; null where the feed has none. */
  reference: z.string().nullable(),
})
export type ClaimRow = z.infer<typeof zClaimRow>

const base = {
  table: 'claim',
  row: zClaimRow,
  visibility: {
    id: 'open',
    listingId: 'open',
    kind: 'open',
    start: 'open',
    end: 'open',
    nights: 'open',
    state: 'open',
    shared: 'open',
    holdExpiresAt: 'open',
    note: 'block.note',
    ownerStay: 'open',
    createdBy: 'open',
    createdAt: 'open',
    releasedAt: 'open',
    restorableUntil: 'open',
    removedStart: 'open',
    removedEnd: 'open',
    feedId: 'open',
    importKind: 'open',
    reference: 'open',
  },
  capability: 'calendar.read',
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['start', 'end', 'createdAt', 'kind', 'nights'],
  defaultSort: ['start', 'ASC'],
  filter: {
    listingId: 'equals',
    kind: 'equals',
    state: 'equals',
    start: 'range',
    end: 'range',
    nights: { overlap: ['start', 'end'] },
  },
  screens: { finds: { listingId: 'Calendar of a listing' } },
} as const

/** Holds that run out (docs/domain/calendar.md#holds). */
export const waitingClaims = {
  held: { at: 'holdExpiresAt', where: { state: 'held', kind: 'booking' } },
} as const satisfies Readonly<Record<string, Waiting>>

/** All claims: what the multi-calendar draws. */
export const claims = defineResource({ ...base, name: 'claims', waiting: waitingClaims })
/** The claims that people made by hand. */
export const blocks = defineResource({
  ...base,
  name: 'blocks',
  where: { kind: BLOCK_KINDS },
  export: {
    listingId: 'Listing',
    kind: 'Kind',
    start: 'From',
    end: 'To',
    nights: 'Nights',
    note: 'Note',
    state: 'State',
  },
})

/**
 * What takes nights of a listing from two days ago on, as of its last change: one row per listing. A calendar
 * that nothing takes has no row.
 */
export const zCalendarRow = z.strictObject({
  /** The listing's. */
  id: z.string(),
  listingId: z.string(),
  /** In the order in which they came. */
  claims: z.array(zTaking),
  /** The end of the last night that two of them have; null while none is. */
  clashUntil: zLocalDate.nullable(),
})
export type CalendarRow = z.infer<typeof zCalendarRow>
export const calendars = defineResource({
  name: 'calendars',
  table: 'calendar',
  row: zCalendarRow,
  capability: 'calendar.read',
  visibility: {
    id: 'open',
    listingId: 'open',
    claims: 'open',
    clashUntil: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['clashUntil'],
  defaultSort: ['id', 'ASC'],
  filter: { listingId: 'equals', clashUntil: 'range' },
  screens: { finds: { clashUntil: 'Conflicts on Today' } },
})
