/** Payouts: the breakdown, why amounts are what they are, and what staff do about them. */
export const payoutTexts = {
  title: 'Payouts',
}
