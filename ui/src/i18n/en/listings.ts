export const listingsTexts = {
  title: 'Listings',
}
