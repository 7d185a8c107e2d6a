import { allowed } from '@hearth/platform/testing/allowed'
import type { Browser, Page } from '@playwright/test'
import { baseUrl, expect } from './fixtures.ts'

/** A fictitious German bank account with valid check digits. */
export const newIban = (): string => {
  const bban = `37040044${String(Math.floor(Math.random() * 1e10)).padStart(10, '0')}`
  return `DE${String(98n - (BigInt(`${bban}131400`) % 97n)).padStart(2, '0')}${bban}`
}

/** The amounts of the deposits to an account, from the bank's own page. */
const depositsTo = async (browser: Browser, iban: string): Promise<readonly string[]> => {
  const page = await browser.newPage({ baseURL: baseUrl() })
  const row = page
    .getByRole('row')
    .filter({ hasText: `…${iban.slice(-4)}` })
    .filter({ hasText: 'EUR' })
    .first()
  await expect(async () => {
    await page.goto('/dev/bank')
    await expect(row).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: allowed(90_000) })
  const cells = await row.getByRole('cell').allInnerTexts()
  await page.close()
  return [cells[1] ?? '', cells[2] ?? ''].map((text) => text.replace(' EUR', ''))
}

/** The form that verifies a bank account once its deposits have arrived, and both amounts. */
export const readProof = async (page: Page, browser: Browser, iban: string) => {
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: allowed(15_000) })
  const name = `Commerzbank …${iban.slice(-4)}`
  const form = page.getByRole('form', { name: `Verify ${name}` })
  const [first = '', second = ''] = await depositsTo(browser, iban)
  await expect(form).toBeVisible({ timeout: allowed(60_000) })
  const give = async (one: string, other: string): Promise<void> => {
    await form.getByLabel('First deposit').fill(one)
    await form.getByLabel('Second deposit').fill(other)
    await form.getByRole('button', { name: 'Verify' }).click()
  }
  return { name, form, first, second, give }
}

/** Fills in and sends the form of a German bank account on the current page. */
export const sendBankAccount = async (page: Page, iban: string, holderName: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add a bank account' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Bank country').selectOption('DE')
  await dialog.getByLabel('IBAN').fill(iban)
  await dialog.getByLabel('Account holder').fill(holderName)
  await dialog.getByLabel('Bank name').fill('Commerzbank')
  await dialog.getByRole('button', { name: 'Add account' }).click()
}

/** Adds a bank account in the host's name on the current page, and verifies it with the bank's amounts. */
export const addBankAccount = async (page: Page, browser: Browser, holderName: string): Promise<void> => {
  const iban = newIban()
  await sendBankAccount(page, iban, holderName)
  const { name, first, second, give } = await readProof(page, browser, iban)
  await give(first, second)
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(/Ready|Verified/, {
    timeout: allowed(15_000),
  })
}
