import { allowed } from '@hearth/platform/testing/allowed'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { baseUrl, expect, prove, signIn, test } from './fixtures.ts'
import { mailsTo } from './mails.ts'
import { newAccount, newPerson, type Person } from './people.ts'
import { pictures } from './pictures.ts'

/** A person on a page of their account, whose last proof of identity has expired. */
const at = async (browser: Browser, { email }: Person, tab: string): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: baseUrl() })).newPage()
  await signIn(page, email)
  await page.goto(`/account?tab=${tab}`)
  return page
}
const confirm = async (page: Page, title: string | RegExp, button: string) => {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

test('the owner offers the ownership, the member accepts, and either can stop it for 72 hours', async ({
  browser,
  request,
}) => {
  test.setTimeout(allowed(120_000))
  const [ada, lee, cal] = [
    await newPerson('Ada Harbor'),
    await newPerson('Lee Quay'),
    await newPerson('Cal Pier'),
  ]
  await newAccount(request, 'Harbor House', [
    [ada, 'owner'],
    [lee, 'cohost_full'],
    [cal, 'cohost_calendar'],
  ])
  const owner = await at(browser, ada, 'team')
  const member = await at(browser, lee, 'team')
  const other = await at(browser, cal, 'team')

  const start = owner.getByRole('button', { name: 'Transfer' })
  await expect(start).toBeDisabled()
  await owner.getByLabel('New owner').selectOption({ label: 'Lee Quay' })
  await start.click()
  await expect(owner.getByRole('dialog')).toContainText('72 hours later they become the owner')
  await expectAccessible(owner, 'asking for a hand-over')
  await confirm(owner, 'Transfer Harbor House to Lee Quay?', 'Transfer')
  await prove(owner, () =>
    expect(owner.getByRole('heading', { name: 'Waiting for Lee Quay to accept' })).toBeVisible({
      timeout: allowed(15_000),
    }),
  )
  await pictures(owner, 'ownership-waiting')

  await expect(
    member.getByRole('heading', { name: 'Ada Harbor wants to transfer this account to you' }),
  ).toBeVisible({ timeout: allowed(15_000) })
  await expectAccessible(member, 'an offer')
  await pictures(member, 'ownership-offered')
  await member.getByRole('button', { name: 'Accept' }).click()
  await confirm(member, 'Become the owner of Harbor House?', 'Accept')
  await prove(member, () =>
    expect(member.getByRole('heading', { name: 'Ownership is being transferred to Lee Quay' })).toBeVisible({
      timeout: allowed(15_000),
    }),
  )
  await expect(member.getByText(/^(3 d|2 d 23 h) left$/)).toBeVisible()
  await expect(
    owner.getByRole('heading', { name: 'Ownership is being transferred to Lee Quay' }),
  ).toBeVisible({
    timeout: allowed(15_000),
  })
  await expectAccessible(owner, 'the 72 hours')
  await pictures(owner, 'ownership-running')

  await expect(other.getByRole('heading', { name: 'Your membership' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Ownership' })).toHaveCount(0)
  for (const [page, { email }] of [
    [owner, ada],
    [member, lee],
  ] as const) {
    await expect
      .poll(async () => (await mailsTo(page, email)).map(({ subject }) => subject), {
        timeout: allowed(20_000),
      })
      .toEqual(
        expect.arrayContaining([
          'Ownership transfer started for Harbor House',
          'Ownership of Harbor House will be transferred',
        ]),
      )
  }

  await member.getByRole('button', { name: 'Stop the transfer' }).click()
  await confirm(member, 'Stop the transfer?', 'Stop the transfer')
  await expect(member.getByText('Transfer stopped. Nothing has changed.')).toBeVisible({
    timeout: allowed(15_000),
  })
  await expect(owner.getByLabel('New owner')).toBeVisible({ timeout: allowed(15_000) })
  await expect(
    owner.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'Ada Harbor' }),
  ).toContainText('Owner')
  await Promise.all([owner, member, other].map((page) => page.context().close()))
})

test('closing takes the typed name and a proof, removes all others, and allows erasing', async ({
  browser,
  request,
}) => {
  test.setTimeout(allowed(120_000))
  const [ada, lee] = [await newPerson('Ada Harbor'), await newPerson('Lee Quay')]
  const account = await newAccount(request, 'Sunset House', [
    [ada, 'owner'],
    [lee, 'cohost_full'],
  ])
  const owner = await at(browser, ada, 'data')
  const legal = await owner.request.post(`/api/accounts/${account}/change-legal-identity`, {
    data: {
      kind: 'company',
      country: 'PT',
      legalName: 'Sunset Houses Lda',
      legalAddress: '1 Rua do Sol, Lisboa',
      companyNumber: null,
    },
    headers: { Origin: baseUrl(), 'Idempotency-Key': crypto.randomUUID() },
  })
  expect(legal.status(), await legal.text()).toBe(200)
  const close = owner.getByRole('button', { name: 'Close the account' })
  await owner.getByLabel('Type Sunset House to confirm').fill('Sunset')
  await expect(close).toBeDisabled()
  await owner.getByLabel('Type Sunset House to confirm').fill('Sunset House')
  await close.click()
  await prove(owner, () =>
    expect(owner.getByText(/^This account was closed/)).toBeVisible({ timeout: allowed(15_000) }),
  )
  await expectAccessible(owner, 'closed')
  await pictures(owner, 'ownership-closed')
  const late = await owner.request.post(`/api/accounts/${account}/change-profile`, {
    data: {
      displayName: 'Sunrise House',
      defaultCurrency: 'EUR',
      timezone: 'Europe/Lisbon',
      contactEmail: null,
      contactPhone: null,
    },
    headers: { Origin: baseUrl(), 'Idempotency-Key': crypto.randomUUID() },
  })
  expect(await late.json()).toMatchObject({
    code: 'INVALID_TRANSITION',
    detail: 'This account is closed, so nothing can be changed.',
  })

  await owner.getByRole('button', { name: 'Erase account data' }).click()
  await confirm(owner, /^Erase account data/, 'Erase account data')
  await prove(owner, () =>
    expect(owner.getByRole('listitem').filter({ hasText: 'Account data' })).toContainText('Key destroyed', {
      timeout: allowed(30_000),
    }),
  )
  await owner.goto('/account')
  await expect(owner.getByText('[erased]').first()).toBeVisible()
  await expect(owner.getByText('Sunset Houses Lda')).toHaveCount(0)
  await owner.context().close()
})
