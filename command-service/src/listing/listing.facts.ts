import { deriveAgreementId, isInForce } from '@hearth/contracts/agreement'
import { addDays, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import {
  goLiveProblems,
  lapsedConditions,
  countOpenNights,
  type Address,
  type GoLiveProblem,
  type ListingCommand,
  type ListingEvent,
} from '@hearth/contracts/listing'
import { isVerified } from '@hearth/contracts/payout-account'
import { isTaxComplete } from '@hearth/contracts/tax-profile'
import type { CancellationTerms } from '@hearth/contracts/policy'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import { accountFold } from '../account/account.state.ts'
import { agreementFold } from '../agreement/agreement.state.ts'
import { calendarFold, type CalendarState } from '../calendar/calendar.state.ts'
import { onboardingFold } from '../onboarding/onboarding.state.ts'
import { payoutAccountFold } from '../payout-account/payoutAccount.state.ts'
import { taxProfileFold } from '../tax-profile/taxProfile.state.ts'
import type { FindFile } from '../file/usableFile.ts'
import type { ReadPolicy } from '../policy/policyReader.ts'
import type { Decider, Load, LoadRequest, ReadState } from '../runtime/decider.ts'
import { contentOf, listingFold, sectionStateOf, type Listing, type ListingState } from './listing.state.ts'
import { namedFiles } from './namedFiles.ts'
import type { PhotoFacts } from './photos.ts'

export type ListingFacts = Readonly<{
  /** Null unless the account is open; loaded when a listing begins. */
  account: Readonly<{ timezone: string }> | null
  /** The cancellation policies in force, by code. */
  cancellation: Readonly<Record<string, CancellationTerms>>
  /** The listing's own day; null before it exists. */
  today: LocalDate | null
  /** The addresses of the account's other listings; loaded when one begins or moves. */
  otherAddresses: readonly Address[]
  /** Where the command names files that were not uploaded for this listing. */
  unknownFiles: readonly string[]
  /** The listing to be duplicated; null when the account has no such listing. */
  template: Listing | null
  /** Guests have booked here, so time zone and currency stay. */
  hasBookings: boolean
  /** The last booked night from today; null when there is none. */
  lastNight: LocalDate | null
  /** The problems that keep a listing from going live, or from being resumed after a condition lapsed. */
  goLive: readonly GoLiveProblem[]
}> &
  PhotoFacts

export type ListingFactPorts = Readonly<{
  readPolicy: ReadPolicy
  findFile: FindFile
  /** The addresses of the account's other listings that were not delisted, by the read models. */
  readOtherAddresses: (hostAccountId: string, exceptListingId: string) => Promise<readonly Address[]>
}>

/** The part of the decider that answers these commands. */
export type DecideListing<T extends ListingCommand['type']> = Pick<
  Decider<ListingState, ListingCommand, ListingEvent, ListingFacts>['decide'],
  T
>

const STARTS: readonly string[] = ['StartListing', 'DraftListing', 'DuplicateListing']

const moves = ({ type, data }: ListingCommand) =>
  (type === 'UpdateListingSection' || type === 'RevertListingSection') && data.section === 'location'
const isBooking = ({ kind }: CalendarState['claims'][number]) => kind === 'booking' || kind === 'request_hold'

/** The problems that keep a listing from going live, or from being live again after a condition lapsed. */
const findGoLiveProblems = async (
  id: string,
  step: 'publish' | 'resume',
  state: Listing,
  { today, now, claims }: Readonly<{ today: LocalDate; now: Instant; claims: CalendarState['claims'] }>,
  readState: ReadState,
): Promise<readonly GoLiveProblem[]> => {
  // Only the listing of an onboarding case can lapse.
  if (step === 'resume' && !state.drafted) return []
  const fresh = { fresh: true }
  const [methods, tax, onboardingCase, agreement] = await Promise.all([
    readState(payoutAccountFold, state.hostAccountId, fresh),
    readState(taxProfileFold, state.hostAccountId, fresh),
    readState(onboardingFold, id, fresh),
    readState(agreementFold, deriveAgreementId(id), fresh),
  ])
  const facts = {
    listingId: id,
    drafted: state.drafted,
    today,
    sections: contentOf(state),
    photos: state.photos,
    pricing: state.pricing,
    registration: state.registration,
    agreementSigned: agreement !== undefined && isInForce(agreement.status),
    payoutMethodVerified: Object.values(methods.methods).some(isVerified),
    // An import brings many listings at a time; its account is asked once the first is live.
    taxComplete: !state.drafted || isTaxComplete(tax),
  }
  if (step === 'resume')
    return onboardingCase?.pauseAt != null && onboardingCase.pauseAt <= now ? lapsedConditions(facts) : []
  const onboardingApproved =
    onboardingCase !== undefined && (onboardingCase.state === 'approved' || onboardingCase.state === 'live')
  return goLiveProblems({ ...facts, onboardingApproved, openNights: countOpenNights(claims, today) })
}

/** Files that the listing already names are accepted, also those of a duplicate. */
const findUnknownFiles = async (
  { type, data }: ListingCommand,
  id: string,
  state: Listing,
  findFile: FindFile,
): Promise<readonly string[]> => {
  if (type !== 'UpdateListingSection' && type !== 'RecordRegistration') return []
  const known = new Set(
    namedFiles('section' in data ? sectionStateOf(state, data.section).values : state.registration).map(
      (file) => file.id,
    ),
  )
  const files = namedFiles(data).filter((file) => !known.has(file.id))
  return (
    await Promise.all(
      files.map(async ({ id: fileId, pointer }) =>
        (await findFile(id, fileId)) === undefined ? [pointer] : [],
      ),
    )
  ).flat()
}

const NOTHING: ListingFacts = {
  account: null,
  cancellation: {},
  today: null,
  otherAddresses: [],
  unknownFiles: [],
  template: null,
  hasBookings: false,
  lastNight: null,
  goLive: [],
  file: null,
}
/** For a listing that begins. */
const loadForNew = async (
  command: ListingCommand,
  { id, tenantId, now }: LoadRequest,
  readState: ReadState,
  { readPolicy, readOtherAddresses }: ListingFactPorts,
): Promise<ListingFacts> => {
  const [host, cancellation] = await Promise.all([
    readState(accountFold, tenantId),
    command.type === 'StartListing' ? readPolicy('cancellation', now) : null,
  ])
  const template =
    command.type === 'DuplicateListing' ? await readState(listingFold, command.data.fromListingId) : null
  return {
    ...NOTHING,
    otherAddresses: command.type === 'StartListing' ? [] : await readOtherAddresses(tenantId, id),
    account: host.status === 'open' ? { timezone: String(host.profile['timezone']) } : null,
    cancellation: cancellation?.body ?? {},
    template:
      template !== null && template.status !== 'none' && template.hostAccountId === tenantId
        ? template
        : null,
  }
}

export const createListingFactLoader =
  (ports: ListingFactPorts): Load<ListingCommand, ListingFacts> =>
  async (command, request, readState) => {
    if (STARTS.includes(command.type)) return loadForNew(command, request, readState, ports)
    const { readPolicy, findFile, readOtherAddresses } = ports
    const { id, tenantId, now } = request
    const state = await readState(listingFold, id)
    if (state.status === 'none') return NOTHING
    const today = toLocalDate(now, state.timezone)
    const needsClaims =
      command.type === 'PublishListing' ||
      command.type === 'DelistListing' ||
      command.type === 'UpdateListingSection' ||
      command.type === 'RevertListingSection'
    const { claims } = needsClaims ? await readState(calendarFold, id, { fresh: true }) : calendarFold.initial
    const step =
      command.type === 'PublishListing' ? 'publish' : command.type === 'ResumeListing' ? 'resume' : undefined
    const booked = claims.filter(isBooking)
    const lastEnd = booked
      .map(({ end }) => end)
      .toSorted()
      .at(-1)
    return {
      ...NOTHING,
      cancellation:
        command.type === 'SetCancellationPolicy' ? (await readPolicy('cancellation', now)).body : {},
      today,
      otherAddresses: moves(command) ? await readOtherAddresses(tenantId, id) : [],
      unknownFiles: await findUnknownFiles(command, id, state, findFile),
      hasBookings: booked.length > 0,
      lastNight: lastEnd !== undefined && lastEnd > today ? addDays(lastEnd, -1) : null,
      file: command.type === 'AddListingPhoto' ? ((await findFile(id, command.data.fileId)) ?? null) : null,
      goLive:
        step === undefined
          ? []
          : await findGoLiveProblems(id, step, state, { today, now, claims }, readState),
    }
  }
