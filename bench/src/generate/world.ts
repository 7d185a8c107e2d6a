import type { Currency } from '@hearth/contracts/kernel/money'

/**
 * Where generated hosts live. Tax in basis points of nights and cleaning; prices are those of the real data
 * times `rate`.
 */
export const PLACES = [
  { place: 'Lisbon', country: 'PT', timezone: 'Europe/Lisbon', currency: 'EUR', taxBps: 600, rate: 1 },
  { place: 'Porto', country: 'PT', timezone: 'Europe/Lisbon', currency: 'EUR', taxBps: 600, rate: 0.9 },
  { place: 'Valencia', country: 'ES', timezone: 'Europe/Madrid', currency: 'EUR', taxBps: 1000, rate: 1.05 },
  { place: 'London', country: 'GB', timezone: 'Europe/London', currency: 'GBP', taxBps: 0, rate: 1.3 },
  { place: 'Edinburgh', country: 'GB', timezone: 'Europe/London', currency: 'GBP', taxBps: 500, rate: 1.1 },
  {
    place: 'Asheville',
    country: 'US',
    timezone: 'America/New_York',
    currency: 'USD',
    taxBps: 1300,
    rate: 1.4,
  },
  { place: 'Tucson', country: 'US', timezone: 'America/Phoenix', currency: 'USD', taxBps: 1205, rate: 1.2 },
] as const satisfies readonly Readonly<{ currency: Currency; [key: string]: unknown }>[]
export type Place = (typeof PLACES)[number]

const FIRST = (
  'Hana Oliver Sofia Grace Omar Claire Tom Jack Marta Iris Hugo Paul Daniel Felix Nadia Pieter Emil Amara ' +
  'Rosa Jonas Ingrid Nina Lucy Noah Elena Jan Ada Yuki Dana Ben Wei Max Greta Leo Kate Ruth Mia Ana ' +
  'Ravi Paula'
).split(' ')
const LAST = (
  'Almeida Berg Costa Dubois Evans Ferreira Garcia Hughes Ito Jensen Khan Lima Moreau Novak Okafor Pereira ' +
  'Quinn Rossi Schmidt Tanaka Ueda Visser Walsh Yilmaz Zhang'
).split(' ')
const HOMES = 'House,Flat,Loft,Cottage,Villa,Studio,Terrace,Barn'.split(',')
const TREES = 'Cedar,Olive,Willow,Harbour,Garden,River,Hill,Lemon,Mill,Station,Castle,Meadow'.split(',')

const at = (list: readonly string[], number: number) => list[number % list.length] ?? ''
export const guestName = (number: number) =>
  `${at(FIRST, number)} ${at(LAST, Math.floor(number / FIRST.length)).slice(0, 1)}.`
export const hostName = (number: number) =>
  `${at(FIRST, number)} ${at(LAST, Math.floor(number / FIRST.length))}`
/** The words are unique within a host's first 96 listings or so; the number makes every title unique. */
export const listingTitle = (number: number) => {
  const home = at(HOMES, Math.floor(number / TREES.length))
  return `${at(TREES, number)} ${home} ${String(number + 1).padStart(2, '0')}`
}
