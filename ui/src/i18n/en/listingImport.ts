/** Texts of the page on which listings are brought over from a file; loaded with it. */
export const listingImportTexts = {
  title: 'Bring listings over', crumb: 'Listings',
  intro: 'Export your listings as CSV where they are now, and bring them here as drafts. Nothing is published, and you see what is wrong before anything is made.',
  step: { file: '1. The file', columns: '2. What the columns hold', check: '3. Check and bring over' },
  choose: 'Choose a CSV file', unread: 'The file could not be read. Choose it again, or paste its content.', paste: 'Or paste its content', pasteHelp: 'The first line names the columns. Up to 200 listings.', read: '1 listing in %{columns} columns |||| %{smart_count} listings in %{columns} columns',
  problem: { empty: 'There is no listing in it: a line with the names of the columns and one line for each listing are needed.', too_large: 'It is larger than 2 MB. Bring your listings over in several files.', too_many: 'It has more than 200 listings. Bring them over in several files.', unreadable: 'It cannot be read as CSV: a quote is not closed, or its lines have no order.' },
  none: 'Not in the file', needed: 'needed', missing: 'No column holds: %{fields}.',
  field: {
    line1: 'Street and number', line2: 'Apartment, floor', city: 'City', region: 'Region or state', postalCode: 'Postal code', country: 'Country, two letters', lat: 'Latitude', lng: 'Longitude', propertyType: 'Kind of place', bedrooms: 'Bedrooms', maxGuests: 'Guests',
    bathrooms: 'Bathrooms', sizeSqm: 'Size in m²', internalName: 'Internal name', title: 'Title', description: 'Description',
  },
  good: '1 listing can be brought over. |||| %{smart_count} listings can be brought over.', bad: '1 line has something wrong and is left out. |||| %{smart_count} lines have something wrong and are left out.',
  line: 'Line %{line}', wrong: '%{field} %{detail}', run: 'Bring 1 listing over |||| Bring %{smart_count} listings over', running: '%{done} of %{all}', again: 'Try the rest again',
  done: '1 listing is here as a draft. |||| %{smart_count} listings are here as drafts.', failed: '1 could not be brought over. |||| %{smart_count} could not be brought over.', open: 'Go on with %{name}', hub: 'See all listings in progress', state: { made: 'Here', failed: 'Failed', waiting: 'Waiting' },
}
