import type { Actor, OfType } from '@hearth/contracts/kernel/message'
import { addDays } from '@hearth/contracts/kernel/dates'
import {
  isSameAddress,
  REGISTRATION_SCHEMES,
  toDrafted,
  type ListingCommand,
  type ListingEvent,
} from '@hearth/contracts/listing'
import type { CancellationPolicyCode } from '@hearth/contracts/policy'
import {
  accept,
  reject,
  type Context,
  type Decider,
  type Decision,
  type Rejected,
} from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import {
  addressTaken,
  approveEdit,
  declineEdit,
  revertSection,
  updateSection,
  withdrawEdit,
} from './content.ts'
import { isHostOfManaged, existing, kept, notFound, ofListing, refuseFiles } from './common.ts'
import type { ListingFacts } from './listing.facts.ts'
import { contentOf, draftedListing, listingFold, type Listing, type ListingState } from './listing.state.ts'
import { decidePhotos } from './photos.ts'
import { whereOf } from './where.ts'

type Ctx = Context<ListingFacts>
type Data<T extends ListingCommand['type']> = OfType<ListingCommand, T>['data']

/**
 * A host of ours under full service gives notice this long before the listing ends
 * (docs/domain/listing.md#delisting). Days.
 */
const NOTICE_DAYS = 30
/**
 * Parts that a copy takes over; address, contacts, photos, registration and a landlord's consent belong to
 * the place.
 */
const COPIED = [
  'type',
  'info',
  'description',
  'sleep',
  'community',
  'amenities',
  'checkInOut',
  'parking',
  'safety',
  'houseRules',
] as const

const wrongState = (detail: string) => reject('INVALID_TRANSITION', detail)
const unmet = (problems: readonly Readonly<{ code: string; message: string; fixRoute: string }>[]) =>
  reject('PRECONDITION_FAILED', problems[0]?.message ?? '', { unmet: problems })
const problemsOf = ({ facts }: Ctx) =>
  facts.goLive.map(({ code, detail, route }) => ({ code, message: detail, fixRoute: route }))
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Strict terms are for invited hosts, long-term terms bind from 28 nights on only
 * (docs/domain/policy.md#cancellation-policies).
 */
const refuseCode = (
  facts: ListingFacts,
  actor: Actor,
  code: CancellationPolicyCode,
  longTerm: boolean,
): Rejected | null => {
  const terms = facts.cancellation[code]
  if (terms === undefined || terms.longTerm !== longTerm)
    return reject(
      'POLICY_VIOLATION',
      longTerm
        ? 'Stays of 28 nights or more need a long-term policy.'
        : 'Long-term policies only apply to stays of 28 nights or more.',
      { rule: 'long_term' },
    )
  if (terms.inviteOnly && actor.kind === 'host')
    return reject('POLICY_VIOLATION', `${terms.label} is only available to invited hosts.`, {
      rule: 'invite_only',
    })
  return null
}

const refuseNew = (state: ListingState, { facts }: Ctx): Rejected | null => {
  if (state.status !== 'none') return reject('DUPLICATE', 'This listing already exists.')
  return facts.account === null
    ? reject('PRECONDITION_FAILED', 'The host account doesn’t exist yet. Create it first.')
    : null
}

type Draft = Pick<Data<'DraftListing'>, 'address' | 'geo' | 'geoAccuracyMeters' | 'pinConfirmed'>

/** A draft at a place, with what is known of it; fields without an answer are left out. */
const drafted = (
  { address, geo, geoAccuracyMeters, pinConfirmed }: Draft,
  content: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  feeModel: Listing['feeModel'],
  copiedFrom: string | null,
  ctx: Ctx,
): Rejected | Readonly<{ ok: true; event: OfType<ListingEvent, 'ListingDrafted'> }> => {
  const where = whereOf(address, geo, ctx.facts.account?.timezone ?? 'UTC')
  if (where === undefined)
    return reject('POLICY_VIOLATION', 'We don’t support the currency of this country yet.', {
      rule: 'market',
      errors: [{ pointer: '/address/country', detail: 'isn’t available on Hearth yet' }],
    })
  if (ctx.facts.otherAddresses.some((other) => isSameAddress(other, address))) return addressTaken('/address')
  const sections = { ...content, location: { address, geo, geoAccuracyMeters, pinConfirmed } }
  const answered = Object.fromEntries(
    Object.entries(sections).map(([section, fields]) => [
      section,
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)),
    ]),
  )
  return {
    ok: true,
    event: {
      type: 'ListingDrafted',
      data: {
        listingId: ctx.id,
        hostAccountId: ctx.tenantId,
        ...where,
        feeModel,
        ...toDrafted(answered),
        copiedFrom,
        draftedBy: ctx.actor.id,
      },
    },
  }
}

