import { deriveAgreementId, agreements, isInForce, zAgreementRow } from '@hearth/contracts/agreement'
import { claims } from '@hearth/contracts/calendar'
import {
  GO_LIVE_CONDITIONS,
  goLiveProblems,
  listingContents,
  listings,
  countOpenNights,
  readSections,
  zListingContentRow,
  zListingRow,
  type Readiness,
} from '@hearth/contracts/listing'
import { onboardingCases, zOnboardingRow } from '@hearth/contracts/onboarding'
import { isVerified, payoutAccounts, zPayoutAccountRow } from '@hearth/contracts/payout-account'
import { route, type Route } from '@hearth/platform/http/route'
import { sql } from 'kysely'
import { z } from 'zod'
import { modelOf } from '../runtime/model.ts'
import { readOne, readWhere } from '../runtime/readRows.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { localDateOf } from '../runtime/zones.ts'

const models = {
  listing: modelOf(listings),
  content: modelOf(listingContents),
  onboarding: modelOf(onboardingCases),
  agreement: modelOf(agreements),
  payoutAccount: modelOf(payoutAccounts),
  claim: modelOf(claims),
}
const TABLES = Object.values(models).map(({ resource }) => resource.table)
const zListing = z.object(zListingRow.shape)
const zContent = z.object(zListingContentRow.shape)
const zCase = z.object({ state: zOnboardingRow.shape.state })
const zAgreement = z.object({ status: zAgreementRow.shape.status })
const zMethods = z.object({ methods: zPayoutAccountRow.shape.methods })
const zSpan = z.object({ start: z.string(), end: z.string() })
const MAX_CLAIMS = 2_000

/**
 * `GET /api/listings/{id}/readiness`: every condition of going live, and of those that do not hold why and
 * where to mend it (docs/domain/listing.md#going-live).
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
      // Whether a bank account is verified is no secret to whoever may see the listing; the account itself
      // is.
      const scope = { tenantId: listing.hostAccountId, listingIds: null, staff: false }
      const { db } = sources
      const today = localDateOf(new Date(sources.now()).toISOString(), listing.timezone)
      const [content, onboarding, agreement, account, taken] = await Promise.all([
        readOne(db, models.content, scope, listing.id),
        readOne(db, models.onboarding, scope, listing.id),
        readOne(db, models.agreement, scope, deriveAgreementId(listing.id)),
        readOne(db, models.payoutAccount, scope, listing.hostAccountId),
        readWhere(
          db,
          models.claim,
          scope,
          [
            sql`listing_id = ${listing.id}`,
            sql`state <> 'released'`,
            sql`${sql.ref('end')} > cast(${today} as date)`,
          ],
          MAX_CLAIMS,
        ),
      ])
      const known = content === undefined ? undefined : zContent.parse(content)
      const onboardingState = zCase.safeParse(onboarding).data?.state
      const agreementStatus = zAgreement.safeParse(agreement).data?.status
      const problems = goLiveProblems({
        listingId: listing.id,
        today,
        pricing: listing.pricing,
        registration: listing.registration,
        sections: known === undefined ? {} : readSections(known),
        photos: known?.photos ?? [],
        onboardingApproved: onboardingState === 'approved' || onboardingState === 'live',
        agreementSigned: agreementStatus !== undefined && isInForce(agreementStatus),
        payoutMethodVerified: Object.values(zMethods.safeParse(account).data?.methods ?? {}).some(isVerified),
        taxComplete: true,
        openNights: countOpenNights(
          taken.map((row) => zSpan.parse(row)),
          today,
        ),
      })
      const readiness: Readiness = {
        conditions: GO_LIVE_CONDITIONS.map(
          (code) => problems.find((problem) => problem.code === code) ?? { code, detail: null, route: null },
        ),
      }
      return { status: 200, headers: position, body: readiness }
    },
  })
