import { ERASED } from '@hearth/contracts/kernel/erased'
import type { FieldError } from '@hearth/contracts/kernel/problem'
import type { PublishedPolicy } from '@hearth/contracts/policy'
import type { Evidence, GuestReview, HostReview, ReviewCommand, ReviewSide } from '@hearth/contracts/review'
import { bookingFold, type BookingState } from '../booking/booking.state.ts'
import type { FindFile } from '../file/usableFile.ts'
import { incidentFold } from '../incident/incident.state.ts'
import type { ReadPolicy } from '../policy/policyReader.ts'
import { reimbursementFold } from '../reimbursement/reimbursement.state.ts'
import type { Load, LoadRequest, ReadState } from '../runtime/decider.ts'
import { reviewFold, type KnownReview } from './review.state.ts'
import type { ReviewSealer } from './reviewSealer.ts'

export type ReviewFacts = Readonly<{
  policy: PublishedPolicy<'review'>
  /** The stay whose reviews are opened; unknown for every other command. */
  booking: BookingState
  /** The review that the command brings, sealed; null for every other command. */
  sealed: string | null
  /** What the command may reveal, or compares with; null for a side that has not written. */
  hostReview: HostReview | null
  guestReview: GuestReview | null
  /** References of the command to files that aren’t the listing’s. */
  unknown: readonly FieldError[]
  /** Whether the person has worked for the account before, apart from disputes. */
  hasHandled: boolean
}>

export type ReviewFactPorts = Readonly<{
  readPolicy: ReadPolicy
  findFile: FindFile
  sealer: ReviewSealer
  hasHandled: (hostAccountId: string, staffId: string) => Promise<boolean>
}>

/** The review that the command brings; undefined for every other command. */
const readContent = (command: ReviewCommand) => {
  switch (command.type) {
    case 'SubmitHostReview':
    case 'EditHostReview':
      return { side: 'host', content: command.data } as const
    case 'ReceiveGuestReview':
      return { side: 'guest', content: command.data } as const
    default:
      return undefined
  }
}
/** The sides that a command needs in the open: those that it reveals, and the one that it changes. */
const OPENS: Readonly<Partial<Record<ReviewCommand['type'], readonly ReviewSide[]>>> = {
  SubmitHostReview: ['guest'],
  EditHostReview: ['host'],
  ReceiveGuestReview: ['host'],
  RevealReviews: ['host', 'guest'],
}

const openSides = async (
  sealer: ReviewSealer,
  { type }: ReviewCommand,
  state: KnownReview,
  { tenantId, id: bookingId }: Pick<LoadRequest, 'tenantId' | 'id'>,
) => {
  const pair = { tenantId, bookingId, guestRef: state.guestRef }
  const sides = state.status === 'open' ? (OPENS[type] ?? []) : []
  const find = (side: ReviewSide) => {
    const sealed = sides.includes(side) ? state.sealed[side] : null
    return sealed === ERASED ? null : sealed
  }
  return {
    hostReview: await sealer.openHost(pair, find('host')),
    guestReview: await sealer.openGuest(pair, find('guest')),
  }
}

const sealNew = async (
  sealer: ReviewSealer,
  command: ReviewCommand,
  { status, guestRef }: KnownReview,
  { tenantId, id: bookingId }: Pick<LoadRequest, 'tenantId' | 'id'>,
): Promise<string | null> => {
  const brought = readContent(command)
  return brought === undefined || status !== 'open'
    ? null
    : sealer.seal({ tenantId, bookingId, guestRef }, brought.side, brought.content)
}

/** Whether the evidence exists: a file of the listing, or a claim or an incident of the stay. */
const isKnown = async (
  evidence: Evidence,
  { listingId, bookingId }: Readonly<{ listingId: string; bookingId: string }>,
  readState: ReadState,
  findFile: FindFile,
): Promise<boolean> => {
  switch (evidence.kind) {
    case 'file':
      return (await findFile(listingId, evidence.fileId)) !== undefined
    case 'claim': {
      const claim = await readState(reimbursementFold, evidence.claimId)
      return claim.status !== 'none' && claim.bookingId === bookingId
    }
    case 'incident': {
      const incident = await readState(incidentFold, evidence.incidentId)
      return incident.status !== 'none' && incident.bookingId === bookingId
    }
    default:
      return true
  }
}

const UNKNOWN = {
  file: ['fileId', 'isn’t a file that was uploaded for this listing'],
  claim: ['claimId', 'isn’t a claim of this stay'],
  incident: ['incidentId', 'isn’t an incident of this stay'],
} as const

const findUnknown = async (
  command: ReviewCommand,
  stay: Readonly<{ listingId: string; bookingId: string }>,
  readState: ReadState,
  findFile: FindFile,
): Promise<readonly FieldError[]> => {
  if (command.type !== 'DisputeReview') return []
  const { evidence } = command.data
  const known = await Promise.all(evidence.map((one) => isKnown(one, stay, readState, findFile)))
  return evidence.flatMap(({ kind }, index) => {
    if (known[index] === true || kind === 'public_text' || kind === 'private_text') return []
    const [field, detail] = UNKNOWN[kind]
    return [{ pointer: `/evidence/${index}/${field}`, detail }]
  })
}

const NONE = { sealed: null, hostReview: null, guestReview: null, unknown: [], hasHandled: false }

export const createReviewFactLoader =
  ({ readPolicy, findFile, sealer, hasHandled }: ReviewFactPorts): Load<ReviewCommand, ReviewFacts> =>
  async (command, request, readState) => {
    const state = await readState(reviewFold, request.id)
    const policy = await readPolicy('review', request.now)
    const booking: BookingState =
      command.type === 'OpenReviewWindow'
        ? await readState(bookingFold, command.data.bookingId, { fresh: true })
        : bookingFold.initial
    if (state.status === 'none') return { policy, booking, ...NONE }
    return {
      policy,
      booking,
      sealed: await sealNew(sealer, command, state, request),
      ...(await openSides(sealer, command, state, request)),
      unknown: await findUnknown(
        command,
        { listingId: state.listingId, bookingId: request.id },
        readState,
        findFile,
      ),
      hasHandled:
        command.type === 'DecideDispute' && (await hasHandled(state.hostAccountId, request.actor.id)),
    }
  }
