import {
  ESSENTIALS,
  HAZARDS,
  POPULAR,
  type AmenityCode,
  type BedType,
  type PhotoRoom,
  type RegistrationScheme,
  type SectionName,
  type Sections,
  type SectionValues,
} from '@hearth/contracts/listing'
import type { Palette } from '../pictures/palette.ts'

export type DemoPhoto = Readonly<{
  caption: string
  room: PhotoRoom | null
  scene: (palette: Palette) => string
}>

/** Everything that guests of a demo listing read and see. */
export type DemoHome = Readonly<{
  address: NonNullable<SectionValues<'location'>['address']>
  geo: Readonly<{ lat: number; lng: number }>
  propertyType: NonNullable<SectionValues<'type'>['propertyType']>
  sizeSqm: number
  floor: number
  elevator: boolean
  yearBuilt: number
  bathrooms: number
  description: string
  rooms: readonly Readonly<{
    name: string
    isBedroom: boolean
    beds: readonly (readonly [BedType, number])[]
  }>[]
  /** What it has beyond the essentials. */
  amenities: readonly AmenityCode[]
  houseRules: Readonly<{ pets: number; quietFrom: string; additional: string }>
  checkIn: Readonly<{
    method: NonNullable<SectionValues<'checkInOut'>['method']>
    to: string
    steps: readonly string[]
    tasks: readonly string[]
  }>
  safety: Readonly<{
    floors: number
    fuel: NonNullable<SectionValues<'safety'>['fuelAppliances']>
    extinguisher: string
    firstAid: string
    exits: string
    gas: string | null
    water: string
    electricity: string
  }>
  parking: SectionValues<'parking'>
  contact: Readonly<{
    name: string
    phone: string
    backup: string
    backupPhone: string
    languages: readonly string[]
  }>
  /** Imported: a register or an authority verified it. */
  registration: Readonly<{ scheme: RegistrationScheme; number: string; verifiedBy: string }> | null
  palette: Palette
  photos: readonly DemoPhoto[]
}>

type Patch = { [S in SectionName]: Readonly<{ section: S; patch: SectionValues<S> }> }[SectionName]

const answerAmenities = ({ amenities }: DemoHome): Patch => {
  const here: ReadonlySet<AmenityCode> = new Set<AmenityCode>([...ESSENTIALS, ...amenities])
  return {
    section: 'amenities',
    patch: {
      answers: Object.fromEntries(
        [...here, ...POPULAR].map((code) => [code, here.has(code) ? 'yes' : 'no'] as const),
      ),
      hazards: Object.fromEntries(HAZARDS.map((hazard) => [hazard, false] as const)),
      confirmedComplete: true,
    },
  }
}

const answerSafety = ({ safety }: DemoHome, testedOn: string): Patch => ({
  section: 'safety',
  patch: {
    floors: safety.floors,
    smokeAlarms: safety.floors + 1,
    coAlarms: safety.fuel.length > 0 ? safety.floors : 1,
    fuelAppliances: safety.fuel,
    alarmsTestedOn: testedOn,
    extinguisherPlace: safety.extinguisher,
    firstAidPlace: safety.firstAid,
    exitsNote: safety.exits,
    ...(safety.gas === null ? { noGas: true } : { gasShutoff: { place: safety.gas, photoId: null } }),
    waterShutoff: { place: safety.water, photoId: null },
    electricityShutoff: { place: safety.electricity, photoId: null },
    hazards: [],
    cameras: [],
    noWeapons: true,
  },
})

const answerStay = ({ checkIn, houseRules, contact }: DemoHome): readonly Patch[] => [
  {
    section: 'checkInOut',
    patch: {
      checkInTo: checkIn.to,
      method: checkIn.method,
      steps: checkIn.steps.map((text) => ({ text, photoId: null })),
      checkOutTasks: [...checkIn.tasks],
    },
  },
  {
    section: 'houseRules',
    patch: {
      pets: houseRules.pets > 0,
      maxPets: houseRules.pets,
      smoking: false,
      events: false,
      childrenOk: true,
      quietHours: { from: houseRules.quietFrom, to: '08:00' },
      additional: houseRules.additional,
    },
  },
  {
    section: 'contact',
    patch: {
      primary: { name: contact.name, phone: contact.phone, hours: { from: '08:00', to: '22:00' } },
      backup: { name: contact.backup, phone: contact.backupPhone },
      languages: [...contact.languages],
      preferredChannel: 'phone',
    },
  },
]

/** The answers to every question about the home; alarms were tested on `testedOn`. */
export const listAnswers = (
  home: DemoHome,
  testedOn: string,
  roomId: (index: number) => string,
): readonly Patch[] => {
  const { address, geo, propertyType, sizeSqm, floor, elevator, yearBuilt, bathrooms, description } = home
  return [
    { section: 'location', patch: { address, geo, geoAccuracyMeters: 10, pinConfirmed: true } },
    {
      section: 'type',
      patch: {
        propertyType,
        space: 'entire',
        sizeSqm,
        floor,
        elevator,
        yearBuilt,
        ownership: 'own',
        relationship: 'owner',
        consentToList: true,
      },
    },
    { section: 'info', patch: { bathrooms } },
    { section: 'description', patch: { description } },
    {
      section: 'sleep',
      patch: {
        rooms: home.rooms.map(({ name, isBedroom, beds }, index) => ({
          id: roomId(index),
          name,
          roomType: isBedroom ? 'bedroom' : 'living_room',
          beds: beds.map(([type, count]) => ({ type, count })),
          ensuite: null,
          blackout: null,
          heating: true,
          airConditioning: null,
        })),
      },
    },
    { section: 'community', patch: { shortTermRental: 'yes', noiseSensor: false } },
    { section: 'accessibility', patch: { none: true } },
    answerAmenities(home),
    ...answerStay(home),
    { section: 'parking', patch: home.parking },
    answerSafety(home, testedOn),
  ]
}

/** What a listing holds after these answers. */
export const toSections = (answers: readonly Patch[]): Sections =>
  Object.fromEntries(answers.map(({ section, patch }) => [section, patch]))
