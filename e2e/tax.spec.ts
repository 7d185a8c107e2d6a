import { readFile } from 'node:fs/promises'
import type { TaxPreview } from '@hearth/contracts/tax-profile'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { confirm, expect, openPageAs, prove, signIn, test } from './fixtures.ts'
import { findFaults } from './layout/faults.ts'
import { newAccount, newPerson, openHome, stayFrom } from './people.ts'
import { loaded, pictures, SIZES } from './pictures.ts'

const SOON = { timeout: allowed(30_000) }
const ADDRESS = { 'Street and number': '1 Hill Road', 'Postal code': '12534', City: 'Hudson' }

const next = (page: Page) => page.getByRole('button', { name: 'Save and continue' }).click()
const choose = async (page: Page, question: string, answer: RegExp) => {
  await expect(page.getByRole('heading', { name: question })).toBeVisible(SOON)
  await page.getByRole('radio', { name: answer }).check()
  await next(page)
}
const fillAddress = async (page: Page, name: string, country: string) => {
  await page.getByRole('textbox', { name: 'Legal name' }).fill(name)
  for (const [field, text] of Object.entries(ADDRESS))
    await page.getByRole('textbox', { name: field, exact: true }).fill(text)
  await page.getByRole('combobox', { name: 'Country', exact: true }).selectOption(country)
}
const sign = async (page: Page, number: RegExp, digits: string, name: string) => {
  await page.getByRole('textbox', { name: number }).fill(digits)
  await page.getByRole('textbox', { name: 'Your name, as a signature' }).fill(name)
  await page.getByRole('checkbox', { name: /penalties of perjury/ }).click()
  await page.getByRole('button', { name: 'Sign the form' }).click()
}
const isFine = async (page: Page, name: string) => {
  await expectAccessible(page, name)
  expect(await page.evaluate(findFaults)).toEqual([])
  await pictures(page, name)
}

test('a US owner answers, signs a W-9 and is done', async ({ page }) => {
  test.setTimeout(allowed(180_000))
  await page.setViewportSize(SIZES.desktop)
  const owner = await newPerson('Ana Hill')
  await newAccount(page.request, 'Hill Stays', [[owner, 'owner']])
  await signIn(page, owner.email)
  await page.goto('/tax-center')
  await expect(page.getByText('Not started')).toBeVisible(SOON)
  await isFine(page, 'tax-center')
  await page.getByRole('link', { name: 'Start' }).click()
  await choose(page, 'Who earns the money?', /^A person/)
  await isFine(page, 'tax-question')
  // What was answered is kept: the interview goes on where it was left.
  await page.goto('/tax-center/form')
  await choose(page, 'Are you taxed in the US?', /^Yes/)
  await fillAddress(page, 'Ana Hill', 'US')
  await next(page)
  await expect(page.getByRole('heading', { name: 'Sign the W-9' })).toBeVisible(SOON)
  await sign(page, /Social Security/, '000-12-3456', 'Ana Hill')
  await expect(page.getByText(/ever issued/)).toBeVisible(SOON)
  await isFine(page, 'tax-sign')
  await page.getByRole('textbox', { name: /Social Security/ }).fill('536\u200b-90\u20114399')
  await page.getByRole('button', { name: 'Sign the form' }).click()
  await expect(page.getByText('Name and number match.')).toBeVisible(SOON)
  await expect(page.getByText('SSN ending in 4399')).toBeVisible()
  await expect(page.getByText('Complete', { exact: true })).toBeVisible()
  const file = await page.request.get(
    (await page.getByRole('link', { name: 'Open the signed form' }).getAttribute('href')) ?? '',
  )
  expect(file.headers()['content-type']).toBe('application/pdf')
  await isFine(page, 'tax-complete')
})

/** Fills the DAC7 form for a company in Portugal, but for its tax number. */
const fillDac7 = async (page: Page, name: string) => {
  await page.getByRole('radio', { name: 'A company' }).check()
  await fillAddress(page, name, 'PT')
  await page.getByRole('textbox', { name: /company register/ }).fill('PT-4821')
  await page.getByRole('combobox', { name: 'Country of the tax number' }).selectOption('PT')
}

test('a company in the EU gives its details before payouts wait', async ({ page }) => {
  test.setTimeout(allowed(180_000))
  await page.setViewportSize(SIZES.desktop)
  const owner = await newPerson('Rui Lobo')
  const account = await newAccount(page.request, 'Casas Lobo', [[owner, 'owner']])
  const listing = await openHome(page.request, account, 'PT')
  await signIn(page, owner.email)
  await expect
    .poll(async () => {
      await page.goto('/tax-center')
      await loaded(page)
      return page.getByRole('list', { name: 'What happens when' }).getByRole('listitem').count()
    }, SOON)
    .toBe(5)
  await isFine(page, 'tax-asked')
  await page.getByRole('link', { name: 'Add your details' }).click()
  await fillDac7(page, 'Casas Lobo Lda')
  await page.getByRole('textbox', { name: 'Tax number', exact: true }).fill('501964842')
  await page.getByRole('button', { name: 'Submit details' }).click()
  await expect(page.getByText(/wrong letter or digit/)).toBeVisible(SOON)
  await isFine(page, 'tax-dac7')
  await page.getByRole('textbox', { name: 'Tax number', exact: true }).fill('501 964 843')
  await page.getByRole('button', { name: 'Submit details' }).click()
  await expect(page.getByText('Complete', { exact: true })).toBeVisible(SOON)
  expect(listing).not.toBe('')
})

