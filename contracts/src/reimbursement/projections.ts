import { ERASED, erased } from '../kernel/erased.ts'
import { formatStream, idOfStream, type OfType, type Recorded } from '../kernel/message.ts'
import { sum } from '../kernel/money.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { ReimbursementEvent } from './messages.ts'
import type { Item, ItemDecision } from './reimbursement.ts'
import { zReimbursementRow, type ReimbursementRow } from './resource.ts'
import { computeFormulas, mostFor } from './rules/itemFormula.ts'
import { AWAITING, OTHERWISE, statusAfter } from './transitions.ts'

type Row = ReimbursementRow

/** What a claim has before anything happened to it. */
const NOTHING = {
  outcome: null,
  bookingCode: null,
  guestRef: null,
  guestName: null,
  checkIn: null,
  checkOut: null,
  checkOutInstant: null,
  cleaningMinor: 0,
  titles: [],
  items: [],
  evidence: [],
  claimedMinor: 0,
  mostMinor: 0,
  approvedMinor: null,
  paidMinor: 0,
  fundedBy: null,
  submittedAt: null,
  flags: [],
  guestBy: null,
  guestAnswer: null,
  firstActionBy: null,
  firstActionAt: null,
  decisionBy: null,
  decidedAt: null,
  appealBy: null,
  appealedAt: null,
  endedAt: null,
  reviewerId: null,
  infoRequest: null,
  proposal: null,
  returnedBecause: null,
  decisions: [],
  grounds: null,
  payments: [],
  missed: [],
} as const satisfies Partial<Row>

const dueIn = (row: Row): string | null => {
  switch (row.status) {
    case 'draft':
      return row.closesAt
    case 'guest_review':
      return row.guestBy
    case 'under_review':
      return row.firstActionAt === null ? row.firstActionBy : row.decisionBy
    case 'info_requested':
      return row.infoRequest?.dueAt ?? null
    case 'appealed':
      return row.decisionBy
    case 'decided':
      return row.appealBy
    default:
      return null
  }
}

/** The row in the status after the event, with who is to act next. */
const move = (
  row: Row | undefined,
  event: Recorded<ReimbursementEvent>,
  part: Partial<Row> = {},
): Row | undefined => {
  if (row === undefined) return undefined
  const status = statusAfter(row.status, event)
  const next = { ...row, ...part, status }
  // A decision that leaves nothing to appeal waits for no one.
  const awaiting = status === 'decided' && next.appealBy === null ? null : AWAITING[status]
  return { ...next, awaiting, dueAt: dueIn(next), otherwise: awaiting === null ? null : OTHERWISE[status] }
}

/** The items, with everything that follows from them. */
const withItems = (row: Row, items: readonly Item[]): Row => {
  const context = {
    terms: row.terms,
    on: row.checkOut ?? row.openedAt.slice(0, 10),
    cleaningMinor: row.cleaningMinor,
  }
  const formulas = computeFormulas(items, context)
  const rows = items.map((item, index) => {
    const formula = formulas[index]!
    return { ...item, formula, mostMinor: mostFor(item, formula), decision: null }
  })
  return {
    ...row,
    items: rows,
    titles: items.map(({ description }) => description),
    claimedMinor: sum(items.map(({ claimedMinor }) => claimedMinor)),
    mostMinor: sum(rows.map(({ mostMinor }) => mostMinor)),
  }
}

const asItem = ({
  formula: _formula,
  mostMinor: _most,
  decision: _decision,
  ...item
}: Row['items'][number]) => item

const decide = (
  row: Row | undefined,
  event: Recorded<OfType<ReimbursementEvent, 'ReimbursementDecided' | 'ReimbursementDecidedFinal'>>,
  part: Partial<Row>,
): Row | undefined => {
  if (row === undefined) return undefined
  const { version, items, totalMinor, outcome, payableMinor, by, approvedBy } = event.data
  const at = occurredAtOf(event)
  const byId = new Map<string, ItemDecision>(items.map((item) => [item.itemId, item]))
  return move(row, event, {
    ...part,
    outcome,
    approvedMinor: totalMinor,
    decidedAt: at,
    firstActionAt: row.firstActionAt ?? at,
    proposal: null,
    returnedBecause: null,
    items: row.items.map((item) => ({ ...item, decision: byId.get(item.itemId) ?? item.decision })),
    decisions: [
      ...row.decisions,
      { version, items: [...items], totalMinor, outcome, payableMinor, by, approvedBy, at },
    ],
  })
}

