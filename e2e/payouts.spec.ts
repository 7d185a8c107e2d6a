import type { AdjustmentRow, PayoutsBreakdown } from '@hearth/contracts/ledger'
import type { PayoutRow } from '@hearth/contracts/payout'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, readRows, signIn, test } from './fixtures.ts'
import { picture, SIZES } from './pictures.ts'

const FINANCE = 'finance1@hearth.example'
const SECOND = 'finance2@hearth.example'
const ALL = '/performance/payouts-breakdown?period=all'
const name = (text: string) => new RegExp(`^${text}`)

const breakdown = async (page: Page, query = ''): Promise<PayoutsBreakdown> =>
  (await (await page.context().request.get(`/api/payouts-breakdown?${query}`)).json()) as PayoutsBreakdown

test('an owner traces deductions down to the event behind the fee, and the file agrees', async ({
  signedIn: page,
}) => {
  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Payouts', exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: name('Payouts') })).toBeVisible()
  await page.goto(ALL)
  const { total, check } = await breakdown(page)
  expect(total.entries).toBeGreaterThan(50)
  expect(check.holds).toBe(true)
  expect(Object.values(total.stages).reduce((a, b) => a + b, 0)).toBe(total.netMinor)
  await expect(page.getByText(check.text)).toBeVisible()

  await page.getByRole('button', { name: name('Upcoming') }).click()
  const upcoming = page.getByRole('complementary', { name: 'Upcoming' })
  await expect(
    upcoming.getByRole('link', { name: /,\s\w{3}\s\d+.*\s\d{4}\s*[\d,.]+$/ }).first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: name('Hearth fee 15') }).click()
  await expect(page).toHaveURL(/part=platform_fee/)
  const drawer = page.getByRole('complementary', { name: 'Hearth fee' })
  await expect(drawer.getByText(/ checked in,\s\w{3}\s\d+\s\w{3}\s\d{4},\s\d\d:\d\d$/)).toBeVisible()
  await expect(drawer.getByText('15.5%').first()).toBeVisible()
  await expect(drawer.getByText('Hearth fee, version 1, as agreed when booked')).toBeVisible()
  const lines = drawer.getByRole('button', { name: /,\s\w{3}\s\d+.*\s\d{4}\s−[\d,.]+$/ })
  expect(await lines.count()).toBeGreaterThan(50)
  await expect(drawer.getByText('"bookingId":')).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Technical details' }).click()
  await expect(drawer.getByText('BookingCheckedIn, no. 1')).toBeVisible()
  await expect(drawer.getByText('"bookingId":')).toBeVisible()
  await expect(drawer.getByText(/transactions = /)).toBeVisible()
  await drawer.getByRole('link', { name: 'View booking' }).click()
  await expect(page.getByRole('heading', { name: 'Payout details' })).toBeVisible()
  await expect(
    page
      .getByText(/^(Paid\s\w{3}\s\d+\s\w{3}\s\d{4}\sin\sPO-\S+\sto |On its way in PO-|Can be paid out from )/)
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: name('Earnings') }).click()
  await page.getByRole('button', { name: name('Hearth fee −') }).click()
  await expect(page.getByText(/ checked in,\s\w{3}\s\d+\s\w{3}\s\d{4},\s\d\d:\d\d$/)).toBeVisible()

  await page.goto(`${ALL}&view=listing`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click()
  const stream = await (await download).createReadStream()
  const rows = Buffer.concat((await stream.toArray()) as Buffer[])
    .toString()
    .trim()
    .split('\r\n')
  const { groups } = await breakdown(page, 'by=listing')
  expect(rows).toHaveLength(groups.length + 2)
  expect(rows.at(-1)).toContain(`"${(total.netMinor / 100).toFixed(2)}"`)
})