const publish = (_data: unknown, listing: Listing, ctx: Ctx): Decision<ListingEvent> => {
  if (listing.status === 'live') return accept([])
  if (listing.status === 'paused') return wrongState('This listing is paused. Resume it instead.')
  if (listing.status === 'suspended')
    return wrongState('This listing is suspended. Only Hearth can reinstate it.')
  return ctx.facts.goLive.length > 0
    ? unmet(problemsOf(ctx))
    : accept<ListingEvent>([{ type: 'ListingPublished', data: ofListing(listing, ctx) }])
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
    ? unmet(problemsOf(ctx))
    : accept<ListingEvent>([{ type: 'ListingResumed', data: ofListing(listing, ctx) }])
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
    [{ type: 'ListingPaused', data: { ...ofListing(listing, ctx), until, reason } }],
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
        message: `There’s a booking after ${effectiveOn} (last night ${lastNight}). Choose a later day, or cancel the booking first.`,
        fixRoute: '/bookings',
      },
    ])
  return accept<ListingEvent>([
    { type: 'ListingDelisted', data: { ...ofListing(listing, ctx), reason, effectiveOn } },
  ])
}

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
    : accept<ListingEvent>([{ type: 'RegistrationRecorded', data: { ...ofListing(listing, ctx), ...data } }])
}

const copy = (
  { fromListingId: _from, ...draft }: Data<'DuplicateListing'>,
  state: ListingState,
  ctx: Ctx,
): Decision<ListingEvent> => {
  const refused = refuseNew(state, ctx)
  if (refused !== null) return refused
  const { template } = ctx.facts
  if (template === null) return notFound
  const content = contentOf(template)
  // A landlord consents for one place.
  const { consentFileId: _consent, ...type } = content.type ?? {}
  const taken = { ...content, type }
  const begun = drafted(
    draft,
    Object.fromEntries(
      COPIED.flatMap((section) => (taken[section] === undefined ? [] : [[section, taken[section]]])),
    ),
    template.feeModel,
    _from,
    ctx,
  )
  if (!begun.ok) return begun
  const fresh = draftedListing(begun.event.data)
  const own = { listingId: ctx.id, hostAccountId: ctx.tenantId }
  // Another currency needs prices of its own.
  const pricing: readonly ListingEvent[] =
    template.pricing === null || template.currency !== fresh.currency
      ? []
      : [
          {
            type: 'PricingChanged',
            data: { ...own, before: null, after: { ...template.pricing, dateOverrides: [] } },
          },
        ]
  const rules: readonly ListingEvent[] = same(template.rules, fresh.rules)
    ? []
    : [{ type: 'AvailabilityRulesChanged', data: { ...own, before: fresh.rules, after: template.rules } }]
  const [before, after] = [fresh.cancellationPolicyCode, template.cancellationPolicyCode]
  const policy: readonly ListingEvent[] =
    before === after ? [] : [{ type: 'CancellationPolicyChanged', data: { ...own, before, after } }]
  return accept<ListingEvent>([begun.event, ...pricing, ...rules, ...policy])
}

