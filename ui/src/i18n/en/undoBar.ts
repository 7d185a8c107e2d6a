/** The ten minutes in which a cancellation can be undone. */
export const undoBarTexts = {
  label: 'Cancellation in progress',
  timeLeft: 'Time left to keep the booking',
  title: 'Cancelling %{code}, %{guest}',
  text: 'Stay %{stay}. Final at %{at}. Until then nothing is sent and no money moves.',
  others:
    '%{smart_count} other cancellation in progress. |||| %{smart_count} other cancellations in progress.',
  announce:
    'Cancelling %{code}: %{smart_count} minute left to keep the booking. |||| Cancelling %{code}: ' +
    '%{smart_count} minutes left to keep the booking.',
  keep: 'Keep the booking',
  kept: 'Kept. %{code} stays as booked. Nothing was sent.',
}
