import type { ListedBookingRow } from '@hearth/contracts/booking'
import type { EventRow } from '@hearth/contracts/event'
import type { ProjectionRow } from '@hearth/contracts/projection'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, readRows, signIn, test } from './fixtures.ts'

const ADMIN = 'admin1@hearth.example'
const SUPPORT = 'support@hearth.example'
const HOST = 'ana@vale.example'

test('a host sees no internal page and no link to one', async ({ page }) => {
  await signIn(page, HOST)
  await page.goto('/internal/reports')
  await expect(page).toHaveURL(/\/unauthorized$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('You don’t have access to this page')
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Internal reports' })).toHaveCount(0)
  for (const path of [
    '/api/projections',
    '/api/parked-streams',
    '/api/projection-requests',
    '/api/process-managers',
    '/api/projections/listing/difference',
    '/api/traces/x',
  ])
    expect((await page.context().request.get(path)).status(), path).toBe(403)
})

test('support sees every projection, but can’t operate them', async ({ page }) => {
  await signIn(page, SUPPORT)
  await page.goto('/')
  await page.getByRole('link', { name: 'Internal reports' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Projections/ })).toBeVisible()
  await expect(page.getByText('Internal, every action is logged')).toBeVisible()
  const table = page.getByRole('table', { name: 'Read models and their progress' })
  for (const name of ['account', 'booking', 'calendar', 'claim', 'event_log', 'listing', 'policy'])
    await expect(table.getByRole('rowheader', { name: new RegExp(`^${name}`) }).first()).toBeVisible()
  const processes = page.getByRole('table', { name: 'Process managers and their outbox' })
  await expect(processes.getByRole('row', { name: /^stay/ })).toContainText('Following')
  await expect(page.getByText('Oldest in outbox')).toBeVisible()
  await table.getByRole('link', { name: 'policy', exact: true }).click()
  await expect(page).toHaveURL(/show=policy\.\d+/)
  await expect(page.getByText('Your role can view this but not operate it.')).toBeVisible()
  for (const button of await page
    .getByRole('button', { name: /rebuild|Rebuild again|Roll back|Cut over|Discard/ })
    .all())
    await expect(button).toBeDisabled()
})

