/** Texts of the page that imports listings from a file; loaded with it. */
export const listingImportTexts = {
  title: 'Import listings',
  crumb: 'Listings',
  intro:
    'Export your listings as a CSV file from your current tool and import them here as drafts. Nothing ' +
    'is published, and you can check for errors first.',
  step: { file: '1. Choose a file', columns: '2. Match columns', check: '3. Check and import' },
  choose: 'Choose a CSV file',
  unread:
    'We couldn’t read the file as text. In Excel, save it as “CSV UTF-8”, then choose it again. You can ' +
    'also paste its contents.',
  encoding: {
    title: 'Check the letters in your file',
    text:
      'The file doesn’t say how its letters are stored, so we read it the way Excel on Windows usually ' +
      'saves CSV files. Do these lines look right?',
    help: 'If letters are wrong, save the file as “CSV UTF-8” and choose it again.',
    accept: 'Looks right',
    discard: 'Don’t use this file',
  },
  paste: 'Or paste its contents',
  pasteHelp: 'The first row contains the column names. Up to 200 listings.',
  read: '1 listing in %{columns} columns |||| %{smart_count} listings in %{columns} columns',
  problem: {
    empty: 'The file has no listings. It needs a row with the column names and one row for each listing.',
    too_large: 'The file is larger than 2 MB. Split it into several files.',
    too_many: 'The file has more than 200 listings. Split it into several files.',
    unreadable: 'We couldn’t read this as CSV. A quote may be missing, or the rows have different lengths.',
  },
  none: 'Not in the file',
  needed: 'required',
  missing: 'No column for: %{fields}.',
  field: {
    line1: 'Street and number',
    line2: 'Apartment, floor',
    city: 'City',
    region: 'Region or state',
    postalCode: 'Postal code',
    country: 'Country, two letters',
    lat: 'Latitude',
    lng: 'Longitude',
    propertyType: 'Property type',
    bedrooms: 'Bedrooms',
    maxGuests: 'Guests',
    bathrooms: 'Bathrooms',
    sizeSqm: 'Size in m²',
    internalName: 'Internal name',
    title: 'Title',
    description: 'Description',
  },
  good: '1 listing can be imported. |||| %{smart_count} listings can be imported.',
  bad: '1 row has errors and won’t be imported. |||| %{smart_count} rows have errors and won’t be imported.',
  line: 'Row %{line}',
  wrong: '%{field} %{detail}',
  run: 'Import 1 listing |||| Import %{smart_count} listings',
  running: '%{done} of %{all}',
  again: 'Try the rest again',
  done: '1 listing was imported as a draft. |||| %{smart_count} listings were imported as drafts.',
  failed: '1 listing couldn’t be imported. |||| %{smart_count} listings couldn’t be imported.',
  open: 'Continue with %{name}',
  hub: 'See all listings in progress',
  state: { made: 'Imported', failed: 'Failed', waiting: 'Waiting' },
}
