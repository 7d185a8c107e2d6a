export const bookingTexts = {
  title: 'Booking',
}
