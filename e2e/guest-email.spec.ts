import { allowed } from '@hearth/platform/testing/allowed'
import { expectAccessible } from './axe.ts'
import { confirm, expect, readLiveListing, signIn, test } from './fixtures.ts'
import { bookAndWrite } from './guests.ts'
import { findFaults } from './layout/faults.ts'
import { mailsTo } from './mails.ts'
import { picture, pictures, SIZES } from './pictures.ts'

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`a message goes out as an email, and the guest’s answer comes back, ${size}`, async ({ page }) => {
    test.setTimeout(allowed(120_000))
    await page.setViewportSize(viewport)
    await signIn(page)
    const listing = await readLiveListing(page)
    const displayName = `Ines ${crypto.randomUUID().slice(0, 6)}`
    const email = `${crypto.randomUUID()}@guest.example`
    const { threadId } = await bookAndWrite(page, listing, { displayName })

    await page.goto(`/inbox/${threadId}`)
    await expect(page.getByText(`Add an email address for ${displayName}`)).toBeVisible()
    await expectAccessible(page, 'a conversation without an email address')
    expect(await page.evaluate(findFaults), `layout without an address, ${size}`).toEqual([])
    await pictures(page, 'guest-email-missing')
    await page.getByRole('button', { name: 'Add email address' }).click()
    await page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await expectAccessible(page, 'the form for an email address')
    await picture(page, `guest-email-form-${size}`, false)
    await confirm(page, 'Save')
    await expect(page.getByText(/Add an email address/)).toHaveCount(0)

    // A scheduled message can’t be unsent, so it goes out without waiting.
    const plan = page.getByRole('region', { name: 'Scheduled messages' })
    const item = plan.getByRole('listitem').first()
    await item.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('When do you arrive?')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(item).toContainText('When do you arrive?')
    await item.getByRole('button', { name: 'Send now' }).click()
    const messages = page.getByRole('region', { name: 'Messages', exact: true })
    await expect(messages).toContainText('When do you arrive?')
    await expect(messages).toContainText(/sent by email/, { timeout: allowed(30_000) })
    const [mail] = await mailsTo(page, email)
    expect(mail?.text).toContain('When do you arrive?')

    const guest = await page.context().newPage()
    await guest.goto(`/dev/mail/${mail?.id}`)
    await guest.getByLabel('Answer as the guest').fill('At four, with a small dog.')
    await guest.getByRole('button', { name: 'Send' }).click()
    await expect(guest.getByRole('heading', { name: 'Mail' })).toBeVisible()
    await guest.close()

    await expect(messages).toContainText('At four, with a small dog.', { timeout: allowed(30_000) })
    await expect(messages).not.toContainText('Write your answer above this line')
    await expect(page.getByText(/left to reply in time, until/)).toBeVisible()
    await expectAccessible(page, 'a conversation by email')
    expect(await page.evaluate(findFaults), `layout by email, ${size}`).toEqual([])
    await pictures(page, 'guest-email-answered')
  })
}