test('a listing’s amount opens, currencies are separate, and empty days are shown', async ({
  signedIn: page,
}) => {
  await page.goto(`${ALL}&view=listing`)
  const {
    groups: [first],
  } = await breakdown(page, 'by=listing')
  await page.getByRole('button', { name: name(`${first?.label}, Net`) }).click()
  await expect(page.getByRole('complementary', { name: `Net to you, ${first?.label}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: 'Net to you' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Period' }).selectOption('This month')
  await expect(page).toHaveURL(/period=month/)
  await page.goto('/performance/payouts-breakdown?from=2001-01-01&to=2001-01-31')
  await expect(page.getByText('No earnings in this period')).toBeVisible()
  await page.getByRole('button', { name: 'Show all time' }).click()
  await expect(page.getByRole('table', { name: /gross to net/i })).toBeVisible()
})

/** Payouts of the demonstration, the newest first. */
const readPayouts = (page: Page, state: PayoutRow['state']) =>
  readRows<PayoutRow>(
    page.context().request,
    'payouts',
    { state, currency: state === 'paid' ? 'USD' : ['USD', 'EUR', 'JPY'] },
    ['scheduledFor', 'DESC'],
  )

test('a payout is traced down to the event behind its fee', async ({ signedIn: page }) => {
  let rows: PayoutRow[] = []
  await expect
    .poll(async () => (rows = await readPayouts(page, 'paid')).length, { timeout: allowed(60_000) })
    .toBeGreaterThan(5)
  const [paid] = rows
  const { code = '', entryIds = [] } = paid ?? {}
  await page.goto(`${ALL}&view=payouts`)
  await page.getByRole('button', { name: code }).click()
  const drawer = page.getByRole('complementary', { name: code })
  await expect(
    drawer.getByText(/^Paid \w{3} \d+ \w{3} \d{4} to the bank account ending in 4417/),
  ).toBeVisible()
  await expect(
    drawer.getByText(/( checked in|’s booking was cancelled| didn’t arrive),\s\w{3}\s\d+/).first(),
  ).toBeVisible()
  await expect(drawer.getByText('15.5%').first()).toBeVisible()
  await expect(
    drawer.getByRole('button', {
      name: entryIds.length === 1 ? 'Export 1 line' : `Export ${entryIds.length} lines`,
    }),
  ).toBeVisible()
})

test('a correction needs two people, and the host sees it', async ({ page, browser }) => {
  test.setTimeout(allowed(90_000))
  await signIn(page, FINANCE)
  await page.goto('/internal/reports?report=adjustments')
  await page
    .getByRole('searchbox')
    .or(page.getByRole('search').getByRole('textbox'))
    .first()
    .fill('Vale Stays')
  await page.getByRole('button', { name: 'Find account' }).click()
  await page.getByRole('radio', { name: /Vale Stays/ }).check()
  await page.getByRole('textbox', { name: 'Amount' }).fill('150')
  const reason = `Broken lamp, paid from the damage fund ${Date.now()}.`
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await page.getByRole('button', { name: 'Propose' }).click()
  const own = page.getByRole('listitem').filter({ hasText: reason })
  await expect(own).toContainText('You proposed this, so someone else has to decide.')
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  const [row] = (
    await readRows<AdjustmentRow>(page.context().request, 'adjustments', { state: 'proposed' }, [
      'proposedAt',
      'DESC',
    ])
  ).filter((one) => one.reason === reason)
  const refused = await page.evaluate(
    async ({ id, accountId }) => {
      const answer = await fetch(`/api/adjustments/${id}/approve`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ accountId }),
      })
      return ((await answer.json()) as { code: string }).code
    },
    { id: row?.id, accountId: row?.hostAccountId },
  )
  expect(refused).toBe('FOUR_EYES_SAME_ACTOR')

  const other = await browser.newPage()
  await signIn(other, SECOND)
  await other.goto('/internal/reports?report=adjustments')
  const theirs = other.getByRole('listitem').filter({ hasText: reason })
  await theirs.getByRole('button', { name: 'Approve' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(theirs).toContainText('Approved')

  const host = await browser.newPage()
  await signIn(host)
  await host.goto(`${ALL}&part=adjustments`)
  const drawer = host.getByRole('complementary', { name: 'Adjustments' })
  await drawer
    .getByRole('button', { name: /^Adjustment by Hearth/ })
    .first()
    .click()
  await expect(drawer).toContainText('Hearth approved an adjustment')
  await Promise.all([other.close(), host.close()])
})

test('the first approver of a payout is asked for a second one', async ({ page }) => {
  await signIn(page, FINANCE)
  const [waiting] = await readPayouts(page, 'awaiting_approval')
  if (waiting === undefined) throw new Error('The demonstration has a payout with one approval')
  await page.goto('/internal/reports?report=payouts')
  const row = page.getByRole('listitem').filter({ hasText: waiting.code })
  await expect(row.getByText('You have approved it. A second person still has to approve it.')).toBeVisible()
  await expect(row.getByText('large amount, 1 of 2 approvals')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expect(row.getByRole('button', { name: 'Hold' })).toBeVisible()
  const refused = await page.evaluate(async (id) => {
    const answer = await fetch(`/api/payouts/${id}/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: '{}',
    })
    return ((await answer.json()) as { code: string }).code
  }, waiting.id)
  expect(refused).toBe('FOUR_EYES_SAME_ACTOR')
  const other = await page.context().browser()?.newPage()
  if (other === undefined) throw new Error('No browser')
  await signIn(other, SECOND)
  await other.goto('/internal/reports?report=payouts')
  await expect(
    other.getByRole('listitem').filter({ hasText: waiting.code }).getByRole('button', { name: 'Approve' }),
  ).toBeVisible()
  await other.close()
})

test('people without access to money see no page of it', async ({ page }) => {
  await signIn(page, 'uma@vale.example')
  await page.goto(ALL)
  await expect(page).toHaveURL(/\/unauthorized$/)
  expect((await page.context().request.get('/api/payouts-breakdown')).status()).toBe(403)
})

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds no violation on payouts, ${size}, ${colorScheme}`, async ({ browser, baseURL }) => {
      test.setTimeout(allowed(120_000))
      const context = await browser.newContext({
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
        ...(baseURL === undefined ? {} : { baseURL }),
      })
      const page = await context.newPage()
      await signIn(page)
      for (const [name, query, shown] of [
        ['listing', '&view=listing', /Net to you/],
        ['fee', '&part=platform_fee', / checked in, /],
        ['payouts', '&view=payouts', /No payouts in this period|PO-/],
      ] as const) {
        await page.goto(`${ALL}${query}`)
        await expect(page.getByText(shown).filter({ visible: true }).first()).toBeVisible()
        await picture(page, `breakdown-${name}-${size}-${colorScheme}`)
        await expectAccessible(page, query)
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
          `no sideways scroll ${query}`,
        ).toBe(true)
      }
      await context.clearCookies()
      await signIn(page, FINANCE)
      for (const report of ['payouts', 'adjustments']) {
        await page.goto(`/internal/reports?report=${report}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(
          page.getByText(/No payouts with this status|Propose an adjustment|PO-/).first(),
        ).toBeVisible()
        await picture(page, `finance-${report}-${size}-${colorScheme}`)
        await expectAccessible(page, report)
      }
      await context.close()
    })
  }
}
