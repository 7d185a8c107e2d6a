/** Where a listing stands: the map, the pin and the search. */
export const addressTexts = {
  find: 'Find it on the map',
  found: 'What we found',
  foundHelp:
    'We know towns, not every street: choose one, then push the map until the pin stands on the house.',
  none: 'We found no such place. Push the map until the pin stands on the house, or give its coordinates.',
  off: 'Addresses are not looked up here. Push the map until the pin stands on the house, or give its coordinates.',
  map: 'Map. The pin is at %{place}',
  mapEmpty: 'Map. There is no pin yet',
  mapHelp:
    'Push the map; the pin stays in the middle. It is an outline without streets: the surest way is to paste the coordinates that the map on your telephone shows.',
  mapKeys:
    'Arrow keys move the pin, with the shift key further. Plus and minus look nearer and from further away.',
  nearer: 'Look nearer',
  further: 'Look from further away',
  meters: '%{count} m',
  kilometers: '%{count} km',
  coordinates: 'Coordinates of the house',
  coordinatesHelp: 'Latitude and longitude, such as 42.25280, -73.79100.',
  coordinatesWrong:
    'Two numbers with a comma between them: latitude from -90 to 90, longitude from -180 to 180.',
  confirm: 'The pin is right',
  confirmed: 'You have put the pin on the house.',
  unconfirmed:
    'The pin is where we think the place is, within %{distance}. Move it, or say that it is right.',
  noPin: 'There is no pin yet.',
} as const
