import type { OfType } from '@hearth/contracts/kernel/message'
import { REGISTRATION_SCHEMES, type ListingCommand, type ListingEvent } from '@hearth/contracts/listing'
import { accept, type Context, type Decision } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import { onListed, baseFields, refuseFiles, wrongState } from './common.ts'
import type { DecideListing, ListingFacts } from './listing.facts.ts'
import type { Listing } from './listing.state.ts'

type Ctx = Context<ListingFacts>
type Data<T extends ListingCommand['type']> = OfType<ListingCommand, T>['data']

const recordRegistration = (
  data: Data<'RecordRegistration'>,
  listing: Listing,
  ctx: Ctx,
): Decision<ListingEvent> => {
  const { pattern, label, example } = REGISTRATION_SCHEMES[data.scheme]
  if (!pattern.test(data.number)) return wrongField('/number', `must have the format ${example} (${label})`)
  const unknownFile = refuseFiles(ctx.facts.unknownFiles)
  if (unknownFile !== undefined) return unknownFile
  if (data.expiresOn !== null && ctx.facts.today !== null && data.expiresOn <= ctx.facts.today)
    return wrongField('/expiresOn', `must be after ${ctx.facts.today}`)
  const {
    status: _status,
    rejectedBecause: _because,
    ...known
  } = listing.registration ?? { status: '', rejectedBecause: '' }
  const isSame = Object.entries(data).every(
    ([field, value]) => (known as Readonly<Record<string, unknown>>)[field] === value,
  )
  return isSame && listing.registration?.status !== 'rejected'
    ? accept([])
    : accept<ListingEvent>([{ type: 'RegistrationRecorded', data: { ...baseFields(listing, ctx), ...data } }])
}

/** The registration number that authorities give a listing. */
export const decideRegistration: DecideListing<
  'RecordRegistration' | 'VerifyRegistration' | 'RejectRegistration'
> = {
  RecordRegistration: onListed(recordRegistration),
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
