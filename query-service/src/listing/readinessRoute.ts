import { deriveAgreementId, agreements, isInForce, zAgreementRow } from '@hearth/contracts/agreement'
import { claims } from '@hearth/contracts/calendar'
import {
  goLiveProblems,
  listingContents,
  listGoLiveConditions,
  listings,
  countOpenNights,
  readSections,
  zListingContentRow,
  zListingRow,
  type Readiness,
} from '@hearth/contracts/listing'
import type { LocalDate } from '@hearth/contracts/kernel/dates'
import { onboardingCases, zOnboardingRow } from '@hearth/contracts/onboarding'
import { isVerified, payoutAccounts, zPayoutAccountRow } from '@hearth/contracts/payout-account'
import { isTaxComplete, NO_TAX_PROFILE, taxProfiles, zTaxProfile } from '@hearth/contracts/tax-profile'
import { route, type Route } from '@hearth/platform/http/route'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import { sql } from 'kysely'
import { z } from 'zod'
import { createModel } from '../runtime/model.ts'
import { readOne, readWhere } from '../runtime/readRows.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'

const models = {
  listing: createModel(listings),
  content: createModel(listingContents),
  onboarding: createModel(onboardingCases),
  agreement: createModel(agreements),
  payoutAccount: createModel(payoutAccounts),
  taxProfile: createModel(taxProfiles),
  claim: createModel(claims),
}
const TABLES = Object.values(models).map(({ resource }) => resource.table)
const zListing = z.object(zListingRow.shape)
type Listing = z.infer<typeof zListing>
const zContent = z.object(zListingContentRow.shape)
const zProfile = z.object(zTaxProfile.shape)
const zCase = z.object({ state: zOnboardingRow.shape.state })
const zAgreement = z.object({ status: zAgreementRow.shape.status })
const zMethods = z.object({ methods: zPayoutAccountRow.shape.methods })
const zSpan = z.object({ start: z.string(), end: z.string() })
const MAX_CLAIMS = 2_000

/** Reads what the conditions depend on besides the listing itself. */
const readFacts = async (db: Sources['db'], { id, hostAccountId }: Listing, today: LocalDate) => {
  // Those who see the listing may know whether a bank account is verified, but not see the account.
  const scope = { tenantId: hostAccountId, listingIds: null, staff: false }
  const isOpenClaim = [
    sql`listing_id = ${id}`,
    sql`state <> 'released'`,
    sql`${sql.ref('end')} > cast(${today} as date)`,
  ]
  const [content, onboarding, agreement, account, tax, taken] = await Promise.all([
    readOne(db, models.content, scope, id),
    readOne(db, models.onboarding, scope, id),
    readOne(db, models.agreement, scope, deriveAgreementId(id)),
    readOne(db, models.payoutAccount, scope, hostAccountId),
    readOne(db, models.taxProfile, scope, hostAccountId),
    readWhere(db, models.claim, scope, isOpenClaim, MAX_CLAIMS),
  ])
  return {
    content: content === undefined ? undefined : zContent.parse(content),
    onboardingState: zCase.safeParse(onboarding).data?.state,
    agreementStatus: zAgreement.safeParse(agreement).data?.status,
    taxComplete: isTaxComplete(zProfile.safeParse(tax).data ?? NO_TAX_PROFILE),
    payoutMethods: Object.values(zMethods.safeParse(account).data?.methods ?? {}),
    taken: taken.map((row) => zSpan.parse(row)),
  }
}

const readReadiness = async ({ db, now }: Sources, listing: Listing): Promise<Readiness> => {
  const today = toLocalDate(new Date(now()).toISOString(), listing.timezone)
  const { content, onboardingState, agreementStatus, payoutMethods, taxComplete, taken } = await readFacts(
    db,
    listing,
    today,
  )
  const problems = goLiveProblems({
    listingId: listing.id,
    drafted: listing.drafted,
    today,
    pricing: listing.pricing,
    registration: listing.registration,
    sections: content === undefined ? {} : readSections(content),
    photos: content?.photos ?? [],
    onboardingApproved: onboardingState === 'approved' || onboardingState === 'live',
    agreementSigned: agreementStatus !== undefined && isInForce(agreementStatus),
    payoutMethodVerified: payoutMethods.some(isVerified),
    taxComplete: !listing.drafted || taxComplete,
    openNights: countOpenNights(taken, today),
  })
  return {
    conditions: listGoLiveConditions(listing.drafted).map(
      (code) => problems.find((problem) => problem.code === code) ?? { code, detail: null, route: null },
    ),
  }
}

/**
 * `GET /api/listings/{id}/readiness`: every condition of going live that applies; for each that fails, why and where to
 * fix it (docs/domain/listing.md#going-live).
 */
export const readinessRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/listings/:id/readiness',
    access: { capability: listings.capability },
    tenant: 'own',
    rate: 'read',
    params: zPathId,
    query: z.strictObject({}),
    handler: async ({ principal, params, headers, signal }) => {
      const position = await waitForToken(sources.positions, TABLES, headers, signal)
      const listing = zListing.parse(await findRow(sources, models.listing, principal, params.id))
      return { status: 200, headers: position, body: await readReadiness(sources, listing) }
    },
  })
