import { humanCode } from '@hearth/contracts/kernel/ids'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { dayIn } from './days.ts'
import { confirm, expect, openPageAs, signIn, test } from './fixtures.ts'
import { deliver } from './gateway.ts'
import { sellNights } from './guests.ts'
import { newAccount, newPerson, openHome } from './people.ts'
import { loaded, pictures } from './pictures.ts'
import { expectSound } from './sound.ts'

const ADDRESS = '/internal/reports?report=disruptions'
const ANSWER = 'Thank you. We have read it and added it to the record.'
/** Beyond the stays of other journeys. */
const DAY = 320

const declare = async (page: Page, title: string) => {
  await page.goto(ADDRESS)
  await loaded(page)
  await page.getByLabel('What happened').fill(title)
  await page.getByLabel('Country').selectOption('PT')
  await page.getByLabel('First night').fill(dayIn(DAY))
  await page.getByLabel('Last night').fill(dayIn(DAY))
  await page.getByLabel('Why').fill('The coast was evacuated by the civil protection.')
  await page.getByRole('button', { name: 'Declare event' }).click()
}

test('two admins declare an event; its stay is cancelled without cost, and its host answered', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(180_000))
  const owner = await newPerson('Eva Vaz')
  const account = await newAccount(page.request, 'Vaz Stays', [[owner, 'owner']])
  const id = await openHome(page.request, account, 'PT')
  await signIn(page, owner.email)
  const bookingId = await sellNights(
    page,
    { id, currency: 'EUR' },
    { day: DAY, nightsMinor: [20_000], guest: { displayName: 'Ines V.' }, cancellationPolicyCode: 'firm' },
  )
  const title = `Storm ${crypto.randomUUID().slice(0, 6)}`

  const first = await openPageAs(browser, 'admin1@hearth.example')
  const second = await openPageAs(browser, 'admin2@hearth.example')
  const line = (of: Page) => of.getByRole('listitem').filter({ hasText: title })
  await declare(first, title)
  await expect(line(first).getByText('To approve', { exact: true })).toBeVisible({ timeout: allowed(20_000) })
  await expect(line(first).getByText('It would cover these stays')).toBeVisible({ timeout: allowed(20_000) })
  await expect(line(first).getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expectSound(first, 'disruptions')

  await second.goto(ADDRESS)
  await line(second).getByRole('button', { name: 'Approve' }).click()
  await confirm(second, 'Approve')
  await expect(line(second).getByText('In effect', { exact: true })).toBeVisible({ timeout: allowed(40_000) })

  await page.goto(`/bookings/${bookingId}`)
  await expect(page.getByText(`A declared event covers this stay: ${title}.`)).toBeVisible({
    timeout: allowed(20_000),
  })
  await pictures(page, 'booking-disrupted')
  await deliver(page, `/api/bookings/${bookingId}/cancel-by-guest`, {})
  await expect(page.getByText(`Cancelled because of a declared event: ${title}.`)).toBeVisible({
    timeout: allowed(20_000),
  })
  await expect(page.getByText(/because of a declared event, without a fee/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Send evidence' }).click()
  await page
    .getByLabel('What is the situation at your home?')
    .fill('The road is open, and the house has power and water.')
  await page.getByRole('dialog').getByRole('button', { name: 'Send evidence' }).click()
  await expect(page.getByText(/^Sent to Hearth /)).toBeVisible({ timeout: allowed(20_000) })
  await expect(page.getByText(/^We’ll answer by /)).toBeVisible()

  const code = humanCode('HB', bookingId)
  await second.goto('/')
  await expect(second.getByText('Evidence to answer').first()).toBeVisible({ timeout: allowed(20_000) })
  await second.goto('/internal/deadlines?kind=disruption_evidence')
  const due = second.getByRole('listitem').filter({ hasText: code })
  await expect(due.getByText('Evidence about an event: answer the host')).toBeVisible()
  await due.getByRole('button', { name: `Take it: ${code}` }).click()
  await expect(due.getByText('You', { exact: true })).toBeVisible({ timeout: allowed(20_000) })
  await expectSound(second, 'deadlines-evidence')
  await due.getByRole('link', { name: `Open: ${code}` }).click()
  await expect(line(second).getByText(/It’s assigned to you\.$/)).toBeVisible({ timeout: allowed(20_000) })
  await expect(line(second).getByText('It covers these stays')).toBeVisible({ timeout: allowed(20_000) })
  await line(second)
    .getByRole('button', { name: /^Answer: / })
    .click()
  await second.getByLabel('Your answer to the host').fill(ANSWER)
  await second.getByRole('dialog').getByRole('button', { name: 'Answer' }).click()
  await expect(line(second).getByText(ANSWER)).toBeVisible({ timeout: allowed(20_000) })
  await page.reload()
  await expect(page.getByText(`“${ANSWER}”`)).toBeVisible({ timeout: allowed(20_000) })
})
