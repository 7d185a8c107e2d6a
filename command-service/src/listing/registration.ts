import type { OfType } from '@hearth/contracts/kernel/message'
import { REGISTRATION_SCHEMES, type ListingCommand, type ListingEvent } from '@hearth/contracts/listing'
import { accept, type Context, type Decision, type Rejected } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import { onListed, baseFields, refuseFiles, wrongState } from './common.ts'
import type { DecideListing, ListingFacts } from './listing.facts.ts'
import type { Listing } from './listing.state.ts'

type Ctx = Context<ListingFacts>
type Data<T extends ListingCommand['type']> = OfType<ListingCommand, T>['data']

const refuseNumber = (
  { scheme, number, expiresOn }: Omit<Data<'RecordRegistration'>, 'documentFileId'>,
  { today }: ListingFacts,
): Rejected | undefined => {
  const { pattern, label, example } = REGISTRATION_SCHEMES[scheme]
  if (!pattern.test(number)) return wrongField('/number', `must have the format ${example} (${label})`)
  return expiresOn !== null && today !== null && expiresOn <= today
    ? wrongField('/expiresOn', `must be after ${today}`)
    : undefined
}

const isKnown = (data: Data<'RecordRegistration'>, { registration }: Listing): boolean => {
  const known: Readonly<Record<string, unknown>> = registration ?? {}
  return Object.entries(data).every(([field, value]) => known[field] === value)
}

const recordRegistration = (
  data: Data<'RecordRegistration'>,
  listing: Listing,
  ctx: Ctx,
): Decision<ListingEvent> => {
  const refusal = refuseNumber(data, ctx.facts) ?? refuseFiles(ctx.facts.unknownFiles)
  if (refusal !== undefined) return refusal
  return isKnown(data, listing) && listing.registration?.status !== 'rejected'
    ? accept([])
    : accept<ListingEvent>([{ type: 'RegistrationRecorded', data: { ...baseFields(listing, ctx), ...data } }])
}

/** A number that the source of an import has verified needs no review by staff. */
const importRegistration = (
  { verifiedBy, verifiedOn, ...number }: Data<'ImportRegistration'>,
  listing: Listing,
  ctx: Ctx,
): Decision<ListingEvent> => {
  const refusal = refuseNumber(number, ctx.facts)
  if (refusal !== undefined) return refusal
  const { today } = ctx.facts
  if (today !== null && verifiedOn > today) return wrongField('/verifiedOn', `can’t be after ${today}`)
  const data = { ...number, documentFileId: null }
  if (isKnown(data, listing) && listing.registration?.status === 'verified') return accept([])
  const source = { name: verifiedBy, verifiedOn }
  return accept<ListingEvent>([
    { type: 'RegistrationRecorded', data: { ...baseFields(listing, ctx), ...data } },
    { type: 'RegistrationVerified', data: { ...baseFields(listing, ctx), by: ctx.actor.id, source } },
  ])
}

/** The registration number that authorities give a listing. */
export const decideRegistration: DecideListing<
  'RecordRegistration' | 'ImportRegistration' | 'VerifyRegistration' | 'RejectRegistration'
> = {
  RecordRegistration: onListed(recordRegistration),
  ImportRegistration: onListed(importRegistration),
  VerifyRegistration: onListed((_data, listing, ctx) => {
    if (listing.registration === null) return wrongState('No registration number has been entered yet.')
    return listing.registration.status === 'verified'
      ? accept([])
      : accept<ListingEvent>([
          { type: 'RegistrationVerified', data: { ...baseFields(listing, ctx), by: ctx.actor.id } },
        ])
  }),
  RejectRegistration: onListed(({ reason }, listing, ctx) => {
    if (listing.registration === null) return wrongState('No registration number has been entered yet.')
    if (listing.registration.status === 'rejected')
      return wrongState('This registration has already been rejected. The host has to enter a new one.')
    return accept<ListingEvent>([
      { type: 'RegistrationRejected', data: { ...baseFields(listing, ctx), by: ctx.actor.id, reason } },
    ])
  }),
}
