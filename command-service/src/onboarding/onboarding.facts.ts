import { createHash } from 'node:crypto'
import { deriveAgreementId, isInForce } from '@hearth/contracts/agreement'
import { lapsedConditions, schemeOfCountry, type ListingStatus } from '@hearth/contracts/listing'
import {
  problemAt,
  type OnboardingCommand,
  type OnboardingFacts as StepFacts,
  type StepProblem,
} from '@hearth/contracts/onboarding'
import { isVerified } from '@hearth/contracts/payout-account'
import { isTaxComplete } from '@hearth/contracts/tax-profile'
import { derivePhotoshootId, type PhotoshootState, type PhotoshootStatus } from '@hearth/contracts/photoshoot'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import { agreementFold } from '../agreement/agreement.state.ts'
import { listingFold } from '../listing/listing.state.ts'
import { contentOf, type Listing } from '../listing/listing.state.ts'
import { payoutAccountFold } from '../payout-account/payoutAccount.state.ts'
import { photoshootFold } from '../photoshoot/photoshoot.state.ts'
import type { Load, ReadState } from '../runtime/decider.ts'
import { taxProfileFold } from '../tax-profile/taxProfile.state.ts'
import type { ComputeContactCode } from './contactCodes.ts'
import { onboardingFold } from './onboarding.state.ts'

export type OnboardingFacts = StepFacts &
  Readonly<{
    /** Whether the listing was created in onboarding, by a host's first answer. */
    drafted: boolean
    /** sha256 of the listing's content, hexadecimal. */
    snapshotHash: string
    /** Values that our curators have not set yet. */
    uncurated: readonly StepProblem[]
    /** The conditions that a listing that has been live no longer meets. */
    lapsed: readonly StepProblem[]
    /** The code that was sent last; null when none was. */
    code: string | null
  }>

/**
 * Statuses of a listing that has been live. They include `paused`, so that a pause does not restart the 30
 * days after a condition lapsed.
 */
const WAS_LIVE: readonly ListingStatus[] = ['live', 'paused', 'suspended']
const BOOKED: readonly PhotoshootStatus[] = ['scheduled', 'in_progress', 'shot', 'delivered']

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  )
}
const hashOf = (content: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(sorted(content)))
    .digest('hex')

const photoshootOf = (state: PhotoshootState): StepFacts['photoshoot'] =>
  state === undefined
    ? 'none'
    : state.status === 'approved'
      ? 'approved'
      : BOOKED.includes(state.status)
        ? 'booked'
        : 'none'

/** The state of the bank accounts; the best one counts. */
const payoutOf = async (hostAccountId: string, readState: ReadState): Promise<StepFacts['payout']> => {
  const usable = Object.values(
    (await readState(payoutAccountFold, hostAccountId, { fresh: true })).methods,
  ).filter(({ failure }) => failure === null)
  return usable.some(isVerified) ? 'verified' : usable.length > 0 ? 'pending' : 'none'
}

const uncuratedOf = (state: Listing): StepProblem[] => {
  const { description = {} } = contentOf(state)
  return [
    ...(description.title == null
      ? [problemAt('/description/title', 'title_missing', 'Write the title.')]
      : []),
    ...(description.description == null
      ? [problemAt('/description/description', 'description_missing', 'Write the description.')]
      : []),
    ...(state.pricing === null ? [problemAt('/pricing', 'pricing_missing', 'Set the nightly price.')] : []),
  ]
}

const registrationMissing = ({ registration, sections }: Listing): boolean =>
  (registration === null || registration.status === 'rejected') &&
  schemeOfCountry(
    String((sections.location?.values['address'] as { country?: string } | undefined)?.country ?? ''),
  ) !== undefined

const NOTHING: OnboardingFacts = {
  today: '2000-01-01',
  sections: {},
  registrationMissing: false,
  verifiedPhones: {},
  payout: 'none',
  agreement: 'none',
  photoshoot: 'none',
  drafted: false,
  snapshotHash: '',
  uncurated: [],
  lapsed: [],
  code: null,
}

export type OnboardingFactPorts = Readonly<{ computeContactCode: ComputeContactCode }>

/**
 * Other streams are read without the cache: whether a step is complete depends on what holds now, not a
 * second ago.
 */
export const createOnboardingFactLoader =
  ({ computeContactCode }: OnboardingFactPorts): Load<OnboardingCommand, OnboardingFacts> =>
  async (command, { id, now }, readState) => {
    const state = await readState(listingFold, id, { fresh: true })
    if (state.status === 'none') return NOTHING
    const [known, agreement, photoshoot, payout, tax] = await Promise.all([
      readState(onboardingFold, id),
      readState(agreementFold, deriveAgreementId(id), { fresh: true }),
      readState(photoshootFold, derivePhotoshootId(id), { fresh: true }),
      payoutOf(state.hostAccountId, readState),
      readState(taxProfileFold, state.hostAccountId, { fresh: true }),
    ])
    const today = toLocalDate(now, state.timezone)
    const sections = contentOf(state)
    const agreementStatus = agreement?.status ?? 'none'
    const conditions = {
      listingId: id,
      drafted: state.drafted,
      today,
      sections,
      photos: state.photos,
      pricing: state.pricing,
      registration: state.registration,
      agreementSigned: agreementStatus !== 'none' && isInForce(agreementStatus),
      payoutMethodVerified: payout === 'verified',
      taxComplete: isTaxComplete(tax),
    }
    const sent =
      command.type === 'VerifyContact' ? (known?.contacts[command.data.contact].code ?? null) : null
    return {
      today,
      sections,
      registrationMissing: registrationMissing(state),
      verifiedPhones:
        known === undefined
          ? {}
          : Object.fromEntries(
              Object.entries(known.contacts).flatMap(([contact, { verifiedPhone }]) =>
                verifiedPhone === null ? [] : [[contact, verifiedPhone]],
              ),
            ),
      payout,
      agreement: agreementStatus,
      photoshoot: photoshootOf(photoshoot),
      drafted: state.drafted,
      snapshotHash:
        command.type === 'SubmitForReview'
          ? hashOf({
              sections,
              pricing: state.pricing,
              registration: state.registration,
              photos: state.photos,
            })
          : '',
      uncurated: uncuratedOf(state),
      lapsed: WAS_LIVE.includes(state.status)
        ? lapsedConditions(conditions).map(({ code, detail }) => problemAt(`/${code}`, code, detail))
        : [],
      code: sent === null ? null : computeContactCode(sent.codeId, sent.phone),
    }
  }
