/** The details with which an importer opens an account. */
export const ACCOUNT = {
  displayName: 'Casa Sol',
  kind: 'company',
  country: 'PT',
  defaultCurrency: 'EUR',
  timezone: 'Europe/Lisbon',
} as const

/** The details of a house in Lisbon at 100.00 EUR a night. */
export const HOUSE = {
  title: 'A house by the sea',
  place: 'Lisbon, PT',
  timezone: 'Europe/Lisbon',
  currency: 'EUR',
  maxGuests: 6,
  bedrooms: 2,
  checkInTime: '15:00',
  checkOutTime: '11:00',
  bookingMode: 'instant',
  feeModel: 'self_managed',
  cancellationPolicyCode: 'flexible',
  longTermPolicyCode: 'long_term_firm',
  unitType: null,
  pricing: {
    baseNightMinor: 10_000,
    weekendNightMinor: null,
    weekdayOverrides: [],
    dateOverrides: [],
    weeklyDiscountBps: 0,
    monthlyDiscountBps: 0,
    cleaningFeeMinor: 0,
    petFeeMinor: 0,
    extraGuest: null,
  },
  rules: {
    minNights: 1,
    maxNights: 365,
    advanceNoticeHours: 0,
    bookingWindowDays: 365,
    prepNights: 0,
    closedToArrival: [],
    closedToDeparture: [],
    annualNightCap: null,
  },
} as const
