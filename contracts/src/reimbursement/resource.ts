import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zCurrency, zMinorAmount } from '../kernel/money.ts'
import { defineResource } from '../kernel/resource.ts'
import { zReimbursementTerms } from '../policy/terms.ts'
import { zFlag } from './draftMessages.ts'
import {
  zDeadline,
  zDecisionVersion,
  zEvidence,
  zItem,
  zItemDecision,
  zItemFormula,
  zOutcome,
  zReimbursementKind,
  zReimbursementStatus,
} from './reimbursement.ts'

/** An item with its formula by the rules, the most it can bring, and what was decided about it last. */
export const zItemRow = zItem.extend({
  formula: zItemFormula,
  mostMinor: zMinorAmount,
  decision: zItemDecision.nullable(),
})
export type ItemRow = z.infer<typeof zItemRow>

/** `none`: the guest did not answer in time. */
export const zGuestAnswer = z.strictObject({
  answer: z.enum(['accepted', 'declined', 'none']),
  itemIds: z.array(z.string()),
  amountMinor: zMinorAmount,
  text: z.string().nullable(),
  at: zInstant,
})

/** What staff asked the host last. `answers` is null until the host answered, and stays null if it was late. */
export const zInfoRequest = z.strictObject({
  questions: z.array(z.string()),
  by: z.string(),
  askedAt: zInstant,
  dueAt: zInstant,
  answers: z.array(z.string()).nullable(),
  answeredAt: zInstant.nullable(),
})

export const zProposal = z.strictObject({
  by: z.string(),
  at: zInstant,
  version: zDecisionVersion,
  items: z.array(zItemDecision),
  totalMinor: zMinorAmount,
})

export const zDecisionRow = z.strictObject({
  version: zDecisionVersion,
  items: z.array(zItemDecision),
  totalMinor: zMinorAmount,
  outcome: zOutcome,
  payableMinor: zMinorAmount,
  by: z.string(),
  approvedBy: z.string().nullable(),
  at: zInstant,
})

/** A claim with all that the host and the reviewer see. Amounts in minor units of `currency`. */
export const zReimbursementRow = z.strictObject({
  id: z.string(),
  code: z.string(),
  kind: zReimbursementKind,
  status: zReimbursementStatus,
  outcome: zOutcome.nullable(),
  listingId: z.string(),
  hostAccountId: z.string(),
  bookingId: z.string().nullable(),
  incidentId: z.string().nullable(),
  bookingCode: z.string().nullable(),
  guestRef: z.string().nullable(),
  guestName: z.string().nullable(),
  checkIn: zLocalDate.nullable(),
  checkOut: zLocalDate.nullable(),
  checkOutInstant: zInstant.nullable(),
  /** What the guest paid for cleaning. */
  cleaningMinor: zMinorAmount,
  currency: zCurrency,
  terms: zReimbursementTerms,
  /** The descriptions of the items. */
  titles: z.array(z.string()),
  items: z.array(zItemRow),
  evidence: z.array(zEvidence),
  claimedMinor: zMinorAmount,
  /** The most that the rules give. */
  mostMinor: zMinorAmount,
  /** By the last decision; null before the first. */
  approvedMinor: zMinorAmount.nullable(),
  paidMinor: zMinorAmount,
  /** Who bears it in the end; null until that is known. */
  fundedBy: z.enum(['guest', 'fund', 'hearth']).nullable(),
  /** Who has to do something next, by when, and what happens otherwise. */
  awaiting: z.enum(['host', 'guest', 'staff']).nullable(),
  dueAt: zInstant.nullable(),
  otherwise: z
    .enum(['expires', 'reviewed_without_answer', 'escalated', 'decided_without_info', 'closes'])
    .nullable(),
  openedBy: z.string(),
  openedAt: zInstant,
  closesAt: zInstant.nullable(),
  submittedAt: zInstant.nullable(),
  flags: z.array(zFlag),
  guestBy: zInstant.nullable(),
  guestAnswer: zGuestAnswer.nullable(),
  firstActionBy: zInstant.nullable(),
  firstActionAt: zInstant.nullable(),
  decisionBy: zInstant.nullable(),
  decidedAt: zInstant.nullable(),
  appealBy: zInstant.nullable(),
  appealedAt: zInstant.nullable(),
  /** When it was closed or withdrawn, or expired. */
  endedAt: zInstant.nullable(),
  /** Who of Hearth works on it. */
  reviewerId: z.string().nullable(),
  infoRequest: zInfoRequest.nullable(),
  /** What waits for a second person. */
  proposal: zProposal.nullable(),
  /** Why a second person returned the last proposal. */
  returnedBecause: z.string().nullable(),
  decisions: z.array(zDecisionRow),
  grounds: z.string().nullable(),
  payments: z.array(
    z.strictObject({
      version: zDecisionVersion,
      amountMinor: zMinorAmount,
      entryId: z.string(),
      at: zInstant,
    }),
  ),
  /** Deadlines that staff missed. */
  missed: z.array(z.strictObject({ deadline: zDeadline, dueAt: zInstant })),
})
export type ReimbursementRow = z.infer<typeof zReimbursementRow>

