import { zSharedFacility } from '@hearth/contracts/listing/sections/community'
import { zCheckInMethod } from '@hearth/contracts/listing/sections/checkInOut'
import { zFuelAppliance } from '@hearth/contracts/listing/sections/safety'
import { isLeased, zPropertyType, zRelationship } from '@hearth/contracts/listing/sections/type'
import type { SectionName } from '@hearth/contracts/listing/sections/sections'
import type { FormCard, Spec } from '../fields/spec.ts'

const DAYS = [1, 2, 3, 4, 5, 6, 0] as const
const hours: readonly Spec[] = [
  { kind: 'time', name: 'from' },
  { kind: 'time', name: 'to' },
]
const shutoff = (name: string): Spec => ({
  kind: 'group',
  name,
  fields: [
    { kind: 'line', name: 'place', max: 200 },
    { kind: 'file', name: 'photoId' },
  ],
})
const person: readonly Spec[] = [
  { kind: 'line', name: 'name', max: 80, autoComplete: 'off' },
  { kind: 'phone', name: 'phone' },
]

const RELATIONSHIP = {
  kind: 'choice',
  name: 'relationship',
  options: zRelationship.options,
} as const satisfies Spec
/** The start has asked for it, and is not asked again in other words. */
const hasRelationship = ({ relationship }: Readonly<Record<string, unknown>>) =>
  relationship !== null && relationship !== undefined

/**
 * The questions of the sections without a special form, in cards; rules and limits are in the sections'
 * schemas.
 */
