import { isSameAddress, toDrafted, type ListingCommand, type ListingEvent } from '@hearth/contracts/listing'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject, type Context, type Decision, type Rejected } from '../runtime/decider.ts'
import { isEqualJson } from '../runtime/isEqualJson.ts'
import { notFound } from './common.ts'
import type { DecideListing, ListingFacts } from './listing.facts.ts'
import { contentOf, draftedListing, type Listing, type ListingState } from './listing.state.ts'
import { addressTaken } from './relocation.ts'
import { refuseCode } from './terms.ts'
import { deriveLocality } from './where.ts'

type Ctx = Context<ListingFacts>
type Data<T extends ListingCommand['type']> = OfType<ListingCommand, T>['data']

/**
 * Parts that a duplicate copies; address, contacts, photos, registration and a landlord's consent belong to
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

const refuseNew = (state: ListingState, { facts }: Ctx): Rejected | null => {
  if (state.status !== 'none') return reject('DUPLICATE', 'This listing already exists.')
  return facts.account === null
    ? reject('PRECONDITION_FAILED', 'The host account doesn’t exist yet. Create it first.')
    : null
}

type Draft = Pick<Data<'DraftListing'>, 'address' | 'geo' | 'geoAccuracyMeters' | 'pinConfirmed'>

/** The first event of a draft with its known answers; fields without an answer are left out. */
const createDraftEvent = (
  { address, geo, geoAccuracyMeters, pinConfirmed }: Draft,
  content: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  feeModel: Listing['feeModel'],
  copiedFrom: string | null,
  ctx: Ctx,
): Rejected | Readonly<{ ok: true; event: OfType<ListingEvent, 'ListingDrafted'> }> => {
  const where = deriveLocality(address, geo, ctx.facts.account?.timezone ?? 'UTC')
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
  const begun = createDraftEvent(
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
  const rules: readonly ListingEvent[] = isEqualJson(template.rules, fresh.rules)
    ? []
    : [{ type: 'AvailabilityRulesChanged', data: { ...own, before: fresh.rules, after: template.rules } }]
  const [before, after] = [fresh.cancellationPolicyCode, template.cancellationPolicyCode]
  const policy: readonly ListingEvent[] =
    before === after ? [] : [{ type: 'CancellationPolicyChanged', data: { ...own, before, after } }]
  return accept<ListingEvent>([begun.event, ...pricing, ...rules, ...policy])
}

/** Starting, drafting and duplicating a listing. */
export const decideStart: DecideListing<'StartListing' | 'DraftListing' | 'DuplicateListing'> = {
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
  DraftListing: ({ propertyType, bedrooms, relationship, consentToList, feeModel, ...draft }, state, ctx) => {
    const begun =
      refuseNew(state, ctx) ??
      createDraftEvent(
        draft,
        { type: { propertyType, relationship, consentToList }, info: { bedrooms } },
        feeModel,
        null,
        ctx,
      )
    return begun.ok ? accept<ListingEvent>([begun.event]) : begun
  },
  DuplicateListing: copy,
}
