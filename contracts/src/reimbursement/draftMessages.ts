import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { OF_ACCOUNT } from '../kernel/message.ts'
import { zCurrency, zMinorAmount } from '../kernel/money.ts'
import { zText } from '../kernel/text.ts'
import { zReimbursementTerms } from '../policy/terms.ts'
import { by, byHost, clock, of, on } from './common.ts'
import {
  MAX_QUESTIONS,
  zEvidence,
  zEvidenceKind,
  zItem,
  zItemInput,
  zReimbursementKind,
} from './reimbursement.ts'

/** The stay that a claim is about, as it was when the claim began. */
export const zClaimedStay = z.strictObject({
  bookingCode: z.string(),
  guestRef: z.string(),
  guestName: z.string(),
  checkIn: zLocalDate,
  checkOut: zLocalDate,
  checkOutInstant: zInstant,
  /** What the guest paid for cleaning. */
  cleaningMinor: zMinorAmount,
})
export type ClaimedStay = z.infer<typeof zClaimedStay>

/** `filed_after_next_check_in`: the next guest had arrived. It is noted, and bars nothing. */
export const zFlag = z.enum(['filed_after_next_check_in'])

/** What hosts do with their claims. */
export const draftEvents = {
  /** It can be submitted before `closesAt`; null: at any time. The terms bind it whatever changes later. */
  ReimbursementDrafted: {
    version: 2,
    schema: z.strictObject({
      ...of,
      hostAccountId: z.string(),
      code: z.string(),
      kind: zReimbursementKind,
      bookingId: z.string().nullable(),
      /** What went wrong, where the claim follows from a report of it. */
      incidentId: z.string().nullable(),
      stay: zClaimedStay.nullable(),
      currency: zCurrency,
      closesAt: zInstant.nullable(),
      terms: zReimbursementTerms,
      openedBy: z.string(),
    }),
    personal: { 'stay.guestName': 'stay.guestRef' },
    upcast: { 1: (data: Readonly<Record<string, unknown>>) => ({ ...data, incidentId: null }) },
  },
  ReimbursementItemAdded: {
    version: 1,
    schema: z.strictObject({ ...of, item: zItem }),
    personal: { 'item.description': OF_ACCOUNT },
  },
  ReimbursementItemChanged: {
    version: 1,
    schema: z.strictObject({ ...of, item: zItem }),
    personal: { 'item.description': OF_ACCOUNT },
  },
  /** Its evidence goes with it. */
  ReimbursementItemRemoved: { version: 1, schema: z.strictObject({ ...of, itemId: z.string() }) },
  ReimbursementEvidenceAttached: {
    version: 1,
    schema: z.strictObject({ ...of, evidence: zEvidence }),
    personal: { 'evidence.name': OF_ACCOUNT },
  },
  ReimbursementEvidenceRemoved: { version: 1, schema: z.strictObject({ ...of, fileId: z.string() }) },
  /** The guest answers before `guestBy`; null: there is no guest to ask. */
  ReimbursementSubmitted: {
    version: 1,
    schema: z.strictObject({
      ...of,
      ...by,
      totalMinor: zMinorAmount,
      currency: zCurrency,
      guestBy: zInstant.nullable(),
      /** The latest, should the guest use all of the time. */
      firstActionBy: zInstant,
      decisionBy: zInstant,
      flags: z.array(zFlag),
    }),
  },
  /** Answers in the order of the questions; the time to decide runs again from here on. */
  ReimbursementInfoProvided: {
    version: 1,
    schema: z.strictObject({ ...of, ...by, answers: z.array(z.string()), decisionBy: zInstant }),
    personal: { answers: OF_ACCOUNT },
  },
  /** Another reviewer decides it before `decisionBy`. */
  ReimbursementAppealed: {
    version: 1,
    schema: z.strictObject({ ...of, ...by, grounds: z.string(), decisionBy: zInstant }),
    personal: { grounds: OF_ACCOUNT },
  },
  ReimbursementWithdrawn: { version: 1, schema: z.strictObject({ ...of, ...by }) },
  /** It was not submitted in time. */
  ReimbursementExpired: { version: 1, schema: z.strictObject(of) },
} as const

export const draftCommands = {
  /**
   * Begins a claim about a stay that has begun, or an `expense`, which needs no stay. `after` names the claim
   * of the same stay before it, which has ended; DUPLICATE while one is open. `incidentId` names the incident
   * that it follows from.
   */
  DraftReimbursement: {
    capability: 'reimbursement.write',
    ifMatch: 'none',
    schema: z
      .strictObject({
        kind: zReimbursementKind,
        listingId: zId,
        bookingId: zId.nullable().default(null),
        incidentId: zId.nullable().default(null),
        after: zId.nullable().default(null),
      })
      .refine(({ kind, bookingId }) => kind === 'expense' || bookingId !== null, {
        path: ['bookingId'],
        message: 'must name the stay',
      }),
    stream: { by: 'creation', account: 'caller', listing: { field: 'listingId' } },
    route: { collection: 'reimbursements' },
  },
  AddReimbursementItem: { ...byHost, schema: zItemInput, route: on('add-item') },
  /** All of the item; its evidence stays. */
  ChangeReimbursementItem: {
    ...byHost,
    schema: zItemInput.extend({ itemId: zId }),
    route: on('change-item'),
  },
  RemoveReimbursementItem: { ...byHost, schema: z.strictObject({ itemId: zId }), route: on('remove-item') },
  /** A file that was uploaded for this claim, or for its listing; also while information is requested. */
  AttachReimbursementEvidence: {
    ...byHost,
    schema: z.strictObject({ fileId: zId, itemId: zId.nullable().default(null), kind: zEvidenceKind }),
    route: on('attach-evidence'),
  },
  /** Only from a draft. */
  RemoveReimbursementEvidence: {
    ...byHost,
    schema: z.strictObject({ fileId: zId }),
    route: on('remove-evidence'),
  },
  /** WINDOW_CLOSED after the time to submit; EVIDENCE_REQUIRED names each item that lacks some. */
  SubmitReimbursement: { ...byHost, schema: z.strictObject({}), route: on('submit') },
  ProvideReimbursementInfo: {
    ...byHost,
    schema: z.strictObject({ answers: z.array(zText(1, 2_000)).min(1).max(MAX_QUESTIONS) }),
    route: on('provide-info'),
  },
  /** Once, before `appealBy`. New evidence is attached first. */
  AppealReimbursement: {
    ...byHost,
    schema: z.strictObject({ grounds: zText(20, 2_000) }),
    route: on('appeal'),
  },
  WithdrawReimbursement: { ...byHost, schema: z.strictObject({}), route: on('withdraw') },
  ExpireReimbursement: { ...clock, schema: z.strictObject({ closesAt: zInstant }) },
} as const