const eraseNotes = <D extends Readonly<{ note: string | null }>>(items: readonly D[]): D[] =>
  items.map((item) => ({ ...item, note: erased(item.note) }))

/** What hosts and reviewers wrote, erased with the account. */
const eraseTexts = (row: Row): Row => ({
  ...row,
  titles: row.titles.map(() => ERASED),
  items: row.items.map((item) => ({
    ...item,
    description: ERASED,
    decision: item.decision === null ? null : { ...item.decision, note: erased(item.decision.note) },
  })),
  evidence: row.evidence.map((file) => ({ ...file, name: ERASED })),
  infoRequest: row.infoRequest && {
    ...row.infoRequest,
    questions: row.infoRequest.questions.map(() => ERASED),
    answers: row.infoRequest.answers?.map(() => ERASED) ?? null,
  },
  proposal: row.proposal && { ...row.proposal, items: eraseNotes(row.proposal.items) },
  returnedBecause: erased(row.returnedBecause),
  decisions: row.decisions.map((decision) => ({ ...decision, items: eraseNotes(decision.items) })),
  grounds: erased(row.grounds),
})

export const reimbursementProjection = defineProjection<Row>({
  name: 'reimbursement',
  version: 2,
  row: zReimbursementRow,
  streams: ({ id }) => [formatStream('reimbursement', id)],
  categories: ['reimbursement'],
  keys: ({ stream }) => [idOfStream(stream)],
  personal: [
    'guestName',
    'titles',
    'items',
    'evidence',
    'guestAnswer',
    'infoRequest',
    'proposal',
    'returnedBecause',
    'decisions',
    'grounds',
  ],
  eraseTexts,
  fold: foldBy<Row, ReimbursementEvent>({
    ReimbursementDrafted: (_row, event, id) => {
      const { reimbursementId: _id, stay, ...drafted } = event.data
      const { closesAt } = drafted
      return {
        ...NOTHING,
        ...stay,
        ...drafted,
        id,
        openedAt: occurredAtOf(event),
        status: 'draft',
        awaiting: 'host',
        dueAt: closesAt,
        otherwise: closesAt === null ? null : 'expires',
      }
    },
    ReimbursementItemAdded: (row, { data: { item } }) =>
      row && withItems(row, [...row.items.map(asItem), item]),
    ReimbursementItemChanged: (row, { data: { item } }) =>
      row &&
      withItems(
        row,
        row.items.map((known) => (known.itemId === item.itemId ? item : asItem(known))),
      ),
    ReimbursementItemRemoved: (row, { data: { itemId } }) =>
      row && {
        ...withItems(row, row.items.filter((item) => item.itemId !== itemId).map(asItem)),
        evidence: row.evidence.filter((file) => file.itemId !== itemId),
      },
    ReimbursementEvidenceAttached: (row, { data: { evidence } }) =>
      row && { ...row, evidence: [...row.evidence, evidence] },
    ReimbursementEvidenceRemoved: (row, { data: { fileId } }) =>
      row && { ...row, evidence: row.evidence.filter((file) => file.fileId !== fileId) },
    ReimbursementSubmitted: (row, event) => {
      const { guestBy, firstActionBy, decisionBy, flags } = event.data
      return move(row, event, { submittedAt: occurredAtOf(event), guestBy, firstActionBy, decisionBy, flags })
    },
    ReimbursementGuestAccepted: (row, event) => {
      const { itemIds, amountMinor, text, firstActionBy, decisionBy } = event.data
      const at = occurredAtOf(event)
      const guestAnswer = { answer: 'accepted' as const, itemIds: [...itemIds], amountMinor, text, at }
      return move(row, event, { guestAnswer, firstActionBy, decisionBy })
    },
    ReimbursementGuestDeclined: (row, event) => {
      const { text, firstActionBy, decisionBy } = event.data
      const at = occurredAtOf(event)
      const guestAnswer = { answer: 'declined' as const, itemIds: [], amountMinor: 0, text, at }
      return move(row, event, { guestAnswer, firstActionBy, decisionBy })
    },
    ReimbursementGuestTimedOut: (row, event) => {
      const { firstActionBy, decisionBy } = event.data
      const at = occurredAtOf(event)
      const guestAnswer = { answer: 'none' as const, itemIds: [], amountMinor: 0, text: null, at }
      return move(row, event, { guestAnswer, firstActionBy, decisionBy })
    },
    ReimbursementGuestErased: (row) =>
      row && {
        ...row,
        guestName: erased(row.guestName),
        guestAnswer: row.guestAnswer && { ...row.guestAnswer, text: erased(row.guestAnswer.text) },
      },
    ReimbursementReviewStarted: (row, event) =>
      move(row, event, {
        reviewerId: event.data.by,
        firstActionAt: row?.firstActionAt ?? occurredAtOf(event),
      }),
    ReimbursementInfoRequested: (row, event) => {
      const { questions, by, dueAt } = event.data
      const askedAt = occurredAtOf(event)
      return move(row, event, {
        firstActionAt: row?.firstActionAt ?? askedAt,
        infoRequest: { questions: [...questions], by, askedAt, dueAt, answers: null, answeredAt: null },
      })
    },
    ReimbursementInfoProvided: (row, event) => {
      const { answers, decisionBy } = event.data
      const infoRequest = row?.infoRequest && {
        ...row.infoRequest,
        answers: [...answers],
        answeredAt: occurredAtOf(event),
      }
      return move(row, event, { infoRequest: infoRequest ?? null, decisionBy })
    },
    ReimbursementInfoTimedOut: (row, event) => move(row, event, { decisionBy: event.data.decisionBy }),
    ReimbursementDecisionProposed: (row, event) => {
      const { by, version, items, totalMinor } = event.data
      const at = occurredAtOf(event)
      return move(row, event, {
        firstActionAt: row?.firstActionAt ?? at,
        proposal: { by, at, version, items: [...items], totalMinor },
        returnedBecause: null,
      })
    },
    ReimbursementDecisionReturned: (row, event) =>
      move(row, event, { proposal: null, returnedBecause: event.data.reason }),
    ReimbursementDecided: (row, event) => decide(row, event, { appealBy: event.data.appealBy }),
    // What was approved first stays approved; nothing can be appealed any more.
    ReimbursementDecidedFinal: (row, event) => decide(row, event, { appealBy: null }),
    ReimbursementDeadlineMissed: (row, event) => {
      const { deadline, dueAt } = event.data
      return row && { ...row, missed: [...row.missed, { deadline, dueAt }] }
    },
    ReimbursementAppealed: (row, event) => {
      const { grounds, decisionBy } = event.data
      return move(row, event, { grounds, decisionBy, appealedAt: occurredAtOf(event), reviewerId: null })
    },
    ReimbursementPaid: (row, event) => {
      const { version, amountMinor, entryId } = event.data
      const at = occurredAtOf(event)
      return (
        row && {
          ...row,
          paidMinor: row.paidMinor + amountMinor,
          payments: [...row.payments, { version, amountMinor, entryId, at }],
          fundedBy: row.kind === 'expense' ? 'hearth' : row.fundedBy,
        }
      )
    },
    ReimbursementGuestCharged: (row, event) => move(row, event, { fundedBy: 'guest' }),
    ReimbursementGuestChargeFailed: (row, event) =>
      move(row, event, { fundedBy: row?.status === 'guest_accepted' ? null : 'fund' }),
    ReimbursementWithdrawn: (row, event) => move(row, event, { endedAt: occurredAtOf(event) }),
    ReimbursementExpired: (row, event) => move(row, event, { endedAt: occurredAtOf(event) }),
    ReimbursementClosed: (row, event) => move(row, event, { endedAt: occurredAtOf(event) }),
  }),
})
