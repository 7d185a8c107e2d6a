import type { Span } from '@hearth/contracts/calendar'
import type { Evidence, IncidentCommand } from '@hearth/contracts/incident'
import type { Instant, LocalDate } from '@hearth/contracts/kernel/dates'
import type { IncidentTerms } from '@hearth/contracts/policy'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import { bookingFold } from '../booking/booking.state.ts'
import { calendarFold } from '../calendar/calendar.state.ts'
import { listingFold, type StartedListing } from '../listing/listing.state.ts'
import type { ReadPolicy } from '../policy/policyReader.ts'
import type { Load, ReadState } from '../runtime/decider.ts'
import { reimbursementFold } from '../reimbursement/reimbursement.state.ts'
import { incidentFold, type IncidentState } from './incident.state.ts'

export type IncidentFacts = Readonly<{
  /** Null when the listing doesn’t exist. */
  listing: Pick<StartedListing, 'hostAccountId'> | null
  /** The listing's own day. */
  today: LocalDate
  terms: IncidentTerms
  /** `name@version` of the terms. */
  policy: string
  /** Whether the stay that the command names is one of this listing, or it names none. */
  isStayKnown: boolean
  /** Whether the claim that the command names is one of this listing, or it names none. */
  isClaimKnown: boolean
  /** The files that the command names; undefined for one that was not uploaded as evidence of this listing. */
  files: readonly (Evidence | undefined)[]
  /** Booked nights of the listing that a safety hold could meet. */
  stays: readonly (Span & Readonly<{ claimId: string }>)[]
}>

/** Finds a file that was uploaded as evidence of this listing; undefined for every other id. */
export type FindEvidence = (listingId: string, fileId: string) => Promise<Evidence | undefined>

export type IncidentFactPorts = Readonly<{ readPolicy: ReadPolicy; findEvidence: FindEvidence }>

/** Commands that may hold nights. */
const HOLDING: readonly IncidentCommand['type'][] = ['ReportIncident', 'EscalateIncident', 'PlaceSafetyHold']

const findListingId = (command: IncidentCommand, state: IncidentState): string => {
  if (command.type === 'ReportIncident') return command.data.listingId
  return state.status === 'none' ? '' : state.listingId
}

const readStays = async (command: IncidentCommand, listingId: string, readState: ReadState) => {
  if (!HOLDING.includes(command.type)) return []
  const { claims } = await readState(calendarFold, listingId, { fresh: true })
  return claims.filter(({ kind }) => kind === 'booking')
}

const isStayOf = async (command: IncidentCommand, listingId: string, readState: ReadState) => {
  if (command.type !== 'ReportIncident' || command.data.bookingId === null) return true
  const stay = await readState(bookingFold, command.data.bookingId)
  return stay.status !== 'none' && stay.listingId === listingId
}

const isClaimOf = async (command: IncidentCommand, listingId: string, readState: ReadState) => {
  if (command.type !== 'LinkReimbursement') return true
  const claim = await readState(reimbursementFold, command.data.reimbursementId)
  return claim.status !== 'none' && claim.listingId === listingId
}

const readTerms = async (readPolicy: ReadPolicy, now: Instant) => {
  const { version, body } = await readPolicy('incident', now)
  return { terms: body, policy: `incident@${version}` }
}

export const createIncidentFactLoader =
  ({ readPolicy, findEvidence }: IncidentFactPorts): Load<IncidentCommand, IncidentFacts> =>
  async (command, { id, now }, readState) => {
    const listingId = findListingId(command, await readState(incidentFold, id))
    const fileIds = 'fileIds' in command.data ? command.data.fileIds : []
    const [listing, terms, isStayKnown, isClaimKnown, files, stays] = await Promise.all([
      readState(listingFold, listingId),
      readTerms(readPolicy, now),
      isStayOf(command, listingId, readState),
      isClaimOf(command, listingId, readState),
      Promise.all(fileIds.map((fileId) => findEvidence(listingId, fileId))),
      readStays(command, listingId, readState),
    ])
    return {
      listing: listing.status === 'none' ? null : listing,
      today: listing.status === 'none' ? now.slice(0, 10) : toLocalDate(now, listing.timezone),
      ...terms,
      isStayKnown,
      isClaimKnown,
      files,
      stays,
    }
  }