export const SECTION_CARDS = {
  type: [
    {
      key: 'place',
      fields: [
        { kind: 'select', name: 'propertyType', options: zPropertyType.options },
        { kind: 'choice', name: 'space', options: ['entire', 'private_room'] },
        { kind: 'number', name: 'sizeSqm' },
        { kind: 'number', name: 'floor' },
        { kind: 'yesNo', name: 'elevator' },
        { kind: 'number', name: 'yearBuilt' },
      ],
    },
    {
      key: 'right',
      fields: [
        { ...RELATIONSHIP, when: hasRelationship },
        {
          kind: 'choice',
          name: 'ownership',
          options: ['own', 'manage', 'lease'],
          when: (answers) => !hasRelationship(answers),
        },
        { kind: 'file', name: 'consentFileId', when: isLeased },
      ],
    },
  ],
  info: [
    {
      key: 'room',
      fields: [
        { kind: 'number', name: 'maxGuests' },
        { kind: 'number', name: 'bedrooms' },
        { kind: 'number', name: 'bathrooms' },
      ],
    },
    {
      key: 'wifi',
      fields: [
        {
          kind: 'group',
          name: 'wifi',
          fields: [
            { kind: 'line', name: 'ssid', max: 32, autoComplete: 'off' },
            { kind: 'line', name: 'password', max: 63, autoComplete: 'off' },
            { kind: 'number', name: 'speedMbps' },
          ],
        },
      ],
    },
    {
      key: 'words',
      fields: [
        { kind: 'line', name: 'internalName', max: 60 },
        { kind: 'line', name: 'headlineIdea', max: 80 },
        { kind: 'text', name: 'hostStory', max: 1_000 },
      ],
    },
  ],
  community: [
    {
      key: 'allowed',
      fields: [
        { kind: 'choice', name: 'shortTermRental', options: ['yes', 'no', 'unsure'] },
        { kind: 'file', name: 'rulesFileId' },
      ],
    },
    {
      key: 'house',
      fields: [
        { kind: 'line', name: 'buildingName', max: 80 },
        { kind: 'yesNo', name: 'gated' },
        { kind: 'yesNo', name: 'doorman' },
        {
          kind: 'list',
          name: 'sharedFacilities',
          max: 3,
          item: [
            { kind: 'select', name: 'kind', options: zSharedFacility.options },
            { kind: 'group', name: 'hours', fields: hours, inline: true },
          ],
        },
      ],
    },
    {
      key: 'neighbours',
      fields: [
        { kind: 'group', name: 'quietHours', fields: hours, inline: true },
        { kind: 'text', name: 'neighboursNote', max: 1_000 },
        { kind: 'yesNo', name: 'noiseSensor' },
      ],
    },
    {
      key: 'waste',
      fields: [
        { kind: 'several', name: 'wasteDays', options: DAYS, days: true },
        { kind: 'several', name: 'recyclingDays', options: DAYS, days: true },
        { kind: 'text', name: 'wasteNote', max: 500 },
      ],
    },
  ],
  checkInOut: [
    {
      key: 'arrival',
      fields: [
        { kind: 'time', name: 'checkInFrom' },
        { kind: 'confirm', name: 'flexible' },
        { kind: 'time', name: 'checkInTo', when: ({ flexible }) => flexible !== true },
        { kind: 'choice', name: 'method', options: zCheckInMethod.options },
        {
          kind: 'choice',
          name: 'codeMode',
          options: ['static', 'per_booking'],
          when: ({ method }) => method === 'smart_lock' || method === 'keypad' || method === 'lockbox',
        },
        {
          kind: 'list',
          name: 'steps',
          max: 10,
          item: [
            { kind: 'text', name: 'text', max: 500 },
            { kind: 'file', name: 'photoId' },
          ],
        },
      ],
    },
    {
      key: 'departure',
      fields: [
        { kind: 'time', name: 'checkOutBy' },
        { kind: 'list', name: 'checkOutTasks', max: 5, item: { kind: 'line', name: 'task', max: 200 } },
      ],
    },
    {
      key: 'earlyLate',
      fields: [
        {
          kind: 'group',
          name: 'earlyLate',
          fields: [
            { kind: 'yesNo', name: 'allowed' },
            { kind: 'amount', name: 'feeMinor', when: ({ allowed }) => allowed === true },
          ],
        },
      ],
    },
  ],
  contact: [
    {
      key: 'primary',
      fields: [
        {
          kind: 'group',
          name: 'primary',
          fields: [...person, { kind: 'group', name: 'hours', fields: hours, inline: true }],
        },
      ],
    },
    { key: 'backup', fields: [{ kind: 'group', name: 'backup', fields: person }] },
    {
      key: 'near',
      fields: [
        { kind: 'group', name: 'localContact', fields: [...person, { kind: 'number', name: 'minutesAway' }] },
      ],
    },
    {
      key: 'how',
      fields: [
        { kind: 'choice', name: 'preferredChannel', options: ['phone', 'sms', 'whatsapp', 'email'] },
        { kind: 'languages', name: 'languages' },
      ],
    },
  ],
  parking: [
    {
      key: 'car',
      fields: [
        {
          kind: 'choice',
          name: 'type',
          options: ['none', 'on_site_free', 'on_site_paid', 'street_free', 'street_paid', 'garage'],
        },
        ...(
          [
            { kind: 'text', name: 'instructions', max: 1_000 },
            { kind: 'number', name: 'spaces' },
            { kind: 'number', name: 'heightLimitCm' },
            { kind: 'yesNo', name: 'permitNeeded' },
            { kind: 'yesNo', name: 'evCharger' },
          ] as const satisfies readonly Spec[]
        ).map((field): Spec => ({
          ...field,
          when: ({ type }) => type !== null && type !== undefined && type !== 'none',
        })),
        {
          kind: 'amount',
          name: 'priceMinor',
          when: ({ type }) => type === 'on_site_paid' || type === 'street_paid' || type === 'garage',
        },
      ],
    },
  ],
  safety: [
    {
      key: 'alarms',
      fields: [
        { kind: 'number', name: 'floors' },
        { kind: 'number', name: 'smokeAlarms' },
        { kind: 'number', name: 'coAlarms' },
        { kind: 'several', name: 'fuelAppliances', options: zFuelAppliance.options, none: true },
        { kind: 'date', name: 'alarmsTestedOn' },
      ],
    },
    {
      key: 'help',
      fields: [
        { kind: 'line', name: 'extinguisherPlace', max: 200 },
        { kind: 'line', name: 'firstAidPlace', max: 200 },
        { kind: 'text', name: 'exitsNote', max: 500 },
      ],
    },
    {
      key: 'shutoffs',
      fields: [
        shutoff('waterShutoff'),
        shutoff('electricityShutoff'),
        { kind: 'confirm', name: 'noGas' },
        { ...shutoff('gasShutoff'), when: ({ noGas }) => noGas !== true },
      ],
    },
    {
      key: 'dangers',
      fields: [
        {
          kind: 'list',
          name: 'hazards',
          max: 10,
          none: true,
          item: { kind: 'line', name: 'hazard', max: 200 },
        },
        {
          kind: 'list',
          name: 'cameras',
          max: 20,
          none: true,
          item: [
            { kind: 'line', name: 'place', max: 200 },
            { kind: 'yesNo', name: 'indoors' },
          ],
        },
        {
          kind: 'confirm',
          name: 'camerasDisclosed',
          when: ({ cameras }) => Array.isArray(cameras) && cameras.length > 0,
        },
        { kind: 'confirm', name: 'noWeapons' },
      ],
    },
  ],
  description: [
    {
      key: 'words',
      fields: [
        { kind: 'line', name: 'title', max: 50 },
        { kind: 'text', name: 'description', max: 5_000 },
      ],
    },
  ],
  houseRules: [
    {
      key: 'rules',
      fields: [
        { kind: 'yesNo', name: 'pets' },
        { kind: 'number', name: 'maxPets', when: ({ pets }) => pets === true },
        { kind: 'yesNo', name: 'smoking' },
        { kind: 'yesNo', name: 'events' },
        { kind: 'yesNo', name: 'childrenOk' },
        { kind: 'group', name: 'quietHours', fields: hours, inline: true },
        { kind: 'text', name: 'additional', max: 1_000 },
      ],
    },
  ],
} as const satisfies Partial<Record<SectionName, readonly FormCard[]>>

/** The last questions of the start: the host's right to let the home, and their consent. */
export const START_FIELDS: readonly Spec[] = [RELATIONSHIP, { kind: 'confirm', name: 'consentToList' }]