test('an admin rebuilds the listings, compares, cuts over, rolls back and discards', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/internal/reports?report=projections&show=listing')
  await page.getByRole('button', { name: 'Start a rebuild' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Rebuild listing?')
  await dialog.getByRole('button', { name: 'Start a rebuild' }).click()
  const detail = page.getByRole('region', { name: 'listing' })
  await expect(detail.getByText('Ready, not serving')).toBeVisible({ timeout: allowed(20_000) })
  await detail.getByRole('button', { name: 'Compare' }).click()
  await expect(detail.getByText('No rows differ')).toBeVisible({ timeout: allowed(15_000) })
  await detail.getByRole('button', { name: /^Cut over to build/ }).click()
  await dialog.getByRole('button', { name: /^Cut over to build/ }).click()
  await expect(detail.getByText('Standby, kept current')).toBeVisible({ timeout: allowed(15_000) })
  await expect(page.getByText(/^build \d+ → \d+ in \d+ ms$/).first()).toBeVisible()
  expect((await readRows(page.context().request, 'listings', {}, ['title', 'ASC'])).length).toBeGreaterThan(0)
  await detail.getByRole('button', { name: /^Roll back to build/ }).click()
  await dialog.getByRole('button', { name: /^Roll back to build/ }).click()
  await expect(page.getByText(/^build \d+ → \d+ in \d+ ms$/)).toHaveCount(2, { timeout: allowed(15_000) })
  await detail.getByRole('button', { name: /^Discard build/ }).click()
  await expect(dialog).toContainText('you can no longer roll back')
  await dialog.getByRole('button', { name: /^Discard build/ }).click()
  await expect(page.getByText(/^build \d+ has been dropped$/).first()).toBeVisible({
    timeout: allowed(15_000),
  })
  await expect(detail.getByRole('button', { name: 'Start a rebuild' })).toBeVisible({
    timeout: allowed(15_000),
  })
})

test('an event leads to its request and to the record before and after it', async ({ page }) => {
  await signIn(page, ADMIN)
  const request = page.context().request
  const [booking] = await readRows<ListedBookingRow>(request, 'bookings', { status: 'cancelled' }, [
    'checkIn',
    'DESC',
  ])
  await page.goto(`/internal/reports?report=events&stream=booking-${booking?.id}`)
  await page.getByRole('button', { name: /BookingConfirmed, no. 0/ }).click()
  await expect(page.getByText(booking?.guestName ?? '', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Trace its request' }).click()
  const picture = page.getByRole('figure')
  await expect(picture).toContainText('Command')
  await expect(picture.getByRole('link', { name: 'BookingConfirmed' })).toBeVisible()
  await expect(picture.getByText('booking', { exact: true })).toBeVisible()
  await page.goto(`/internal/reports?report=record&resource=bookings&id=${booking?.id}`)
  await page.getByRole('button', { name: /^BookingConfirmed, .* as first point$/ }).click()
  await expect(page.getByRole('row', { name: /^status/ })).toContainText('confirmed')
  await expect(page.getByRole('row', { name: /^status/ })).toContainText('cancelled')
  await expect(page).toHaveURL(/a=20\d\d-/)
  await page.getByRole('slider', { name: 'Second point in time' }).press('Home')
  await expect(page).toHaveURL(/b=20\d\d-/)
  await expect(page.getByText('There are no differences.')).toBeVisible()
})

test('an unknown record is reported', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/internal/reports?report=trace&id=018f0000-0000-7000-8000-000000000000')
  await expect(page.getByText('Nothing found for this ID')).toBeVisible()
  await page.goto('/internal/reports?report=record&resource=bookings&id=018f0000-0000-7000-8000-000000000000')
  await expect(page.getByText('Record not found')).toBeVisible()
  await page.goto('/internal/reports?report=events&type=NeverHappened')
  await expect(page.getByText('No events found')).toBeVisible()
})

/** Gives the page a build of the listings with differences, which correct code never produces. */
const showDifference = async (page: Page) => {
  const id = '018f0000-0000-7000-8000-000000000000'
  const rows = [
    { tenantId: id, id, fields: ['title', 'pricing'], only: null },
    { tenantId: id, id: `${id}-2`, fields: [], only: 'other' },
  ]
  const at = '2026-07-16T13:30:00.000Z'
  await page.route('**/api/projections?*', async (route) => {
    const answer = await route.fetch()
    const projections = (await answer.json()) as ProjectionRow[]
    const json = projections.map((row) => {
      const difference = {
        serving: { build: row.build, rows: 9 },
        other: { build: row.build + 1, rows: 10 },
        suspects: 1,
        rows,
      }
      const other = {
        build: row.build + 1,
        version: 1,
        status: 'ready',
        reason: 'request',
        progress: 1,
        eventsPerSecond: 0,
        startedAt: at,
        completedAt: at,
        verifiedAt: at,
        keepUntil: null,
        parkedStreams: 0,
        error: null,
        difference,
      }
      return row.id === 'listing' ? { ...row, others: [other] } : row
    })
    await route.fulfill({ response: answer, json })
  })
  const fields = [
    { field: 'title', serving: 'Alfama Terrace', other: 'Alfama Terrace with a view' },
    { field: 'pricing', serving: { baseNightMinor: 9_000 }, other: { baseNightMinor: 9_100 } },
  ]
  await page.route('**/api/projections/listing/difference', (route) =>
    route.fulfill({
      json: {
        serving: 1,
        other: 2,
        total: 2,
        rows: rows.map((row, index) => ({ ...row, fields: index === 0 ? fields : [] })),
      },
    }),
  )
}

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds no violation on any report, ${size}, ${colorScheme}`, async ({ browser, baseURL }) => {
      test.setTimeout(allowed(90_000))
      const context = await browser.newContext({ viewport, colorScheme, ...(baseURL ? { baseURL } : {}) })
      const page = await context.newPage()
      await signIn(page, ADMIN)
      const [booking] = await readRows<ListedBookingRow>(
        context.request,
        'bookings',
        { status: 'cancelled' },
        ['checkIn', 'DESC'],
      )
      const [event] = await readRows<EventRow>(
        context.request,
        'events',
        { stream: `booking-${booking?.id}` },
        ['occurredAt', 'ASC'],
      )
      const reports = [
        '',
        '?report=events',
        `?report=events&id=${event?.id}`,
        '?report=trace',
        `?report=trace&id=${event?.id}`,
        '?report=record',
        `?report=record&resource=bookings&id=${booking?.id}&a=${event?.occurredAt}`,
      ]
      for (const report of reports) {
        await page.goto(`/internal/reports${report}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy="true"], .MuiSkeleton-root')).toHaveCount(0)
        await expectAccessible(page, report)
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        expect(overflow, `${report} scrolls sideways`).toBeLessThanOrEqual(0)
      }
      await showDifference(page)
      await page.goto('/internal/reports?show=listing')
      await expect(page.getByText('Alfama Terrace with a view')).toBeVisible()
      await expectAccessible(page, 'rows that differ')
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    })
  }
}
