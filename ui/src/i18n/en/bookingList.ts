/** The list of bookings. */
export const bookingListTexts = {
  title: 'Bookings',
  failed: 'Couldn’t load your bookings',
  export: 'Export %{smart_count} row |||| Export %{smart_count} rows',
  together: 'Total',
  arrival: 'Arrival',
  guestOrCode: 'Guest or code',
  findListing: 'Find a listing',
  notCancelled: 'Not cancelled',
  arrivingToday: 'Arriving today, %{day}',
  fromDay: 'From %{day}',
  none: 'No bookings yet',
  noneText: 'They appear here as soon as a guest books one of your listings.',
  openCalendar: 'Open the calendar',
  noMatch: 'No results',
  noMatchText:
    '%{smart_count} booking matches without the filter for %{name}. |||| %{smart_count} bookings match ' +
    'without the filter for %{name}.',
  removeOne: 'Remove “%{value}”',
  clearAll: 'Clear all filters',
  views: {
    next30: 'Next 30 days',
    week: 'Arriving this week',
    inHouse: 'In house',
    attention: 'Needs attention',
    cancelled: 'Cancelled stays of %{year}',
    all: 'All',
  },
  /** The link of a row whose code is hidden. */
  open: 'Open',
  columns: {
    code: 'Code',
    guest: 'Guest',
    listing: 'Listing',
    stay: 'Stay',
    nights: 'Nights',
    status: 'Status',
    payable: 'Paid out from',
    receive: 'You earn',
    source: 'Source',
    confirmed: 'Booked',
  },
}
