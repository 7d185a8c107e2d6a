/** Everything that happened in one account; loaded with the report. */
export const timelineTexts = {
  failed: 'The timeline couldn’t be loaded',
  choose: 'Choose a host',
  options: 'What to show',
  host: 'Host',
  days: 'Days',
  kinds: 'Kinds',
  kind: {
    bookings: 'Bookings and requests',
    money: 'Money',
    threads: 'Messages',
    claims: 'Claims',
    incidents: 'Incidents',
    reviews: 'Reviews',
    listings: 'Listings',
    account: 'Account',
    accesses: 'Staff access',
  },
  event: 'Open event',
  older: 'Show older entries',
  none: 'Nothing happened',
  noneText: 'There are no entries of these kinds on these days.',
}