/** What lists have: items, evidence and texts are on a claim's own page. */
export const zListedReimbursementRow = zReimbursementRow.omit({
  terms: true,
  items: true,
  evidence: true,
  guestAnswer: true,
  infoRequest: true,
  proposal: true,
  returnedBecause: true,
  decisions: true,
  grounds: true,
  payments: true,
})
export type ListedReimbursementRow = z.infer<typeof zListedReimbursementRow>

const texts = 'reimbursement.texts'
const money = ['reimbursement.texts', 'booking.money'] as const
/** What hosts ask to be reimbursed (docs/domain/reimbursement.md). */
export const reimbursements = defineResource({
  name: 'reimbursements',
  table: 'reimbursement',
  row: zReimbursementRow,
  listRow: zListedReimbursementRow,
  capability: 'reimbursement.read',
  visibility: {
    id: 'open',
    code: 'open',
    kind: 'open',
    status: 'open',
    outcome: 'open',
    listingId: 'open',
    hostAccountId: 'open',
    bookingId: 'open',
    incidentId: 'open',
    bookingCode: 'booking.details',
    guestRef: 'booking.details',
    guestName: 'booking.details',
    checkIn: 'open',
    checkOut: 'open',
    checkOutInstant: 'open',
    cleaningMinor: 'booking.money',
    currency: 'open',
    terms: 'open',
    titles: texts,
    items: money,
    evidence: texts,
    claimedMinor: 'booking.money',
    mostMinor: 'booking.money',
    approvedMinor: 'booking.money',
    paidMinor: 'booking.money',
    fundedBy: 'open',
    awaiting: 'open',
    dueAt: 'open',
    otherwise: 'open',
    openedBy: 'open',
    openedAt: 'open',
    closesAt: 'open',
    submittedAt: 'open',
    flags: 'open',
    guestBy: 'open',
    guestAnswer: money,
    firstActionBy: 'open',
    firstActionAt: 'open',
    decisionBy: 'open',
    decidedAt: 'open',
    appealBy: 'open',
    appealedAt: 'open',
    endedAt: 'open',
    reviewerId: 'open',
    infoRequest: texts,
    proposal: ['reimbursement.proposals', 'booking.money'],
    returnedBecause: 'reimbursement.proposals',
    decisions: money,
    grounds: texts,
    payments: 'booking.money',
    missed: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['dueAt', 'openedAt', 'submittedAt', 'decidedAt', 'status', 'claimedMinor', 'approvedMinor'],
  defaultSort: ['dueAt', 'ASC'],
  filter: {
    kind: 'equals',
    status: 'equals',
    outcome: 'equals',
    listingId: 'equals',
    hostAccountId: 'equals',
    bookingId: 'equals',
    incidentId: 'equals',
    awaiting: 'equals',
    reviewerId: 'equals',
    dueAt: 'range',
    decidedAt: 'range',
    checkOut: 'range',
    code: 'equals',
    q: { search: ['code', 'bookingCode', 'guestName'], listing: 'listingId' },
  },
  screens: {
    orders: { openedAt: 'Claims of all accounts', decidedAt: 'Decided claims' },
    finds: {
      listingId: 'Claims of a listing',
      bookingId: 'Claims of a booking',
      incidentId: 'Claims of an incident',
      reviewerId: 'Claims of a reviewer',
      code: 'Lookup by code',
      q: 'Search',
    },
    queues: {
      awaiting: { values: ['staff'], screen: 'Staff queue' },
      status: { values: ['info_requested'], screen: 'Deadlines' },
    },
  },
  export: {
    code: 'Claim',
    bookingCode: 'Booking',
    listingId: 'Listing',
    guestName: 'Guest',
    kind: 'Kind',
    status: 'State',
    outcome: 'Outcome',
    claimedMinor: 'Claimed',
    approvedMinor: 'Approved',
    paidMinor: 'Paid',
    currency: 'Currency',
    submittedAt: 'Sent',
    decidedAt: 'Decided',
    dueAt: 'Due',
  },
})
