/** The address of a listing: the map, the pin and the search. */
export const addressTexts = {
  find: 'Find on the map',
  found: 'Results',
  foundHelp: 'Pick the closest town, then move the pin to your place.',
  none: 'We couldn’t find this address. Check the city, enter coordinates, or set the pin later.',
  off: 'Address search isn’t available here. Enter coordinates, or set the pin later.',
  map: 'Map. The pin is at %{place}',
  mapHelp:
    'Move the map until the pin is on your place. Tip: copy the coordinates from your phone’s map app.',
  mapKeys: 'Use the arrow keys to move the pin, with Shift to move it further. Use plus and minus to zoom.',
  nearer: 'Zoom in',
  further: 'Zoom out',
  meters: '%{count} m',
  kilometers: '%{count} km',
  coordinates: 'Coordinates',
  coordinatesHelp: 'Latitude and longitude, for example 42.25280, -73.79100.',
  coordinatesWrong:
    'Enter two numbers separated by a comma: latitude from -90 to 90, longitude from -180 to 180.',
  confirm: 'Confirm location',
  confirmed: 'You’ve confirmed the location.',
  unconfirmed: 'We placed the pin within %{distance} of your place. Move it to the exact spot, then confirm.',
  noPin: 'No pin yet. You can set it later, before your listing goes live.',
} as const
