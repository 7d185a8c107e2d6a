import { z } from 'zod'
import { zId } from '../../kernel/ids.ts'
import { defineSection } from './section.ts'

export const zPropertyType = z.enum([
  'apartment',
  'house',
  'townhouse',
  'condo',
  'villa',
  'cabin',
  'loft',
  'guesthouse',
  'boat',
  'other',
])
/** The host's relationship to the place (docs/domain/onboarding.md#steps). */
export const zRelationship = z.enum(['owner', 'authorised_manager', 'tenant_with_consent'])

/** What kind of place it is and by which right it is let. */
export const zType = defineSection({
  propertyType: zPropertyType,
  space: z.enum(['entire', 'private_room']),
  sizeSqm: z.int().min(10).max(2_000),
  /** 0 is the ground floor. */
  floor: z.int().min(-3).max(150),
  elevator: z.boolean(),
  yearBuilt: z.int().min(1000).max(2100),
  ownership: z.enum(['own', 'manage', 'lease']),
  /** The landlord's consent, an uploaded file; needed for a lease. */
  consentFileId: zId,
  relationship: zRelationship,
  /** The host has the right to let this place and agrees to. */
  consentToList: z.boolean(),
})

/**
 * Whether the host rents the place themselves. The start of a listing asks for the relationship; what was
 * imported has the ownership.
 */
export const isLeased = ({ relationship, ownership }: Readonly<Record<string, unknown>>): boolean =>
  relationship === null || relationship === undefined
    ? ownership === 'lease'
    : relationship === 'tenant_with_consent'
