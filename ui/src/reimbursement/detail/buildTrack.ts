import type { ReimbursementRecord } from '../../data/records/records.ts'
import type { Text } from '../../i18n/text.ts'
import type { TrackStep } from '../parts/Track.tsx'

type Claim = ReimbursementRecord
type Context = Readonly<{ t: Text; now: number; format: (instant: string) => string }>

const UNDECIDED: readonly Claim['status'][] = [
  'draft',
  'guest_review',
  'guest_accepted',
  'under_review',
  'info_requested',
]

/** The share of the time between two instants that has passed. */
const passed = (from: string | null, to: string | null, now: number): number =>
  from === null || to === null
    ? 0.5
    : (now - Date.parse(from)) / Math.max(1, Date.parse(to) - Date.parse(from))

const sentStep = ({ submittedAt }: Claim, { t, format }: Context): TrackStep =>
  submittedAt === null
    ? { key: 'sent', state: 'now', title: t('reimbursement.track.notSent'), lines: [] }
    : { key: 'sent', state: 'done', title: t('reimbursement.track.sent'), lines: [format(submittedAt)] }

const answerStep = (claim: Claim, { t, now, format }: Context): TrackStep | null => {
  const { guestBy, guestAnswer, submittedAt, guestName } = claim
  if (guestBy === null) return null
  const name = guestName ?? t('reimbursement.guest')
  if (guestAnswer === null)
    return {
      key: 'answer',
      state: 'now',
      title: t('reimbursement.track.answer', { name }),
      lines: [t('reimbursement.track.due', { at: format(guestBy) })],
      share: passed(submittedAt, guestBy, now),
    }
  return {
    key: 'answer',
    state: 'done',
    title: t(
      guestAnswer.answer === 'none' ? 'reimbursement.track.noAnswer' : 'reimbursement.track.answered',
      {
        name,
      },
    ),
    lines: [format(guestAnswer.at), t('reimbursement.track.due', { at: format(guestBy) })],
  }
}

/** A step of staff with its promise; `at` is when it was kept. */
const promise = (
  {
    key,
    title,
    at,
    by,
    from,
  }: Readonly<{ key: string; title: string; at: string | null; by: string | null; from: string | null }>,
  running: boolean,
  { t, now, format }: Context,
): TrackStep => {
  const isLate = by !== null && Date.parse(at ?? new Date(now).toISOString()) > Date.parse(by)
  return {
    key,
    state: at !== null ? 'done' : running ? 'now' : 'next',
    title,
    lines: [
      ...(at === null ? [] : [format(at)]),
      ...(by === null
        ? []
        : [t(isLate ? 'reimbursement.track.dueLate' : 'reimbursement.track.due', { at: format(by) })]),
    ],
    late: isLate,
    share: passed(from, by, now),
  }
}

const firstReviewStep = (claim: Claim, context: Context): TrackStep | null => {
  const { firstActionAt, firstActionBy, guestAnswer, submittedAt, status, decidedAt } = claim
  // What the guest pays in full is not reviewed.
  if (firstActionAt === null && (decidedAt !== null || status === 'guest_accepted')) return null
  return promise(
    {
      key: 'first',
      title: context.t('reimbursement.track.first'),
      at: firstActionAt,
      by: firstActionBy,
      from: guestAnswer?.at ?? submittedAt,
    },
    status === 'under_review',
    context,
  )
}

const decisionStep = (claim: Claim, context: Context): TrackStep => {
  const { decisions, decisionBy, firstActionAt, status, decidedAt } = claim
  const at = decisions?.[0]?.at ?? decidedAt
  return promise(
    {
      key: 'decision',
      title: context.t(at === null ? 'reimbursement.track.decision' : 'reimbursement.track.decided'),
      at,
      // The deadline of the row is the appeal's once there is one.
      by: claim.appealedAt === null ? decisionBy : null,
      from: firstActionAt,
    },
    (status === 'under_review' && firstActionAt !== null) || status === 'info_requested',
    context,
  )
}

const paidStep = ({ payments, approvedMinor, status }: Claim, { t, format }: Context): TrackStep => {
  const at = payments?.[0]?.at
  if (at !== undefined)
    return { key: 'paid', state: 'done', title: t('reimbursement.track.paid'), lines: [format(at)] }
  const decided = !UNDECIDED.includes(status)
  return {
    key: 'paid',
    state: !decided ? 'next' : approvedMinor === 0 ? 'done' : 'now',
    title: t('reimbursement.track.payment'),
    lines: [t(decided && approvedMinor === 0 ? 'reimbursement.track.nothing' : 'reimbursement.track.soon')],
  }
}

const appealSteps = (claim: Claim, context: Context): readonly TrackStep[] => {
  const { t, now, format } = context
  const { appealBy, appealedAt, decisions, decisionBy, status, decidedAt } = claim
  if (appealedAt === null)
    return appealBy === null || status !== 'decided'
      ? []
      : [
          {
            key: 'appealBy',
            state: 'next',
            title: t('reimbursement.track.appealBy'),
            lines: [format(appealBy)],
            share: passed(decidedAt, appealBy, now),
          },
        ]
  return [
    { key: 'appealed', state: 'done', title: t('reimbursement.track.appealed'), lines: [format(appealedAt)] },
    promise(
      {
        key: 'final',
        title: t('reimbursement.track.final'),
        at: decisions?.find(({ version }) => version === 2)?.at ?? null,
        by: decisionBy,
        from: appealedAt,
      },
      status === 'appealed',
      context,
    ),
  ]
}

/** The steps of a claim that was sent, each with its promise and when it was kept. */
export const buildTrack = (claim: Claim, context: Context): readonly TrackStep[] => {
  const { status, endedAt } = claim
  const { t, format } = context
  const begun = [sentStep(claim, context), answerStep(claim, context)]
  if (status === 'withdrawn' || status === 'expired')
    return [
      ...begun,
      {
        key: 'ended',
        state: 'done' as const,
        title: t(`reimbursement.track.${status}`),
        lines: endedAt === null ? [] : [format(endedAt)],
      },
    ].filter((step) => step !== null)
  return [
    ...begun,
    firstReviewStep(claim, context),
    decisionStep(claim, context),
    paidStep(claim, context),
    ...appealSteps(claim, context),
  ].filter((step) => step !== null)
}
