import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import type { RefundReason } from '@hearth/contracts/request'

/** A guest of the demonstration who asks before booking. */
export type AskedToBook = Readonly<{
  name: string
  message: string
  hoursAgo: number
  outcome: 'open' | 'accepted' | 'declined' | 'withdrawn' | 'expired'
}>

/** In the order of the live homes, again and again. One that is older than a day expires. */
export const BOOKING_REQUESTS: readonly AskedToBook[] = [
  {
    name: 'Priya N.',
    message: 'We’d love to come for our anniversary. Two of us, no pets, and we’ll be out walking most days.',
    hoursAgo: 20.6,
    outcome: 'open',
  },
  {
    name: 'Daniel W.',
    message: 'Hi! My sister is getting married nearby. Is it quiet at night, and can we park one car?',
    hoursAgo: 13.5,
    outcome: 'open',
  },
  { name: 'Rosa J.', message: 'Could we arrive around 20:00?', hoursAgo: 6.2, outcome: 'open' },
  { name: 'Paul G.', message: '', hoursAgo: 2, outcome: 'open' },
  { name: 'Ingrid S.', message: 'Is there a cot for a baby of 9 months?', hoursAgo: 8, outcome: 'accepted' },
  {
    name: 'Hugo R.',
    message: 'We’re a band of four and would rehearse a little in the afternoon.',
    hoursAgo: 9,
    outcome: 'declined',
  },
  { name: 'Nadia P.', message: 'Not sure about our flights yet.', hoursAgo: 11, outcome: 'withdrawn' },
  { name: 'Emil N.', message: 'Do you allow a late check-out on Sunday?', hoursAgo: 30, outcome: 'expired' },
]

/** A guest of the demonstration who booked and wants another stay. One that is older than 3 days expires. */
export type AskedToChange = Readonly<{
  name: string
  message: string
  hoursAgo: number
  /** More nights at the end, or fewer. */
  nights: number
  /** `superseded`: the guest cancelled the stay instead. */
  outcome: 'open' | 'accepted' | 'declined' | 'countered' | 'withdrawn' | 'superseded' | 'expired'
}>

/** In the order of the live homes, again and again. */
export const ALTERATIONS: readonly AskedToChange[] = [
  {
    name: 'Dana F.',
    message: 'My sister joins me, so we would like to stay a day longer.',
    hoursAgo: 68.6,
    nights: 1,
    outcome: 'open',
  },
  {
    name: 'Jonas H.',
    message: 'Our train home leaves a day earlier. Could we leave then?',
    hoursAgo: 5,
    nights: -1,
    outcome: 'open',
  },
  {
    name: 'Kate R.',
    message: 'We got two more days off!',
    hoursAgo: 20,
    nights: 2,
    outcome: 'accepted',
  },
  {
    name: 'Leo M.',
    message: 'Any chance of another night?',
    hoursAgo: 26,
    nights: 1,
    outcome: 'declined',
  },
  {
    name: 'Rosa M.',
    message: 'We would love to stay two days longer.',
    hoursAgo: 12,
    nights: 2,
    outcome: 'countered',
  },
  { name: 'Ruth E.', message: '', hoursAgo: 80, nights: 1, outcome: 'expired' },
  {
    name: 'Nils A.',
    message: 'A friend may join us. Could we have a night more?',
    hoursAgo: 30,
    nights: 1,
    outcome: 'withdrawn',
  },
  {
    name: 'Clara T.',
    message: 'We can only come for a shorter time. Would that be all right?',
    hoursAgo: 18,
    nights: -1,
    outcome: 'superseded',
  },
]

/**
 * A guest of the demonstration who cancelled a stay that gives nothing back, and asks for some of it. `share`: of
 * what the host kept, in percent.
 */
export type AskedForRefund = Readonly<{
  name: string
  message: string
  reason: RefundReason
  hoursAgo: number
  share: number
  outcome: 'open' | 'granted' | 'declined'
}>

/** In the order of the live homes, again and again. */
export const REFUNDS: readonly AskedForRefund[] = [
  {
    name: 'Paula V.',
    message: 'My father is in hospital and we can’t travel. Could you give us a part of it back?',
    reason: 'emergency',
    hoursAgo: 26,
    share: 40,
    outcome: 'open',
  },
  {
    name: 'Milo K.',
    message: 'Our flight was cancelled.',
    reason: 'plans_changed',
    hoursAgo: 40,
    share: 100,
    outcome: 'granted',
  },
  {
    name: 'Greta L.',
    message: 'We found something closer to the beach.',
    reason: 'plans_changed',
    hoursAgo: 50,
    share: 60,
    outcome: 'declined',
  },
]

/** What a step says, where it says something. `price`: what a night of the home costs. */
type Body = (now: Instant, price: number) => object
export type AskedStep = Readonly<{
  by: 'host' | 'staff'
  verb: string
  body?: Body
  /** The field that names an uploaded picture, and whether it is a list. */
  picture?: 'fileIds' | 'invoiceFileId'
}>
/** A service request or an expense, and what happened to it. */
export type Asked = Readonly<{
  subject: string
  body: string
  data: (price: number) => object
  /** Opened that long ago by the importer; now where it is left out. */
  hoursAgo?: number
  steps: readonly AskedStep[]
}>

