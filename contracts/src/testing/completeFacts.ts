import { AMENITY_CODES } from '../listing/sections/amenityCatalogue.ts'
import { HAZARDS } from '../listing/sections/amenities.ts'
import type { OnboardingFacts } from '../onboarding/rules/facts.ts'

/** A listing with every answer, for tests: removing any one of them is noticed. */
export const completeFacts = {
  today: '2026-06-12',
  registrationMissing: false,
  verifiedPhones: { primary: '+351910000001', backup: '+351910000002' },
  payout: 'verified',
  agreement: 'active',
  photoshoot: 'booked',
  sections: {
    location: {
      address: {
        line1: 'Rua das Flores 12',
        line2: null,
        city: 'Lisboa',
        region: null,
        postalCode: '1200-195',
        country: 'PT',
      },
      geo: { lat: 38.71, lng: -9.14 },
      geoAccuracyMeters: 20,
      pinConfirmed: true,
    },
    type: {
      propertyType: 'apartment',
      space: 'entire',
      ownership: 'own',
      relationship: 'owner',
      consentToList: true,
    },
    info: {
      maxGuests: 2,
      bedrooms: 1,
      bathrooms: 1,
      wifi: { ssid: 'Flores', password: 'sardinhas', speedMbps: 100 },
    },
    description: {
      title: 'Light flat above the river',
      description: 'Two rooms above the river, with a balcony to sit on in the evening.',
    },
    sleep: {
      rooms: [
        {
          id: 'r1',
          name: null,
          roomType: 'bedroom',
          beds: [{ type: 'double', count: 1 }],
          ensuite: null,
          blackout: null,
          heating: null,
          airConditioning: null,
        },
      ],
    },
    community: { shortTermRental: 'yes', quietHours: { from: '22:00', to: '08:00' } },
    accessibility: { none: true },
    amenities: {
      answers: Object.fromEntries(AMENITY_CODES.map((code) => [code, 'yes'])),
      hazards: Object.fromEntries(HAZARDS.map((hazard) => [hazard, false])),
      confirmedComplete: true,
    },
    checkInOut: {
      method: 'lockbox',
      checkInFrom: '15:00',
      checkInTo: '22:00',
      checkOutBy: '11:00',
      steps: [{ text: 'The box hangs left of the door.', photoId: null }],
    },
    contact: {
      primary: { name: 'Ada', phone: '+351910000001', hours: null },
      backup: { name: 'Bea', phone: '+351910000002' },
    },
    parking: { type: 'none' },
    safety: {
      floors: 1,
      smokeAlarms: 1,
      coAlarms: 1,
      fuelAppliances: [],
      alarmsTestedOn: '2026-05-01',
      extinguisherPlace: 'Kitchen',
      firstAidPlace: 'Bathroom',
      exitsNote: 'The door and the stairs.',
      noGas: true,
      waterShutoff: { place: 'Under the sink', photoId: null },
      electricityShutoff: { place: 'In the hall', photoId: null },
      hazards: [],
      cameras: [],
      noWeapons: true,
    },
  },
} as const satisfies OnboardingFacts as OnboardingFacts
