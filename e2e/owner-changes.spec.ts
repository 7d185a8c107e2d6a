import { allowed } from '@hearth/platform/testing/allowed'
import { expectAccessible } from './axe.ts'
import { baseUrl, expect, openPageAs, PASSWORD, prove, test } from './fixtures.ts'
import { mailsTo } from './mails.ts'
import { newAccount, newPerson } from './people.ts'
import { pictures } from './pictures.ts'

const ADMINS = ['admin1@hearth.example', 'admin2@hearth.example'] as const
const REASON = 'The owner died, and her heirs sent us the certificate.'

test('two admins change an owner; a former owner stops it from the email, an owner on the page', async ({
  browser,
  request,
}) => {
  test.setTimeout(allowed(240_000))
  const [ada, bo] = [await newPerson('Ada Cove'), await newPerson('Bo Reef')]
  const name = `Cove House ${crypto.randomUUID().slice(0, 4)}`
  await newAccount(request, name, [
    [ada, 'owner'],
    [bo, 'owner'],
  ])
  const [first, second] = [await openPageAs(browser, ADMINS[0]), await openPageAs(browser, ADMINS[1])]
  const owner = await openPageAs(browser, ada.email)
  const line = (page: typeof first) => page.getByRole('listitem').filter({ hasText: name })

  const propose = async (what: 'invite' | 'demote') => {
    await first.goto('/internal/reports?report=owners')
    await first.getByLabel('Account name').fill(name)
    await first.getByRole('button', { name: 'Find account' }).click()
    await first.getByRole('radio', { name: new RegExp(`^${name}`) }).check()
    if (what === 'demote') {
      await first.getByLabel('Change').selectOption('demote')
      await first.getByLabel('Member').selectOption({ label: `Bo Reef, ${bo.email}` })
    } else await first.getByLabel('Email').fill('ines@reef.example')
    await first.getByLabel('Reason').fill(REASON)
    await first.getByRole('button', { name: 'Propose' }).click()
    await prove(first, () =>
      expect(line(first).filter({ hasText: 'Waiting for approval' })).toBeVisible({
        timeout: allowed(20_000),
      }),
    )
  }
  const approve = async () => {
    await second.goto('/internal/reports?report=owners')
    await line(second).getByRole('button', { name: 'Approve' }).first().click()
    await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await prove(second, () =>
      expect(line(second).filter({ hasText: '72-hour wait' })).toBeVisible({ timeout: allowed(20_000) }),
    )
  }

  await propose('demote')
  await expect(line(first).getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expect(line(first).getByText('Another admin has to approve it.')).toBeVisible()
  await expectAccessible(first, 'changes of owners')
  await pictures(first, 'owner-changes-staff')
  await approve()

  await owner.goto('/account?tab=team')
  await expect(owner.getByRole('heading', { name: 'Change Bo Reef from owner to full co-host' })).toBeVisible(
    { timeout: allowed(20_000) },
  )
  await expect(owner.getByText(`Reason: “${REASON}”`)).toBeVisible()
  await expectAccessible(owner, 'a change of owners')
  await pictures(owner, 'owner-changes-team')
  await owner.getByRole('button', { name: 'Stop this change' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Stop this change' }).click()
  await expect(owner.getByText('Stopped. The owners stay as they are.')).toBeVisible({
    timeout: allowed(20_000),
  })
  await expect(line(first).filter({ hasText: 'Stopped by an owner' })).toBeVisible({
    timeout: allowed(30_000),
  })

  const readLink = async () =>
    (await mailsTo(owner, bo.email))
      .filter(({ subject }) => subject === `Hearth is about to change the owners of ${name}`)
      .flatMap(({ links }) => links.filter((url) => url.includes('/account/owner-change/')))
  const firstLinks = await readLink()
  await propose('invite')
  await approve()
  await expect.poll(async () => (await readLink()).length, { timeout: allowed(30_000) }).toBe(2)
  // Removed by another owner in the meantime: without an account there is no session.
  await owner.getByRole('button', { name: 'Remove Bo Reef' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await prove(owner, () =>
    expect(owner.getByText('Bo Reef has been removed from the account.')).toBeVisible({
      timeout: allowed(20_000),
    }),
  )
  const former = await (await browser.newContext({ baseURL: baseUrl() })).newPage()
  const link = (await readLink()).find((url) => !firstLinks.includes(url)) ?? ''
  await former.goto(new URL(link).pathname)
  await expect(former.getByRole('heading', { name: 'Stop a change of owners' })).toBeVisible()
  await former.getByRole('button', { name: 'Stop this change' }).click()
  await former.getByLabel('Email').fill(bo.email)
  await former.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await expectAccessible(former, 'stopping from the email')
  await pictures(former, 'owner-changes-stop')
  await former.getByRole('button', { name: 'Stop this change' }).click()
  await expect(
    former.getByRole('heading', { name: `Stopped. The owners of ${name} stay as they are.` }),
  ).toBeVisible({ timeout: allowed(20_000) })
  await expect(line(first).filter({ hasText: 'Stopped by an owner' })).toHaveCount(2, {
    timeout: allowed(30_000),
  })
  await Promise.all([first, second, owner, former].map((page) => page.context().close()))
})
