/** Two stays for the same nights, and what can be done about it. */
export const overbookingTexts = {
  crumb: 'Double booking',
  heading: 'Two bookings for the same nights',
  intro:
    'A channel sold nights at %{listing} that were already booked. Move or cancel one of the two stays, or ' +
    'keep both. If either guest cancels, the other stay gets the nights automatically.',
  failed: 'Couldn’t load what has these nights',
  over: 'This double booking is resolved',
  overText: '%{guest}’s stay is: %{status}.',
  toBooking: 'View booking',
  dates: 'Dates',
  guests: 'Guests',
  bookedOn: 'Booked on',
  receive: 'You receive',
  cost: 'Cancelling costs you',
  costFailed: 'Couldn’t calculate the cost',
  fee: 'fee %{fee}, lost earnings %{lost}',
  refund: 'Refund to the guest',
  hasNights: 'Has the nights',
  waits: 'Waiting for the nights',
  cancel: 'Cancel %{guest}’s stay',
  running: 'Cancellation in progress',
  started: 'The stay has started. Contact support to cancel it.',
  taken: 'What has the nights',
  takenText: 'Once it’s removed, %{guest}’s stay gets the nights automatically.',
  view: 'View',
  free:
    'Nothing else has these nights. The listing may be paused or closing, or a night between two stays may ' +
    'be missing.',
  keepBoth: 'Keep both bookings',
  keepBothText: 'Both stays go ahead on the same nights. No one is charged or notified.',
  why: 'Why?',
  reason: {
    separate_rooms: 'The guests have separate rooms',
    same_party: 'The guests travel together',
    other: 'Another reason',
  },
}
