import { createServer } from 'node:http'
import { addDays } from '@hearth/contracts/kernel/dates'
import type { ClaimRow } from '@hearth/contracts/calendar'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { baseUrl, confirm, expect, send, signIn, test } from './fixtures.ts'
import { newAccount, newPerson } from './people.ts'
import { loaded, pictures } from './pictures.ts'

const today = new Date().toISOString().slice(0, 10)
const inDays = (days: number) => addDays(today, days)
const compact = (date: string) => date.replaceAll('-', '')
const entry = (uid: string, from: number, to: number) =>
  [
    'BEGIN:VEVENT',
    `UID:${uid}@airbnb.com`,
    `DTSTART;VALUE=DATE:${compact(inDays(from))}`,
    `DTEND;VALUE=DATE:${compact(inDays(to))}`,
    'SUMMARY:Reserved',
    'END:VEVENT',
  ].join('\r\n')
const unreadEntry = (title: string, ...lines: readonly string[]) =>
  ['BEGIN:VEVENT', `UID:${title}`, `SUMMARY:${title}`, ...lines, 'END:VEVENT'].join('\r\n')
const calendar = (...entries: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    'PRODID:-//Airbnb Inc//Hosting Calendar 1.0//EN',
    'VERSION:2.0',
    ...entries,
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const readClaims = async (page: Page, listingId: string) =>
  (
    (await (
      await page.request.get(
        `${baseUrl()}/api/claims?filter=` +
          encodeURIComponent(JSON.stringify({ listingId, state: 'committed' })),
      )
    ).json()) as ClaimRow[]
  ).map(({ kind, start, end }) => `${kind} ${start} ${end}`)

test('a host follows another calendar, resolves a conflict, and shares the own calendar', async ({
  page,
}) => {
  test.setTimeout(allowed(120_000))
  const origin = process.env['E2E_FEED_ORIGIN']
  if (origin === undefined)
    throw new Error(
      'E2E_FEED_ORIGIN is missing: an existing installation fetches calendars from its FEED_TEST_ORIGIN ' +
        'only, so set both along with E2E_BASE_URL',
    )
  let body = calendar(entry('a', 20, 23), entry('b', 30, 33), entry('c', 40, 44))
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/calendar' }).end(body),
  ).listen(Number(new URL(origin).port), '127.0.0.1')
  try {
    const owner = await newPerson('Fia Feeds')
    await newAccount(page.request, 'Feed Stays', [[owner, 'owner']])
    await signIn(page, owner.email)
    const { id } = await send(page, '/api/listings', {
      title: 'Alfama terrace rooms',
      place: 'Lisbon',
      timezone: 'Europe/Lisbon',
      currency: 'EUR',
      maxGuests: 4,
      pricing: { baseNightMinor: 10_000 },
    })
    await send(page, '/api/blocks', { listingId: id, kind: 'owner_stay', start: inDays(21), end: inDays(25) })
    await expect.poll(async () => (await readClaims(page, id)).length).toBe(1)
    await page.goto(`/listing-details/availability?listingId=${id}`)
    await loaded(page)
    await expect(page.getByText('No imported calendars yet')).toBeVisible()
    await pictures(page, 'feeds-empty')

    await page.getByRole('button', { name: 'Add a calendar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Airbnb')
    await dialog.getByLabel('Calendar link').fill('http://calendar.example/feed.ics')
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expect(dialog.getByText(/must be a calendar link/)).toBeVisible()
    await dialog.getByLabel('Calendar link').fill(`${origin}/airbnb.ics`)
    await dialog.getByRole('button', { name: 'Import' }).click()
    const feeds = page.getByRole('list', { name: 'Imported calendars' })
    await expect(feeds.getByText('Up to date')).toBeVisible({ timeout: allowed(30_000) })
    expect(await readClaims(page, id)).toEqual(
      expect.arrayContaining([
        `ical_import ${inDays(20)} ${inDays(23)}`,
        `ical_import ${inDays(30)} ${inDays(33)}`,
        `ical_import ${inDays(40)} ${inDays(44)}`,
      ]),
    )

    const conflicts = page.getByRole('list', { name: 'Two bookings for the same nights' })
    await expect(conflicts.getByText(/Your owner stay/)).toBeVisible()
    await expectAccessible(page, 'feeds with a conflict')
    await pictures(page, 'feeds-conflict')
    await conflicts.getByRole('button', { name: 'Ignore the imported entry' }).click()
    await confirm(page, 'Ignore the imported entry')
    await expect(conflicts).toHaveCount(0)
    await expect.poll(() => readClaims(page, id)).not.toContain(`ical_import ${inDays(20)} ${inDays(23)}`)

    await send(page, '/api/blocks', {
      listingId: id,
      kind: 'maintenance',
      start: inDays(60),
      end: inDays(62),
    })
    body = calendar(entry('b', 30, 35), entry('c', 40, 44), entry('d', 50, 53), entry('e', 70, 72))
    // A feed can be fetched every ten seconds.
    await expect(async () => {
      await feeds.getByRole('button', { name: 'Refresh Airbnb' }).click()
      await expect
        .poll(() => readClaims(page, id), { timeout: 4_000 })
        .toContain(`ical_import ${inDays(30)} ${inDays(35)}`)
    }).toPass({ timeout: allowed(40_000) })
    body = calendar(
      entry('b', 30, 35),
      entry('c', 40, 44),
      entry('d', 50, 53),
      entry('e', 70, 72),
      unreadEntry('Family Moreau', `DTSTART;TZID=Moon/Tranquility:${compact(inDays(80))}T160000`),
      unreadEntry('Cleaning', `DTSTART;VALUE=DATE:${compact(inDays(90))}`, 'RRULE:FREQ=HOURLY'),
    )
    await expect(async () => {
      await feeds.getByRole('button', { name: 'Refresh Airbnb' }).click()
      await expect(feeds.getByText('Partly imported')).toBeVisible({ timeout: 4_000 })
    }).toPass({ timeout: allowed(40_000) })
    const unread = feeds.getByRole('list', { name: '2 of 6 entries not understood.' })
    await expect(unread.getByText('Family Moreau')).toBeVisible()
    await expect(unread.getByText('We can’t follow how it repeats.')).toBeVisible()
    await expectAccessible(page, 'feeds with entries that are not understood')
    await pictures(page, 'feeds-unread')
    body = '<html><body>Something went wrong</body></html>'
    await expect(async () => {
      await feeds.getByRole('button', { name: 'Refresh Airbnb' }).click()
      await expect(feeds.getByText('Needs checking')).toBeVisible({ timeout: 4_000 })
    }).toPass({ timeout: allowed(40_000) })
    expect(await readClaims(page, id)).toContain(`ical_import ${inDays(30)} ${inDays(35)}`)

    await page.getByRole('button', { name: 'Create link' }).click()
    const address = page.locator('code')
    await expect(address).toContainText('/ical/')
    const first = (await address.textContent()) ?? ''
    const given = await page.request.get(first)
    expect([given.status(), given.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(await given.text()).toContain(`DTSTART;VALUE=DATE:${compact(inDays(21))}`)
    expect(
      (
        await page.request.get(first, { headers: { 'if-none-match': given.headers()['etag'] ?? '' } })
      ).status(),
    ).toBe(304)
    await expectAccessible(page, 'a feed in quarantine and an export')
    await pictures(page, 'feeds-quarantined')
    await page.getByRole('button', { name: 'Create a new link' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create a new link' }).click()
    await expect(address).not.toHaveText(first)
    expect((await page.request.get(first)).status()).toBe(404)
    expect((await page.request.get((await address.textContent()) ?? '')).status()).toBe(200)

    await feeds.getByRole('button', { name: 'Remove Airbnb' }).click()
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /Keep them blocked/ })
      .check()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('No imported calendars yet')).toBeVisible()
    await expect.poll(() => readClaims(page, id)).toContain(`other ${inDays(30)} ${inDays(35)}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
