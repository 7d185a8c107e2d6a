import type { QueueItem } from '@hearth/contracts/today'
import { to } from '../navigation/paths.ts'

const report = (name: string) => () => to.reports({ report: name })
const listingReport = ({ listingId }: QueueItem) =>
  to.reports({ report: 'listings', listing: listingId ?? undefined })

const PATHS: Readonly<Record<QueueItem['kind'], (item: QueueItem) => string>> = {
  payout_approval: () => to.reports({ report: 'payouts', show: 'approval' }),
  payout_return: () => to.reports({ report: 'payouts', show: 'returns' }),
  payout_hold: report('holds'),
  bank_line: report('bankLines'),
  adjustment: report('adjustments'),
  overbooking: ({ id }) => to.booking(id),
  import_conflict: ({ listingId }) => to.listingDetails('availability', listingId ?? undefined),
  onboarding_review: listingReport,
  listing_edit: listingReport,
  safety_review: listingReport,
  impersonation_request: () => to.impersonate(),
  owner_change: report('owners'),
  parked_stream: report('projections'),
  incident: ({ id }) => to.incident(id),
  service_request: ({ id }) => to.request(id),
  expense_call: ({ id }) => to.request(id),
  review_dispute: ({ id }) => to.review(id),
  reimbursement: ({ id }) => to.reimbursement(id),
  disruption_evidence: ({ id }) => to.reports({ report: 'disruptions', stay: id }),
}

/** The page on which it is decided. */
export const queuePath = (item: QueueItem): string => PATHS[item.kind](item)
