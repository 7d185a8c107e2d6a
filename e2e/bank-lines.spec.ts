import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatAmount, formatDecimal } from '@hearth/contracts/kernel/money'
import type { PayoutRow } from '@hearth/contracts/payout'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { confirm, expect, readRows, signIn, test } from './fixtures.ts'
import { pictures } from './pictures.ts'

const ADDRESS = '/internal/reports?report=bankLines'

/** Puts a statement with one line into the bank's directory; it appears complete, as with banks. */
const deliver = (id: string, text: string, { direction = 'DBIT', amount = '816.40' } = {}): void => {
  const directory = process.env['E2E_SEPA_DIRECTORY']
  if (directory === undefined)
    throw new Error(
      'E2E_SEPA_DIRECTORY is missing: it names the SEPA_DIRECTORY of an existing installation, so set it ' +
        'along with E2E_BASE_URL',
    )
  mkdirSync(join(directory, 'in'), { recursive: true })
  const part = join(directory, `${id}.part`)
  writeFileSync(
    part,
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>' +
      `<Id>${id}</Id><CreDtTm>2026-11-25T04:00:00Z</CreDtTm><Ntry><NtryRef>77</NtryRef>` +
      `<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
      '<BookgDt><Dt>2026-11-24+01:00</Dt></BookgDt><NtryDtls><TxDtls>' +
      `<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`,
  )
  renameSync(part, join(directory, 'in', `${id}.xml`))
}

/** The line with this text, once its statement has been read. */
const openLine = async (page: Page, text: string): Promise<Locator> => {
  await page.goto(ADDRESS)
  const line = page.getByRole('listitem').filter({ hasText: text })
  await expect(line).toBeVisible({ timeout: allowed(60_000) })
  return line
}

test('a bank line that was not recognized stays visible until two people set it aside', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(120_000))
  const id = `S-${Date.now()}`
  const text = `Office rent ${id}`
  deliver(id, text)
  await signIn(page, 'finance1@hearth.example')
  const line = await openLine(page, text)
  await expect(line).toContainText('24 Nov')
  await expect(line).toContainText('816.40')
  await expect(line).toContainText(`${id}.xml, entry 77`)
  await expectAccessible(page, 'bank lines')
  await pictures(page, 'bank-lines')

  await line.getByRole('button', { name: 'Set aside' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('This is the rent of our office, not a payout.')
  await dialog.getByRole('button', { name: 'Set aside' }).click()
  await expect(line).toContainText('You proposed this, so someone else has to decide.')
  await expect(line.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const other = await browser.newPage()
  await signIn(other, 'finance2@hearth.example')
  await other.goto(ADDRESS)
  const proposed = other.getByRole('listitem').filter({ hasText: text })
  await proposed.getByRole('button', { name: 'Approve' }).click()
  await confirm(other, 'Approve')
  await expect(proposed).toHaveCount(0)
  await other.goto(`${ADDRESS}&show=settled`)
  await expect(proposed).toContainText('Settled')
  await other.close()
})

/** A payout in euros that the bank has paid. */
const findPaid = async (page: Page): Promise<PayoutRow> => {
  let rows: readonly PayoutRow[] = []
  const filter = { state: 'paid', currency: 'EUR' }
  await expect
    .poll(
      async () => {
        rows = await readRows<PayoutRow>(page.context().request, 'payouts', filter, ['scheduledFor', 'ASC'])
        return rows.length
      },
      { timeout: allowed(60_000) },
    )
    .toBeGreaterThan(0)
  const [paid] = rows
  if (paid === undefined) throw new Error('The demonstration has paid payouts in euros')
  return paid
}

test('a line is matched to a payout, which two people then record as returned less a charge', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(180_000))
  const id = `R-${Date.now()}`
  const text = `Account closed ${id}`
  await signIn(page, 'finance1@hearth.example')
  const { code, amountMinor } = await findPaid(page)
  deliver(id, text, { direction: 'CRDT', amount: formatDecimal(amountMinor - 350, 'EUR') })
  const line = await openLine(page, text)
  const dialog = page.getByRole('dialog')
  await line.getByRole('button', { name: 'Match to payout' }).click()
  await dialog.getByRole('textbox', { name: 'Payout code' }).fill(code)
  await expect(dialog).toContainText(`${code}, `)
  await expect(dialog).toContainText(formatAmount(amountMinor, 'EUR'))
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The bank returned it without our reference.')
  await dialog.getByRole('button', { name: 'Match to payout' }).click()
  await expect(line).toContainText('You proposed this, so someone else has to decide.')

  const other = await browser.newPage()
  await signIn(other, 'finance2@hearth.example')
  await other.goto(ADDRESS)
  const proposed = other.getByRole('listitem').filter({ hasText: text })
  await proposed.getByRole('button', { name: 'Approve' }).click()
  await confirm(other, 'Approve')
  await expect(proposed).toHaveCount(0)

  const returns = '/internal/reports?report=payouts&show=returns'
  await page.goto(returns)
  const payout = page.getByRole('listitem').filter({ hasText: code })
  await payout.getByRole('button', { name: 'Record return' }).click({ timeout: allowed(60_000) })
  await expect(dialog).toContainText('3.50')
  await dialog
    .getByRole('textbox', { name: 'Reason' })
    .fill('The statement shows it, less the bank’s charge.')
  await dialog.getByRole('button', { name: 'Record return' }).click()
  await expect(payout).toContainText('You proposed this, so someone else has to decide.')
  await expectAccessible(page, 'returns to confirm')
  await pictures(page, 'bank-returns')

  await other.goto(returns)
  const waiting = other.getByRole('listitem').filter({ hasText: code })
  await waiting.getByRole('button', { name: 'Approve return' }).click()
  await confirm(other, 'Approve return')
  await expect(waiting).toHaveCount(0)
  await other.goto('/internal/reports?report=payouts&show=stuck')
  await expect(waiting).toContainText('Returned')
  await other.close()
})
