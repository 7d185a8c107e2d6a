export const bookingsTexts = {
  title: 'Bookings',
}
