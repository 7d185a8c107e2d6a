import { zSearchResults } from '@hearth/contracts/search'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sharedVale, type Vale } from '../testing/vale.ts'

let as: Vale['as']
let ids: Vale['ids']
beforeAll(async () => {
  ;({ as, ids } = await sharedVale())
})

type Person = keyof Vale['as']
const ask = async (person: Person, q: string) => {
  const answer = await as[person](`/api/search?${new URLSearchParams({ q })}`)
  return zSearchResults.parse(await answer.json())
}
const guests = async (person: Person, q: string) =>
  (await ask(person, q)).bookings.map(({ guestName }) => guestName)
const readCode = async (id: string | undefined) =>
  z.object({ code: z.string() }).parse(await (await as.cleo(`/api/bookings/${id}`)).json()).code

describe('search', () => {
  test('finds a booking by its code with and without dash and prefix, in any case, and with one mistake', async () => {
    const code = await readCode(ids['daniel'])
    const [, letters = ''] = code.split('-')
    const mistaken = `hb${letters.slice(0, 3)}0${letters.slice(4)}`
    for (const typed of [code, code.toLowerCase(), `hb${letters.toLowerCase()}`, letters, mistaken])
      expect([typed, (await ask('cleo', typed)).bookings.map(({ id }) => id)]).toEqual([
        typed,
        [ids['daniel']],
      ])
  })

  test('names guest, place and dates of a stay', async () => {
    const { bookings } = await ask('cleo', 'daniel')
    expect(bookings).toEqual([
      {
        id: ids['daniel'],
        code: await readCode(ids['daniel']),
        guestName: 'Daniel W.',
        listingTitle: 'Alfama Terrace',
        place: expect.stringMatching(/./),
        checkIn: '2026-08-13',
        checkOut: '2026-08-18',
        status: 'confirmed',
      },
    ])
  })

  test('finds a guest and a listing despite one mistake, as long as nothing matches as typed', async () => {
    expect(await guests('cleo', 'danjel')).toEqual(['Daniel W.'])
    expect((await ask('cleo', 'alfmaa')).listings.map(({ title }) => title)).toEqual(['Alfama Terrace'])
    expect(await ask('cleo', 'xyzzy')).toEqual({ bookings: [], listings: [] })
  })

  test('shows at most six stays, those that have not ended first and the nearest of each kind before others', async () => {
    const { bookings } = await ask('cleo', 'past')
    const starts = bookings.map(({ checkIn }) => checkIn)
    expect(starts).toHaveLength(6)
    expect(starts).toEqual(starts.toSorted().toReversed())
    expect(await guests('cleo', 'hb-')).toEqual([
      'Hana 50%_K.',
      '=cmd|1',
      'Ove R.',
      'Daniel W.',
      expect.stringContaining('Past'),
      expect.stringContaining('Past'),
    ])
  })

  test('shows nothing of other accounts and listings, and no booking to those who see no guests', async () => {
    expect(await ask('cleo', 'foreign')).toEqual({ bookings: [], listings: [] })
    expect(await guests('stranger', 'foreign')).toEqual(['Foreign F.'])
    expect(await guests('scoped', 'ove')).toEqual([])
    expect((await ask('scoped', 'studio')).listings).toEqual([])
    expect((await ask('calendar', 'daniel')).bookings).toEqual([])
    expect((await ask('calendar', 'alfama')).listings).toHaveLength(1)
    expect(await guests('staff', 'foreign')).toEqual(['Foreign F.'])
  })

  test('refuses a text that is too short or has unknown parts', async () => {
    for (const query of ['', '?q=a', '?q=ab&range=1'])
      expect([query, (await as.cleo(`/api/search${query}`)).status]).toEqual([query, 422])
  })
})
