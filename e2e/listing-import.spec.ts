import { allowed } from '@hearth/platform/testing/allowed'
import { expectAccessible } from './axe.ts'
import { expect, readRows, signIn, test } from './fixtures.ts'
import { newAccount, newPerson } from './people.ts'
import { loaded, pictures } from './pictures.ts'

const SOON = { timeout: allowed(20_000) }
// A file of another platform: with its own column names, an unknown column, a line with two mistakes and a
// duplicate address.
const FILE = [
  'Listing name,Street address,Flat,Town,Zip,Country code,Accommodates,Type,Nightly price',
  'Bica rooms with a view,Rua da Bica 4,2 left,Lisboa,1200-054,PT,4,Flat,120',
  'Short,Rua do Almada 12,,Porto,4050-030,Portugal,4,Flat,90',
  '"Alfama terrace, two rooms",Beco do Carneiro 1,,Lisboa,1100-132,PT,2,House,80',
  'The same place once more,rua da bica 4,2 left,Lisboa,1200-054,PT,4,Flat,120',
].join('\r\n')

test('a host imports listings from a file with errors by line and field, and continues with one', async ({
  page,
}) => {
  test.setTimeout(allowed(90_000))
  const owner = await newPerson('Ida Import')
  await newAccount(page.request, 'Import Stays', [[owner, 'owner']])
  await signIn(page, owner.email)
  await page.goto('/listings')
  await loaded(page)
  await page
    .getByRole('link', { name: /Import listings/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Import listings', level: 1 })).toBeVisible(SOON)
  await loaded(page)
  await expectAccessible(page, 'a page without a file')
  await pictures(page, 'import-empty')

  await page.getByLabel('Or paste its contents').fill('Title;Street\nA place;Rua 1')
  await expect(page.getByRole('alert')).toContainText('No column for: City, Country, two letters.')
  const choose = (buffer: Buffer) =>
    page
      .getByLabel('Choose a CSV file')
      .and(page.locator('input'))
      .setInputFiles({ name: 'listings.csv', mimeType: 'text/csv', buffer })
  await choose(Buffer.from(`sep=,\r\n${FILE}`.replaceAll('Lisboa', 'Zürich'), 'latin1'))
  const question = page.getByRole('group', { name: 'Check the letters in your file' })
  await expect(question).toContainText('Rua da Bica 4,2 left,Zürich,1200-054', SOON)
  await expectAccessible(page, 'a question about letters')
  await pictures(page, 'import-letters')
  await question.getByRole('button', { name: 'Looks right' }).click()
  await expect(page.getByText('4 listings in 9 columns')).toBeVisible(SOON)
  await expect(question).toBeHidden()
  await choose(Buffer.from(`\uFEFF${FILE}`))
  await expect(page.getByText('4 listings in 9 columns')).toBeVisible(SOON)
  await expect(page.getByLabel(/^Street and number/)).toHaveValue('1')
  const rows = page.getByRole('list', { name: '3. Check and import' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText(/Row 3.*Short.*Country, two letters.*Title/s)
  await expect(rows.nth(3)).toContainText('is already in this file')
  expect(await readRows(page.request, 'listings', {}, ['title', 'ASC'])).toEqual([])
  await expectAccessible(page, 'a file that was checked')
  await pictures(page, 'import-checked')

  await page.getByRole('button', { name: 'Import 2 listings' }).click()
  await expect(page.getByText('2 listings were imported as drafts.')).toBeVisible({
    timeout: allowed(30_000),
  })
  await expectAccessible(page, 'listings that are here')
  await pictures(page, 'import-done')
  await expect
    .poll(
      async () =>
        (await readRows<{ title: string }>(page.request, 'listings', {}, ['title', 'ASC'])).map(
          ({ title }) => title,
        ),
      SOON,
    )
    .toEqual(['Alfama terrace, two rooms', 'Bica rooms with a view'])
  await page.getByRole('link', { name: 'Continue with Bica rooms with a view' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    /Bica rooms with a view|Rua da Bica 4/,
    SOON,
  )

  // Importing the same file again creates no duplicates.
  await page.goto('/listings/import')
  await page.getByLabel('Or paste its contents').fill(FILE)
  await page.getByRole('button', { name: 'Import 2 listings' }).click()
  await expect(page.getByText('2 listings couldn’t be imported.')).toBeVisible({ timeout: allowed(30_000) })
  await expect(rows.first()).toContainText('Failed')
  await expectAccessible(page, 'listings that could not be brought over')
  await pictures(page, 'import-failed')
  expect(await readRows(page.request, 'listings', {}, ['title', 'ASC'])).toHaveLength(2)
})