test('payouts to a person outside the US wait for the form, and are released with it', async ({ page }) => {
  test.setTimeout(allowed(240_000))
  await page.setViewportSize(SIZES.desktop)
  const owner = await newPerson('Zoe Kato')
  const account = await newAccount(page.request, 'Kato Homes', [[owner, 'owner']])
  const listing = await openHome(page.request, account, 'US')
  await stayFrom(page.request, account, listing)
  await signIn(page, owner.email)
  await expect
    .poll(async () => {
      await page.goto('/tax-center')
      await loaded(page)
      return page.getByText('Your payouts wait for your tax details.').count()
    }, SOON)
    .toBe(1)
  await isFine(page, 'tax-held')
  await page.getByRole('link', { name: 'Start' }).click()
  await choose(page, 'Who earns the money?', /^A person/)
  await choose(page, 'Are you taxed in the US?', /^No/)
  await choose(page, 'Do you report this income in a US tax return?', /^No/)
  await fillAddress(page, 'Zoe Kato', 'AQ')
  await next(page)
  await sign(page, /^Tax number/, 'KZ 4821-77', 'Zoe Kato')
  await expect(page.getByText('Name and number match.')).toBeVisible(SOON)
  await expect(page.getByText('Your payouts wait for your tax details.')).toHaveCount(0, SOON)
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/payout-accounts/${account}`)
      const { holds } = (await answer.json()) as { holds: object }
      return Object.keys(holds).length
    }, SOON)
    .toBe(0)
})

/** Inside last year, whatever day it is. */
const LAST_YEAR = new Date().getFullYear() - 1
const DAYS = Math.floor((Date.now() - Date.UTC(LAST_YEAR, 5, 15)) / 86_400_000)

test('finance issues a report, corrects it and makes the file; the host sees both reports', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(300_000))
  await page.setViewportSize(SIZES.desktop)
  const owner = await newPerson('Eva Prado')
  const account = await newAccount(page.request, 'Casas Prado', [[owner, 'owner']])
  const listing = await openHome(page.request, account, 'PT', DAYS + 60)
  await stayFrom(page.request, account, listing, { days: DAYS, currency: 'EUR' })
  await signIn(page, owner.email)
  await page.goto('/tax-center/dac7')
  await fillDac7(page, 'Casas Prado Lda')
  await page.getByRole('textbox', { name: 'Tax number', exact: true }).fill('501964843')
  await page.getByRole('button', { name: 'Submit details' }).click()
  await expect(page.getByText('Complete', { exact: true })).toBeVisible(SOON)

  const name = `DAC7 ${LAST_YEAR}`
  const finance = await openPageAs(browser, 'finance1@hearth.example')
  // A stay reaches the ledger a moment after its check-in.
  const waitForStays = (count: number) =>
    expect
      .poll(async () => {
        const answer = await page.request.get(`/api/tax-profiles/${account}/preview?year=${LAST_YEAR}`)
        const { dac7 } = (await answer.json()) as TaxPreview
        return dac7.reduce((sum, { stays }) => sum + stays, 0)
      }, SOON)
      .toBe(count)
  await waitForStays(1)
  await finance.goto(`/internal/reports?report=taxDocuments&account=${account}`)
  await finance.getByRole('button', { name: `Issue ${name}` }).click()
  await confirm(finance, `Issue ${name}`)
  await expect(finance.getByRole('link', { name })).toBeVisible(SOON)
  await page.goto('/tax-center')
  const document = page.getByRole('link', { name })
  await expect(document).toBeVisible(SOON)
  const file = await page.request.get((await document.getAttribute('href')) ?? '')
  expect(file.headers()['content-type']).toBe('application/pdf')

  await stayFrom(page.request, account, listing, { days: DAYS - 30, currency: 'EUR' })
  await waitForStays(2)
  await finance.getByRole('button', { name: `Correct ${name}` }).click()
  await confirm(finance, `Correct ${name}`)
  await page.reload()
  await expect(page.getByRole('link', { name })).toHaveCount(2, SOON)
  await expect(page.getByText('Replaced')).toHaveCount(1)
  await isFine(page, 'tax-documents')

  const files = finance.getByRole('region', { name: 'DAC7' })
  await files.getByRole('button', { name: 'Make a file of DAC7' }).click()
  await prove(finance, async () => {
    await finance.getByRole('dialog').getByRole('button', { name: 'Make a file of DAC7' }).click()
    await expect(files.getByText('File 1')).toBeVisible(SOON)
  })
  const [downloaded] = await Promise.all([
    finance.waitForEvent('download'),
    files.getByRole('button', { name: 'Download file 1 of DAC7' }).click(),
  ])
  const xml = await readFile(await downloaded.path(), 'utf8')
  expect(xml).toContain('501964843')
  expect(xml).toContain('<dpi:Name>Casas Prado Lda</dpi:Name>')
  expect(xml.match(/<dpi:ReportableSeller>/g)).toHaveLength(1)
  await expect(finance.getByText(/in file 1$/)).toBeVisible(SOON)
  await isFine(finance, 'tax-files')
  await finance.context().close()
})
