import { openQueue } from '@hearth/platform/jobs/queue'
import { allowed } from '@hearth/platform/testing/allowed'
import { expectAccessible } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'
import { setting } from './people.ts'
import { loaded, pictures } from './pictures.ts'

const JOBS = '/internal/reports?report=jobs'

test('finance retries a failed job; support can only view jobs, a host can’t', async ({ page, browser }) => {
  test.setTimeout(allowed(90_000))
  const queue = await openQueue('payouts', { databaseUrl: setting('E2E_DATABASE_URL') }, 1)
  const stream = `payout-${crypto.randomUUID()}`
  try {
    await signIn(page, 'finance1@hearth.example')
    await page.goto(JOBS)
    const payouts = page.getByRole('region', { name: 'Payouts' }).first()
    await expect(payouts.getByText('Working')).toBeVisible()
    await loaded(page)
    await pictures(page, 'jobs-none')
    await queue.add('payouts', null, { jobId: stream, attempts: 1 })
    await expect(payouts.getByText(stream)).toBeVisible({ timeout: allowed(20_000) })
    await expect(payouts.getByText('The job does not say what it is about')).toBeVisible()
    await expect(payouts).toContainText('1 attempt')
    await pictures(page, 'jobs-failed')
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const viewport of [
        { width: 1280, height: 800 },
        { width: 390, height: 844 },
      ]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize(viewport)
        await expectAccessible(page, `${JOBS} ${colorScheme} ${viewport.width}`)
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await payouts.getByRole('button', { name: 'Retry' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Retry 1 failed job?')
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(payouts).toContainText('2 attempts', { timeout: allowed(20_000) })
    await expect(payouts).toContainText('1 retried')

    const support = await browser.newPage()
    await signIn(support, 'support@hearth.example')
    await support.goto(JOBS)
    await expect(support.getByText('Your role can view jobs but not retry them.')).toBeVisible()
    const retries = support.getByRole('button', { name: 'Retry' })
    await expect(retries.first()).toBeVisible()
    for (const retry of await retries.all()) await expect(retry).toBeDisabled()
    const host = await browser.newPage()
    await signIn(host)
    expect((await host.context().request.get('/api/job-queues')).status()).toBe(403)
    await Promise.all([support.close(), host.close()])
  } finally {
    await (await queue.getJob(stream))?.remove()
    await queue.close()
  }
})

test('an unreachable queue is reported', async ({ page }) => {
  await signIn(page, 'finance1@hearth.example')
  await page.route('**/api/job-queues', (route) =>
    route.fulfill({
      json: [
        {
          id: 'payouts',
          backend: 'redis',
          reachable: false,
          waiting: 0,
          active: 0,
          delayed: 0,
          failed: 0,
          completed: 0,
          retried: 0,
          oldestWaitingAt: null,
          failures: [],
        },
      ],
    }),
  )
  await page.goto(JOBS)
  await expect(page.getByText('Unreachable')).toBeVisible()
  await expect(page.getByText('Nothing is lost: what is due is found again')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
})
