/** Moving a stay to another listing of the account. */
export const bookingMoveTexts = {
  open: 'Move to another listing',
  title: 'Move %{guest}’s stay',
  intro: '%{stay}. The guest keeps the price they booked at, and we send them your message.',
  failed: 'Couldn’t check your other listings',
  loading: 'Checking your other listings',
  none: 'You have no other listings that are live.',
  noneFit: 'None of your other listings fits this stay.',
  where: 'Move to',
  same: 'Same price as booked',
  more: 'Usually %{amount} more than the guest pays',
  less: 'Usually %{amount} less than the guest pays',
  unfit: '%{smart_count} listing doesn’t fit this stay |||| %{smart_count} listings don’t fit this stay',
  refusal: {
    NIGHTS_UNAVAILABLE: 'Not available on these nights',
    LIMIT_EXCEEDED: 'Too small for this party',
    CURRENCY_MISMATCH: 'Priced in another currency',
    other: 'Not live',
  },
  message: 'Message to %{guest}',
  messageHelp: '20 to 1,000 characters.',
  template:
    'Hello %{guest}, we’d like to host you at %{listing} instead of %{from}. Your dates and your price stay ' +
    'the same. Please write to us if you have any questions.',
  choose: 'Choose a listing. Then you can edit the message to %{guest}.',
  write: 'Write a message of at least 20 characters.',
  move: 'Move the stay',
  keep: 'Cancel',
  moved: 'Moved to %{listing}. We’ve written to the guest.',
}
