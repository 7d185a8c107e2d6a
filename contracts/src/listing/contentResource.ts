import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zEditPart } from './content.ts'
import { zListingPhoto } from './photos.ts'
import {
  SECTIONS,
  zSectionName,
  type SectionName,
  type Sections,
  type SectionValues,
} from './sections/sections.ts'

const fields = z.record(z.string(), z.unknown())

/**
 * What a listing says of itself, whole; `id` is the listing's. Read sections by `readSection`: their personal
 * fields lie apart.
 */
export const zListingContentRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  sections: z.partialRecord(
    zSectionName,
    z.strictObject({ version: z.int(), changedAt: zInstant, changedBy: z.string(), values: fields }),
  ),
  /** By section; text for those who must not read them, and when they are erased. */
  personal: z.union([z.partialRecord(zSectionName, fields), z.string()]),
  photos: z.array(zListingPhoto),
})
export type ListingContentRow = z.infer<typeof zListingContentRow>

/** Personal fields are null for those who may not see them. */
type ShownContent = Pick<ListingContentRow, 'sections'> &
  Readonly<{ personal: ListingContentRow['personal'] | null }>

/** A section as a reader sees it; version 0 and no values where it was never changed. */
export const readSection = <S extends SectionName>(
  row: ShownContent | undefined,
  section: S,
): Readonly<{ version: number; values: SectionValues<S> }> => {
  const known = row?.sections[section]
  const personal = typeof row?.personal === 'string' ? undefined : row?.personal?.[section]
  return { version: known?.version ?? 0, values: { ...known?.values, ...personal } as SectionValues<S> }
}

/** Every section that has been touched. */
export const readSections = (row: ShownContent): Sections =>
  Object.fromEntries(
    (Object.keys(SECTIONS) as SectionName[]).flatMap((section) =>
      row.sections[section] === undefined ? [] : [[section, readSection(row, section).values]],
    ),
  )

export const listingContents = defineResource({
  name: 'listing-contents',
  table: 'listing_content',
  row: zListingContentRow,
  capability: 'listing.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    sections: 'open',
    personal: 'event.personal',
    photos: 'open',
  },
  scope: 'tenant',
  listings: { field: 'id' },
  sort: ['id'],
  defaultSort: ['id', 'ASC'],
  filter: { hostAccountId: 'equals' },
})

/**
 * What a host of a live listing under full service asked our curators to change
 * (docs/domain/listing.md#curated-content).
 */
export const zListingEditRow = z.strictObject({
  id: z.string(),
  listingId: z.string(),
  hostAccountId: z.string(),
  section: zEditPart,
  /** Changed fields only; of photos all ids in their order. */
  before: fields,
  after: fields,
  state: z.enum(['open', 'approved', 'declined', 'withdrawn']),
  requestedBy: z.string(),
  requestedAt: zInstant,
  decidedBy: z.string().nullable(),
  decidedAt: zInstant.nullable(),
  reason: z.string().nullable(),
})
export type ListingEditRow = z.infer<typeof zListingEditRow>

export const listingEdits = defineResource({
  name: 'listing-edits',
  table: 'listing_edit',
  row: zListingEditRow,
  capability: 'listing.read',
  visibility: {
    id: 'open',
    listingId: 'open',
    hostAccountId: 'open',
    section: 'open',
    before: 'open',
    after: 'open',
    state: 'open',
    requestedBy: 'open',
    requestedAt: 'open',
    decidedBy: 'open',
    decidedAt: 'open',
    reason: 'listing.texts',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['requestedAt', 'decidedAt', 'state'],
  defaultSort: ['requestedAt', 'ASC'],
  filter: { state: 'equals', listingId: 'equals', hostAccountId: 'equals' },
})
