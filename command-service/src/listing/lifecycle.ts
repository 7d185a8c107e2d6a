import { addDays } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import type { ListingCommand, ListingEvent } from '@hearth/contracts/listing'
import { accept, reject, type Context, type Decision } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import { onExisting, isHostOfManaged, onListed, baseFields, wrongState } from './common.ts'
import type { DecideListing, ListingFacts } from './listing.facts.ts'
import type { Listing } from './listing.state.ts'

type Ctx = Context<ListingFacts>
type Data<T extends ListingCommand['type']> = OfType<ListingCommand, T>['data']

/** Notice of a host under full service before the listing ends (docs/domain/listing.md#delisting). Days. */
const NOTICE_DAYS = 30

const unmet = (problems: readonly Readonly<{ code: string; message: string; fixRoute: string }>[]) =>
  reject('PRECONDITION_FAILED', problems.map(({ message }) => message).join(' '), { unmet: problems })
const describeProblems = ({ facts }: Ctx) =>
  facts.goLive.map(({ code, detail, route }) => ({ code, message: detail, fixRoute: route }))

const publish = (_data: unknown, listing: Listing, ctx: Ctx): Decision<ListingEvent> => {
  if (listing.status === 'live') return accept([])
  if (listing.status === 'paused') return wrongState('This listing is paused. Resume it instead.')
  if (listing.status === 'suspended')
    return wrongState('This listing is suspended. Only Hearth can reinstate it.')
  return ctx.facts.goLive.length > 0
    ? unmet(describeProblems(ctx))
    : accept<ListingEvent>([{ type: 'ListingPublished', data: baseFields(listing, ctx) }])
}

const resume = (_data: unknown, listing: Listing, ctx: Ctx): Decision<ListingEvent> => {
  if (listing.status === 'live') return accept([])
  if (listing.status !== 'paused')
    return wrongState(
      listing.status === 'suspended'
        ? 'This listing is suspended. Only Hearth can reinstate it.'
        : listing.status === 'delisted'
          ? 'This listing has been removed.'
          : 'This listing isn’t published yet.',
    )
  return ctx.facts.goLive.length > 0
    ? unmet(describeProblems(ctx))
    : accept<ListingEvent>([{ type: 'ListingResumed', data: baseFields(listing, ctx) }])
}

const pause = (
  { until, reason }: Data<'PauseListing'>,
  listing: Listing,
  ctx: Ctx,
): Decision<ListingEvent> => {
  if (listing.status !== 'live')
    return wrongState(
      listing.status === 'paused' ? 'This listing is already paused.' : 'This listing isn’t live.',
    )
  const { today } = ctx.facts
  if (until !== null && today !== null && until <= today)
    return wrongField('/until', `must be after ${today}`)
  return accept<ListingEvent>(
    [{ type: 'ListingPaused', data: { ...baseFields(listing, ctx), until, reason } }],
    { undo: { command: 'ResumeListing', expiresAt: null } },
  )
}

const delist = (
  { reason, effectiveOn }: Data<'DelistListing'>,
  listing: Listing,
  ctx: Ctx,
): Decision<ListingEvent> => {
  const { today, lastNight } = ctx.facts
  if (today !== null && effectiveOn < today) return wrongField('/effectiveOn', `can’t be before ${today}`)
  const isNoticeDue = isHostOfManaged(listing, ctx)
  if (isNoticeDue && today !== null && effectiveOn < addDays(today, NOTICE_DAYS))
    return reject('POLICY_VIOLATION', `Your agreement requires ${NOTICE_DAYS} days’ notice.`, {
      rule: 'notice',
      errors: [{ pointer: '/effectiveOn', detail: `must be ${addDays(today, NOTICE_DAYS)} or later` }],
    })
  if (lastNight !== null && lastNight >= effectiveOn)
    return unmet([
      {
        code: 'FUTURE_BOOKINGS',
        message:
          `There’s a booking after ${effectiveOn} (last night ${lastNight}). ` +
          'Choose a later day, or cancel the booking first.',
        fixRoute: '/bookings',
      },
    ])
  return accept<ListingEvent>([
    { type: 'ListingDelisted', data: { ...baseFields(listing, ctx), reason, effectiveOn } },
  ])
}

/** From the first draft to the end of a listing (docs/domain/listing.md). */
export const decideLifecycle: DecideListing<
  | 'MoveListing'
  | 'PublishListing'
  | 'PauseListing'
  | 'ResumeListing'
  | 'SuspendListing'
  | 'ReinstateListing'
  | 'DelistListing'
> = {
  MoveListing: onListed(({ stage }, listing, ctx) => {
    const { status } = listing
    if (status === stage) return accept([])
    if (status === 'live' || status === 'paused' || status === 'suspended' || status === 'delisted')
      return wrongState('This listing has already been live.')
    return accept<ListingEvent>([
      { type: 'ListingStageChanged', data: { ...baseFields(listing, ctx), before: status, after: stage } },
    ])
  }),
  PublishListing: onListed(publish),
  PauseListing: onExisting(pause),
  ResumeListing: onExisting(resume),
  SuspendListing: onExisting(({ reason }, listing, ctx) => {
    if (listing.status !== 'live' && listing.status !== 'paused')
      return wrongState(
        listing.status === 'suspended' ? 'This listing is already suspended.' : 'This listing isn’t live.',
      )
    return accept<ListingEvent>([{ type: 'ListingSuspended', data: { ...baseFields(listing, ctx), reason } }])
  }),
  ReinstateListing: onExisting((_data, listing, ctx) =>
    listing.status === 'suspended'
      ? accept<ListingEvent>([{ type: 'ListingReinstated', data: baseFields(listing, ctx) }])
      : wrongState('This listing isn’t suspended.'),
  ),
  DelistListing: onListed(delist),
}
