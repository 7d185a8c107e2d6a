import { addHours } from '@hearth/contracts/kernel/dates'
import { zMessageBody } from '@hearth/contracts/thread'
import { describe, expect, test } from 'vitest'
import { chooseConversations, findInquiry } from './chooseConversations.ts'
import { EARLIER, IN_HOUSE, INQUIRIES, PAST, UPCOMING } from './conversations.ts'
import { generateHistory } from './stays.ts'
import { describeStay } from './steps.ts'
import { WORLD } from './world.ts'

const TODAY = '2026-06-12'
const NOW = `${TODAY}T13:42:00.000Z`
const LISTINGS = WORLD.flatMap(({ listings }) => listings)
const histories = LISTINGS.map((listing, index) => {
  const { stays } = generateHistory(listing, TODAY, index + 1)
  return { listing, index, chosen: chooseConversations(stays, TODAY, index) }
})

describe('the conversations of the demonstration', () => {
  test('are about 110, of different stays and listings', () => {
    const ofStays = histories.flatMap(({ chosen }) => [...chosen.values()])
    const asked = LISTINGS.filter((_, index) => findInquiry(index) !== undefined)
    expect(asked).toHaveLength(INQUIRIES.length)
    expect(ofStays.length + asked.length).toBeGreaterThanOrEqual(100)
    expect(ofStays.length + asked.length).toBeLessThanOrEqual(125)
  })

  test('begin with the guest after the booking, and go on in the order in which they are written', () => {
    for (const { listing, chosen } of histories)
      for (const [stay, { turns }] of chosen) {
        const about = describeStay({ listing, now: NOW }, stay)
        const written = turns.map(({ at }) => at(about)).filter((at) => at <= NOW)
        expect(turns[0]?.from).toBe('guest')
        expect(written[0]?.localeCompare(about.booked)).toBeGreaterThanOrEqual(0)
        expect(written).toEqual(written.toSorted())
      }
  })

  test('wait for an answer since yesterday at the earliest', () => {
    for (const { listing, chosen } of histories)
      for (const [stay, { turns }] of chosen) {
        const about = describeStay({ listing, now: NOW }, stay)
        const written = turns.filter(({ at }) => at(about) <= NOW)
        const open = written.slice(written.findLastIndex(({ from }) => from === 'host') + 1)[0]
        if (open !== undefined) expect(open.at(about) > addHours(NOW, -30), open.text(about)).toBe(true)
      }
  })

  test('are messages that Hearth takes', () => {
    const [{ listing, chosen } = { listing: undefined, chosen: undefined }] = histories
    const [stay] = chosen?.keys() ?? []
    if (listing === undefined || stay === undefined) throw new Error('The first listing has no conversation')
    const about = describeStay({ listing, now: NOW }, stay)
    for (const { turns } of [...UPCOMING, ...IN_HOUSE, ...PAST, ...EARLIER, ...INQUIRIES])
      for (const { text } of turns) expect(zMessageBody.parse(text(about))).toBe(text(about))
  })
})
