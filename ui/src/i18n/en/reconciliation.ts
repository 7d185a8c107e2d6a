/** Bookings, ledger, payouts and bank compared; loaded with the report. */
export const reconciliationTexts = {
  failed: 'The comparison couldn’t be loaded',
  options: 'What to compare',
  days: 'Days',
  currency: 'Currency',
  export: 'CSV',
  none: 'Nothing to compare',
  noneText:
    'No stay began and no payout was made on these days, or all of them changed within the last hour.',
  settled: 'What changed in the last hour isn’t compared yet.',
  nightly: 'Nightly comparisons',
  lines: 'Bank lines',
  agrees: 'Agrees',
  differ: '%{smart_count} differs |||| %{smart_count} differ',
  difference: 'Difference',
  record: 'Record',
  unknown: 'Not a payout of ours',
  open: 'show both sides',
  close: 'hide both sides',
  rest: '%{smart_count} smaller difference isn’t listed. |||| %{smart_count} smaller differences aren’t listed.',
  adds: 'Totals match',
  differs: 'Totals don’t match',
  rowsFailed: 'Both sides couldn’t be loaded',
  nothing: 'Nothing',
  code: {
    bookings_ledger: {
      title: 'Bookings and ledger',
      left: 'Hosts receive',
      right: 'In the ledger',
      records: '%{smart_count} stay, by check-in |||| %{smart_count} stays, by check-in',
    },
    ledger_payouts: {
      title: 'Ledger and payouts',
      left: 'Entries',
      right: 'Payouts',
      records: '%{smart_count} payout, by its date |||| %{smart_count} payouts, by their date',
    },
    payouts_bank: {
      title: 'Payouts and bank',
      left: 'Paid here',
      right: 'Paid by the bank',
      records:
        '%{smart_count} payout, by the day it was paid |||| %{smart_count} payouts, by the day they were paid',
    },
  },
}
