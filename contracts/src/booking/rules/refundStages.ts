import type { Instant } from '../../kernel/dates.ts'
import { formatBps } from '../../kernel/money.ts'
import type { CancellationOutcome } from '../money.ts'
import { cancelStay, type Cancellable } from './cancelStay.ts'
import { justAfter, nextBoundary } from './nextBoundary.ts'

/** What a guest gets who cancels until `until`, inclusive. */
export type RefundStage = Readonly<{
  until: Instant
  label: string
  tier: CancellationOutcome['tier']
  refundTotalMinor: number
}>

const label = (outcome: CancellationOutcome, unspentBps: number | null): string => {
  if (outcome.tier === 'keep_nights') {
    const rest = unspentBps === 10_000 ? 'Refund' : `${formatBps(unspentBps ?? 0)} refund`
    const kept = outcome.keptNights === 1 ? 'first night' : `first ${outcome.keptNights} nights`
    return `${rest}, ${kept} excluded`
  }
  if (outcome.nightsBps === 10_000) return 'Full refund'
  return outcome.nightsBps === 0 || outcome.nightsBps === null
    ? 'No refund of the nights'
    : `${formatBps(outcome.nightsBps)} refund of the nights`
}

/**
 * The guest's refund from `from` until check-in, stage by stage, oldest first: "Full refund until Sat 8 Aug
 * 2026, 15:00".
 */
export const refundStages = (booking: Cancellable, from: Instant): RefundStage[] => {
  const { checkInInstant, cancellation } = booking.snapshot
  const unspentBps =
    cancellation.terms.last.kind === 'keep-nights' ? cancellation.terms.last.unspentBps : null
  const stages: RefundStage[] = []
  for (let at = from; at < checkInInstant;) {
    const outcome = cancelStay(booking, at, 'guest')
    const boundary = nextBoundary(booking, 'guest', at)
    const until = boundary === null || boundary > checkInInstant ? checkInInstant : boundary
    stages.push({
      until,
      label: label(outcome, unspentBps),
      tier: outcome.tier,
      refundTotalMinor: outcome.refundTotalMinor,
    })
    at = justAfter(until)
  }
  return stages
}
