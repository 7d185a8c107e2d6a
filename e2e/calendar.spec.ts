import { allowed } from '@hearth/platform/testing/allowed'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'

/** Nights far enough ahead that demo stays are rare. */
const quiet = () =>
  `/calendar?from=${new Date(Date.now() + 80 * 86_400_000).toISOString().slice(0, 10)}&nights=24`

/** The first run of three open nights of a listing, as cells of the grid. */
const openRun = async (page: Page, listing: string) => {
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(listing) }) })
  await expect(row.getByRole('gridcell', { name: /, available, / }).first()).toBeVisible()
  const labels = await row
    .getByRole('gridcell')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''))
  const start = labels.findIndex(
    (_, index) =>
      labels.slice(index, index + 3).length === 3 &&
      labels.slice(index, index + 3).every((label) => label.includes(', available, ')),
  )
  expect(start, `three open nights of ${listing} among ${labels.length}`).toBeGreaterThanOrEqual(0)
  return { row, cell: (offset: number) => row.getByRole('gridcell').nth(start + offset) }
}

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

/** The night of a cell: the grid starts with the night in the address. */
const nightOf = async (page: Page, cell: Locator): Promise<string> => {
  const column = (await cell.getAttribute('data-cell'))?.split(':')[1]
  return addDays(new URL(page.url()).searchParams.get('from') ?? '', Number(column))
}

test('a host blocks nights by keyboard, another browser sees it within 2 s, and opens them again', async ({
  signedIn: page,
  browser,
  baseURL,
}) => {
  await page.goto(quiet())
  const { row, cell } = await openRun(page, 'Juniper Cabin')
  const other = await browser.newContext(baseURL ? { baseURL } : {})
  const second = await other.newPage()
  await signIn(second, 'bruno@vale.example')
  await second.goto(quiet())
  const otherRow = second
    .getByRole('row')
    .filter({ has: second.getByRole('rowheader', { name: /Juniper Cabin/ }) })
  await expect(otherRow.getByRole('gridcell', { name: /, available, / }).first()).toBeVisible()
  await expect(second.getByText('Up to date')).toBeVisible()
  const blocks = otherRow.getByRole('link', { name: /Maintenance/ })
  const before = await blocks.count()

  // The window that was opened last has the keyboard; Firefox tells no other one what is focused.
  await page.bringToFront()
  await cell(0).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('b')
  const panel = page.getByRole('dialog', { name: /Juniper Cabin, .*3 nights/ })
  await panel.getByLabel('Reason').selectOption({ label: 'Maintenance' })
  await panel.getByRole('button', { name: 'Block 3 nights' }).click()
  const bars = row.getByRole('link', { name: /Maintenance/ })
  await expect(bars).toHaveCount(before + 1)
  await expect(blocks).toHaveCount(before + 1, { timeout: allowed(2_000) })

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(bars).toHaveCount(before)
  await expect(blocks).toHaveCount(before, { timeout: allowed(2_000) })
  await other.close()
})

test('a host prices nights by keyboard, sees it in the grid, in its history and in a quote, and undoes it', async ({
  signedIn: page,
}) => {
  await page.goto(quiet())
  const { cell } = await openRun(page, 'Juniper Cabin')
  const label = (await cell(0).getAttribute('aria-label')) ?? ''
  await cell(0).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('p')
  const panel = page.getByRole('dialog', { name: /Juniper Cabin, .*2 nights/ })
  await panel.getByLabel(/^Per night/).fill('333')
  await expect(panel.getByText('666.00')).toBeVisible()
  const sent = page.waitForRequest((request) => request.url().endsWith('/override-nights'))
  await panel.getByRole('button', { name: 'Save price' }).click()
  const listing = new URL((await sent).url()).pathname.replace('/override-nights', '')
  await expect(cell(0)).toHaveAccessibleName(/, available, 333\.00/)
  await expect(cell(1)).toHaveAccessibleName(/, available, 333\.00/)

  const checkIn = await nightOf(page, cell(0))
  const quote = await page.request.get(`${listing}/quote?checkIn=${checkIn}&checkOut=${addDays(checkIn, 2)}`)
  expect(await quote.json()).toMatchObject({
    nightly: [{ amountMinor: 33_300 }, { amountMinor: 33_300 }],
    parts: [{ part: 'nights', amountMinor: 66_600 }, {}],
  })

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(cell(0)).toHaveAccessibleName(label)
  await cell(0).focus()
  await page.keyboard.press('e')
  const history = page.getByRole('region', { name: 'Price history' })
  await expect(history.getByRole('listitem').nth(0)).toContainText(/333\.00.* → /)
  await expect(history.getByRole('listitem').nth(1)).toContainText(/ → 333\.00/)
})

