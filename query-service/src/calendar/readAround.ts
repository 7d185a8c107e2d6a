import { deriveAgreementId, agreements, zAgreementRow } from '@hearth/contracts/agreement'
import { claims, zClaimRow } from '@hearth/contracts/calendar'
import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'
import { nightOverrides, zNightOverrideRow } from '@hearth/contracts/listing'
import type { Principal } from '@hearth/platform/session/principal'
import { sql } from 'kysely'
import { z } from 'zod'
import { createModel, createScope } from '../runtime/model.ts'
import { readOne, readWhere } from '../runtime/readRows.ts'
import type { Sources } from '../runtime/sources.ts'

const claimModel = createModel(claims)
const overrideModel = createModel(nightOverrides)
const agreementModel = createModel(agreements)
const zClaim = z.object(zClaimRow.shape)
const zOverride = z.object(zNightOverrideRow.shape)
const zContract = z.object(zAgreementRow.shape)
// The longest stay is a year: claims further away change nothing.
const REACH_DAYS = 366
const MAX_CLAIMS = 2_000

/** The tables that `readAround` reads. */
export const TABLES_AROUND = [claims.table, nightOverrides.table, agreements.table]

/** What decides about a listing's nights around a date: claims, overrides by date, and the agreement. */
export const readAround = async (
  { db }: Sources,
  principal: Principal,
  listingId: string,
  date: LocalDate,
) => {
  const scope = createScope(principal)
  const from = sql`cast(${addDays(date, -REACH_DAYS)} as date)`
  const to = sql`cast(${addDays(date, REACH_DAYS)} as date)`
  const ofListing = sql`listing_id = ${listingId}`
  const taken = [
    ofListing,
    sql`state <> 'released'`,
    sql`${sql.ref('start')} <= ${to}`,
    sql`${sql.ref('end')} >= ${from}`,
  ]
  const near = [ofListing, sql`date between ${from} and ${to}`]
  const [claimed, overridden, contract] = await Promise.all([
    readWhere(db, claimModel, scope, taken, MAX_CLAIMS),
    readWhere(db, overrideModel, scope, near, 2 * REACH_DAYS + 1),
    readOne(db, agreementModel, scope, deriveAgreementId(listingId)),
  ])
  const overrides = overridden.map((row) => zOverride.parse(row))
  return {
    claims: claimed.map((row) => zClaim.parse(row)),
    overrides: Object.fromEntries(overrides.map((row) => [row.date, row])),
    contract: contract && zContract.parse(contract),
  }
}