export const listing: Decider<ListingState, ListingCommand, ListingEvent, ListingFacts> = {
  ...listingFold,
  decide: {
    StartListing: (details, state, ctx) => {
      const { actor, facts } = ctx
      const refused =
        refuseNew(state, ctx) ??
        refuseCode(facts, actor, details.cancellationPolicyCode, false) ??
        refuseCode(facts, actor, details.longTermPolicyCode, true)
      return (
        refused ??
        accept([
          { type: 'ListingStarted', data: { listingId: ctx.id, hostAccountId: ctx.tenantId, ...details } },
        ])
      )
    },
    DraftListing: (
      { propertyType, bedrooms, relationship, consentToList, feeModel, ...draft },
      state,
      ctx,
    ) => {
      const begun =
        refuseNew(state, ctx) ??
        drafted(
          draft,
          { type: { propertyType, relationship, consentToList }, info: { bedrooms } },
          feeModel,
          null,
          ctx,
        )
      return begun.ok ? accept<ListingEvent>([begun.event]) : begun
    },
    DuplicateListing: copy,
    MoveListing: kept(({ stage }, listing, ctx) => {
      const { status } = listing
      if (status === stage) return accept([])
      if (status === 'live' || status === 'paused' || status === 'suspended' || status === 'delisted')
        return wrongState('This listing has already been live.')
      return accept<ListingEvent>([
        { type: 'ListingStageChanged', data: { ...ofListing(listing, ctx), before: status, after: stage } },
      ])
    }),
    PublishListing: kept(publish),
    PauseListing: existing(pause),
    ResumeListing: existing(resume),
    SuspendListing: existing(({ reason }, listing, ctx) => {
      if (listing.status !== 'live' && listing.status !== 'paused')
        return wrongState(
          listing.status === 'suspended' ? 'This listing is already suspended.' : 'This listing isn’t live.',
        )
      return accept<ListingEvent>([
        { type: 'ListingSuspended', data: { ...ofListing(listing, ctx), reason } },
      ])
    }),
    ReinstateListing: existing((_data, listing, ctx) =>
      listing.status === 'suspended'
        ? accept<ListingEvent>([{ type: 'ListingReinstated', data: ofListing(listing, ctx) }])
        : wrongState('This listing isn’t suspended.'),
    ),
    DelistListing: kept(delist),
    SetPricing: kept(({ pricing }, listing, ctx) =>
      same(listing.pricing, pricing)
        ? accept([])
        : accept<ListingEvent>([
            {
              type: 'PricingChanged',
              data: { ...ofListing(listing, ctx), before: listing.pricing, after: pricing },
            },
          ]),
    ),
    SetAvailabilityRules: kept(({ rules }, listing, ctx) =>
      same(listing.rules, rules)
        ? accept([])
        : accept<ListingEvent>([
            {
              type: 'AvailabilityRulesChanged',
              data: { ...ofListing(listing, ctx), before: listing.rules, after: rules },
            },
          ]),
    ),
    SetCancellationPolicy: kept(({ code }, listing, ctx) =>
      listing.cancellationPolicyCode === code
        ? accept([])
        : (refuseCode(ctx.facts, ctx.actor, code, false) ??
          accept<ListingEvent>([
            {
              type: 'CancellationPolicyChanged',
              data: { ...ofListing(listing, ctx), before: listing.cancellationPolicyCode, after: code },
            },
          ])),
    ),
    RecordRegistration: kept(recordRegistration),
    VerifyRegistration: kept((_data, listing, ctx) => {
      if (listing.registration === null) return wrongState('No registration number has been entered yet.')
      return listing.registration.status === 'verified'
        ? accept([])
        : accept<ListingEvent>([
            { type: 'RegistrationVerified', data: { ...ofListing(listing, ctx), by: ctx.actor.id } },
          ])
    }),
    RejectRegistration: kept(({ reason }, listing, ctx) => {
      if (listing.registration === null) return wrongState('No registration number has been entered yet.')
      if (listing.registration.status === 'rejected')
        return wrongState('This registration has already been rejected. The host has to enter a new one.')
      return accept<ListingEvent>([
        { type: 'RegistrationRejected', data: { ...ofListing(listing, ctx), by: ctx.actor.id, reason } },
      ])
    }),
    ReviewSafety: existing((_data, listing, ctx) =>
      listing.safetyLosses.length === 0
        ? accept([])
        : accept<ListingEvent>([
            { type: 'SafetyReviewed', data: { ...ofListing(listing, ctx), by: ctx.actor.id } },
          ]),
    ),
    UpdateListingSection: kept(updateSection),
    RevertListingSection: kept(revertSection),
    EraseListingContent: existing(({ erasureId }, listing, ctx) =>
      listing.isErased
        ? accept([])
        : accept<ListingEvent>([
            { type: 'ListingContentErased', data: { ...ofListing(listing, ctx), erasureId } },
          ]),
    ),
    WithdrawListingEdit: kept(withdrawEdit),
    ApproveListingEdit: kept(approveEdit),
    DeclineListingEdit: kept(declineEdit),
    ...decidePhotos,
  },
}