test('prices keep at least 4 px from the bars of their row', async ({ signedIn: page }) => {
  await page.goto('/calendar?nights=24')
  await expect(page.getByRole('gridcell', { name: /, available, / }).first()).toBeVisible()
  const tooNear = await page.getByRole('row').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const bars = [...row.querySelectorAll('td a')].map((bar) => bar.getBoundingClientRect())
      return [...row.querySelectorAll('[data-price]')].flatMap((price) => {
        const { left, right } = price.getBoundingClientRect()
        const gaps = bars.map((bar) => Math.max(bar.left - right, left - bar.right))
        return Math.min(...gaps) < 3.9 ? [`${price.getAttribute('data-price')}: ${Math.min(...gaps)}`] : []
      })
    }),
  )
  expect(tooNear).toEqual([])
})

/** The day after a date that is written `28/02/2027`, in the same way. */
const dayAfter = (text: string) => {
  const [day = 1, month = 1, year = 2000] = text.split('/').map(Number)
  const next = new Date(Date.UTC(year, month - 1, day + 1)).toISOString()
  return next.slice(0, 10).split('-').toReversed().join('/')
}

test('a host blocks nights by dragging, changes and removes the block on its page, and restores it', async ({
  signedIn: page,
}) => {
  await page.goto(quiet())
  const { row, cell } = await openRun(page, 'Nishijin Machiya')
  const before = await row.getByRole('link', { name: /Owner stay/ }).count()
  await cell(0).hover()
  await page.mouse.down()
  await cell(1).hover()
  await page.mouse.up()
  await page
    .getByRole('dialog', { name: /2 nights/ })
    .getByRole('button', { name: 'Block 2 nights' })
    .click()
  const bars = row.getByRole('link', { name: /Owner stay|Maintenance|Blocked|Closed/ })
  await expect(row.getByRole('link', { name: /Owner stay/ })).toHaveCount(before + 1)
  await bars
    .filter({ hasText: /Owner stay/ })
    .last()
    .click()
  await expect(page).toHaveURL(/\/blocks\//)
  await page.getByLabel('Note').fill('Painting the hall')
  const until = page.getByLabel('Available from')
  const later = dayAfter(await until.inputValue())
  await until.fill('31/02/2027')
  await until.blur()
  await expect(page.getByRole('alert')).toContainText('This date doesn’t exist.')
  await until.fill(later)
  await expect(page.getByText(/ – .*, 3 nights$/)).toBeVisible()
  await page.getByRole('button', { name: 'Open calendar' }).last().click()
  const nights = page.getByRole('dialog', { name: 'Available from' })
  await expect(nights.getByRole('button', { name: /, blocked/ }).first()).toBeVisible()
  await expectAccessible(page, 'the calendar of a date field')
  await page.keyboard.press('Escape')
  await expect(nights).toBeHidden()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved\./)).toBeVisible()
  await page.getByRole('button', { name: 'Remove block' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove block' }).click()
  await expect(page.getByRole('button', { name: 'Restore block' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore block' }).click()
  await expect(page.getByRole('button', { name: 'Remove block' })).toBeVisible()
})