const ACKNOWLEDGE: AskedStep = { by: 'staff', verb: 'acknowledge' }
const START: AskedStep = { by: 'staff', verb: 'start' }
const schedule = (hours: number, vendor: string): AskedStep => ({
  by: 'staff',
  verb: 'schedule',
  body: (now) => ({ startsAt: addHours(now, hours), minutes: 120, vendor }),
})
const complete = (summary: string): AskedStep => ({
  by: 'staff',
  verb: 'complete',
  body: () => ({ summary }),
  picture: 'fileIds',
})
const service = (type: string, urgency: string) => () => ({ type, urgency })

export const SERVICES: readonly Asked[] = [
  {
    subject: 'The lock of the balcony is broken',
    body: 'It can’t be closed from inside.',
    data: service('maintenance', 'emergency'),
    steps: [],
  },
  {
    subject: 'The tap in the kitchen drips',
    body: 'Since the last guests left. There is a bowl under it.',
    data: service('maintenance', 'high'),
    steps: [],
  },
  { subject: 'Restock linen, 4 sets', body: '', data: service('linen', 'normal'), steps: [ACKNOWLEDGE] },
  {
    subject: 'Deep clean before the holidays',
    body: 'Windows, oven and the carpets, please.',
    data: service('cleaning', 'normal'),
    steps: [ACKNOWLEDGE, schedule(70, 'Harbor Cleaners')],
  },
  {
    subject: 'No heating in the bedroom',
    body: 'The guests have a fan heater for now.',
    data: service('maintenance', 'emergency'),
    steps: [ACKNOWLEDGE, START],
  },
  {
    subject: 'The front door sticks',
    body: '',
    data: service('maintenance', 'normal'),
    steps: [ACKNOWLEDGE, START, complete('The hinges were set and the frame was planed.')],
  },
  {
    subject: 'New photos of the terrace',
    body: 'We have new furniture there.',
    data: service('reshoot', 'normal'),
    steps: [ACKNOWLEDGE, START, complete('Six new photos.'), { by: 'host', verb: 'close' }],
  },
  {
    subject: 'Prepare the house for our own stay',
    body: '',
    data: service('owner_stay_prep', 'normal'),
    steps: [{ by: 'host', verb: 'withdraw' }],
  },
]

/** An estimate of so many nights' price. */
const estimate = (nights: number, ifNotDone: string, vendor?: string) => (price: number) => ({
  estimateMinor: price * nights,
  ifNotDone,
  bids: vendor === undefined ? [] : [{ vendor, amountMinor: price * nights }],
})

export const EXPENSES: readonly Asked[] = [
  {
    subject: 'A new boiler',
    body: 'The old one fails twice a week, and parts are no longer made.',
    data: estimate(
      6,
      'Guests may have no hot water in winter, and we would have to refund nights.',
      'Hudson Plumbing',
    ),
    steps: [],
  },
  {
    subject: 'Two mattresses',
    body: 'Three guests in a row wrote that they slept badly.',
    data: estimate(3, 'Reviews will keep mentioning the beds.'),
    steps: [],
  },
  {
    subject: 'Repair of the roof gutter',
    body: '',
    data: estimate(2, 'Water runs down the wall beside the entrance.', 'Vale Roofing'),
    steps: [{ by: 'host', verb: 'approve-expense', body: (_now, price) => ({ capMinor: price * 2 }) }],
  },
  {
    subject: 'A larger television',
    body: '',
    data: estimate(4, 'Nothing happens. Some guests asked for one.'),
    steps: [
      {
        by: 'host',
        verb: 'decline-expense',
        body: () => ({ reason: 'Guests come here for the view. The television is fine.' }),
      },
    ],
  },
  {
    subject: 'A burst pipe under the sink',
    body: 'The plumber can come today.',
    data: (price) => ({
      ...estimate(1, 'The kitchen floor would have to be replaced.')(price),
      emergency: true,
    }),
    steps: [],
  },
  {
    subject: 'New locks for the front door',
    body: 'A key was not returned.',
    data: estimate(2, 'Guests would not be safe.', 'Hudson Locksmiths'),
    hoursAgo: 80,
    steps: [],
  },
  {
    subject: 'A dryer for the guests',
    body: '',
    data: estimate(3, 'Towels stay wet between two stays.'),
    steps: [
      { by: 'host', verb: 'approve-expense', body: (_now, price) => ({ capMinor: price * 3 }) },
      {
        by: 'staff',
        verb: 'record-expense',
        body: (_now, price) => ({ actualMinor: price * 3 }),
        picture: 'invoiceFileId',
      },
    ],
  },
  {
    subject: 'Chimney sweep',
    body: '',
    data: estimate(1, 'The fireplace stays closed this winter.'),
    steps: [{ by: 'staff', verb: 'withdraw' }],
  },
]
