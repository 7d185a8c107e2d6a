/** Texts of calendar feeds in a listing's availability; loaded with it. */
export const icalFeedTexts = {
  keep: 'Cancel',
  import: {
    title: 'Imported calendars',
    none: 'No imported calendars yet',
    noneText:
      'Is your place also on Airbnb, Vrbo or Booking.com? Add their calendar, and nights booked there ' +
      'are blocked here.',
    failed: 'Couldn’t load the imported calendars',
    add: 'Add a calendar',
    followed: 'We check every calendar every 15 minutes.',
    checked: 'Last checked %{instant}',
    never: 'Not checked yet',
    entries: '1 upcoming stay or block |||| %{smart_count} upcoming stays and blocks',
    refresh: 'Refresh',
    refreshOf: 'Refresh %{name}',
    refreshing: 'Refreshing %{name}.',
  },
  health: {
    pending: 'Waiting for first check',
    ok: 'Up to date',
    stale: 'Out of date',
    failing: 'Not working',
    quarantined: 'Needs checking',
  },
  healthText: {
    pending: 'We’ll check it within a minute.',
    ok: '',
    stale:
      'We’ve had no update for two hours. Imported nights stay blocked, but new bookings there don’t ' +
      'reach us.',
    failing:
      'We couldn’t load it several times in a row. Imported nights stay blocked. Check that the link is ' +
      'still correct.',
    quarantined: 'This calendar looks wrong, so its nights stay blocked until you check it.',
  },
  problem: {
    address_refused: 'The link doesn’t lead to a public website.',
    not_found: 'There’s no calendar at this link any more.',
    unreachable: 'We couldn’t reach its server.',
    timeout: 'Its server took too long to respond.',
    too_many_redirects: 'The link redirects too many times.',
    http_error: 'Its server returned an error.',
    rate_limited: 'Its server says we check too often.',
    not_a_calendar: 'The link leads to a web page, not a calendar.',
    cut_off: 'The calendar is incomplete.',
    unreadable: 'We couldn’t read the calendar.',
    too_large: 'The calendar is larger than 2 MB.',
    too_many_entries: 'The calendar has too many entries for one place.',
    emptied: 'The calendar is suddenly empty.',
  },
  unread: {
    status: 'Partly imported',
    title: '%{count} of %{total} entries not understood.',
    text: 'All others are imported. Change these in the other calendar, or block their nights here yourself.',
    untitled: 'Untitled entry',
    more: 'And 1 more. |||| And %{smart_count} more.',
    problem: {
      malformed: 'Part of it can’t be read.',
      dates: 'Its dates don’t make sense.',
      time_zone: 'Its time zone is unknown.',
      repetition: 'We can’t follow how it repeats.',
    },
  },
  release: {
    button: 'It’s correct',
    of: 'It’s correct: %{name}',
    title: 'Accept “%{name}”?',
    text:
      'We’ll use what this calendar says next, even if it’s empty. Nights it no longer lists become ' +
      'available immediately.',
    done: 'Accepted. Refreshing %{name}.',
  },
  remove: {
    button: 'Remove',
    of: 'Remove %{name}',
    title: 'Stop importing “%{name}”?',
    text: 'Bookings made there will no longer be blocked here.',
    nights: 'Imported nights from today',
    free: 'Make them available',
    freeText: 'Guests can book them here immediately.',
    keepBlocks: 'Keep them blocked',
    keepText: 'They become your own blocks.',
    done: '%{name} is no longer imported.',
  },
  add: {
    title: 'Import a calendar',
    submit: 'Import',
    name: 'Name',
    nameHelp: 'For example Airbnb.',
    url: 'Calendar link',
    urlHelp:
      'It starts with https:// and often ends in .ics. On Airbnb you’ll find it under Calendar, ' +
      'Availability, Connect calendars. On Smoobu, days of arrival and departure that it lists next to a ' +
      'stay don’t block extra nights.',
    missing: 'Enter a name and a link.',
    wrong: 'The link %{detail}.',
    done: '%{name} is now imported.',
  },
  conflict: {
    title: 'Two bookings for the same nights',
    failed: 'Couldn’t check for conflicting bookings',
    text: '“%{name}” says %{range} are booked. They’re also taken here:',
    other: 'A calendar',
    kind: {
      booking: 'A booking',
      request_hold: 'A request',
      owner_stay: 'Your owner stay',
      photoshoot: 'The photo shoot',
      ical_import: 'A booking in another calendar',
      other: 'A block',
    },
    from: '%{kind}, %{range}',
    open: 'View booking',
    since: 'Since %{instant}',
    keepBoth: 'Both are correct',
    dismiss: 'Ignore the imported entry',
    dismissTitle: 'Ignore this imported entry?',
    dismissText:
      'It will no longer block these nights here. Make sure no guest is arriving through the ' +
      'other platform.',
    kept: 'Both entries are kept.',
    dismissed: 'The imported entry is ignored.',
    hint: 'If you cancel one of the two, this disappears.',
  },
  export: {
    title: 'Export calendar',
    text:
      'Give this link to other platforms. They can see which nights are taken, including nights kept for preparation, but no ' +
      'guest names. It doesn’t include nights imported from other calendars, so connect your platforms to each other as ' +
      'well.',
    none: 'No export link yet',
    noneText: 'Create a link so that Airbnb, Vrbo or Booking.com can see which nights are taken here.',
    make: 'Create link',
    copy: 'Copy link',
    since: 'Since %{instant}',
    rotate: 'Create a new link',
    rotateTitle: 'Create a new link?',
    rotateText:
      'The old link stops working immediately. Other platforms get no updates until you give them the ' +
      'new one.',
    made: 'The link is ready.',
    rotated: 'The old link no longer works.',
  },
}
