/** The internal reports: their titles, and what they share. */
export const reportTexts = {
  label: 'Reports',
  title: {
    projections: 'Projections',
    events: 'Event explorer',
    trace: 'Trace',
    record: 'Compare versions',
    listings: 'Listing review',
    payouts: 'Payouts',
    bankLines: 'Bank lines',
    adjustments: 'Adjustments',
    owners: 'Owner changes',
    holds: 'Payout holds',
    jobs: 'Jobs',
    impersonations: 'Impersonations',
    audit: 'Access log',
  },
  utc: '%{time} UTC',
}
