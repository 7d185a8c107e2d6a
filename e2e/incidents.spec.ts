import { zIncidentRow } from '@hearth/contracts/incident'
import { noisePicture } from '@hearth/platform/testing/pictures'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from './axe.ts'
import { expect, openPageAs, readRows, signIn, test } from './fixtures.ts'
import { findFaults } from './layout/faults.ts'
import { loaded, pictures, SIZES } from './pictures.ts'

const readIncident = async ({ request }: Page, id: string) =>
  z.object(zIncidentRow.shape).parse(await (await request.get(`/api/incidents/${id}`)).json())

const fill = async (page: Page, kind: string, text: string): Promise<void> => {
  const where = page.getByRole('combobox', { name: 'Listing' })
  await where.selectOption({ index: 1 })
  await page.getByText(kind, { exact: true }).click()
  await page.getByRole('textbox', { name: 'What happened' }).fill(text)
}

/** The id in the address of the incident's page. */
const readId = async (page: Page): Promise<string> => {
  await page.waitForURL(/\/incidents\/[0-9a-f-]{36}$/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`an incident is reported, holds nights and is resolved by staff, ${size}`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize(viewport)
    await signIn(page)
    await page.goto('/report-incident')
    await loaded(page)
    await fill(page, 'Fire, gas or water', 'Water comes through the bathroom ceiling, the valve is shut.')
    await expect(page.getByRole('link', { name: /^Call \d+$/ })).toBeVisible()
    await page
      .getByLabel('Add a photo or a PDF')
      .first()
      .setInputFiles({ name: 'ceiling.jpg', mimeType: 'image/jpeg', buffer: await noisePicture(640, 480) })
    await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
    await pictures(page, 'incident-report')
    await page.setViewportSize(viewport)
    await expectAccessible(page, '/report-incident')
    expect(await page.evaluate(findFaults), 'layout of the report').toEqual([])
    await page.getByRole('button', { name: 'Send report' }).click()
    const id = await readId(page)
    await loaded(page)
    await pictures(page, 'incident')
    await page.setViewportSize(viewport)
    await expectAccessible(page, `/incidents/${id}`)
    expect(await page.evaluate(findFaults), 'layout of an incident').toEqual([])
    await expect.poll(() => readIncident(page, id)).toMatchObject({ severity: 1, holds: [{ lifted: false }] })

    const staff = await openPageAs(browser, 'support@hearth.example')
    await staff.goto(`/incidents/${id}`)
    await staff.getByRole('button', { name: 'Acknowledge' }).click()
    await expect(staff.getByRole('button', { name: 'Log an action' })).toBeVisible()
    await staff.getByRole('button', { name: 'Resolve', exact: true }).click()
    await staff.getByRole('dialog').getByRole('textbox').fill('The pipe was replaced.')
    await staff.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
    await expect.poll(async () => (await readIncident(page, id)).status).toBe('resolved')
    await expect.poll(async () => (await readIncident(page, id)).holds).toMatchObject([{ lifted: true }])
    await staff.context().close()

    await page.goto('/incidents')
    await loaded(page)
    await pictures(page, 'incident-list')
    await page.setViewportSize(viewport)
    await expectAccessible(page, '/incidents')
  })
}

test('a report without a network is kept over a reload, and sent once', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  await signIn(page)
  await page.goto('/report-incident')
  await loaded(page)
  const text = `The lock of the front door turns only with force. ${crypto.randomUUID()}`
  await fill(page, 'No access to the home', text)
  await page.reload()
  await loaded(page)
  await expect(page.getByRole('textbox', { name: 'What happened' })).toHaveValue(text)

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Your report is kept in this browser')).toBeVisible()
  await page.context().setOffline(false)
  const id = await readId(page)
  await expect.poll(() => readIncident(page, id)).toMatchObject({ description: text, status: 'reported' })
  const rows = await readRows<{ code: string; category: string }>(
    page.request,
    'incidents',
    { category: 'access_failure', status: 'reported' },
    ['reportedAt', 'DESC'],
  )
  expect(rows).toHaveLength(1)
})
