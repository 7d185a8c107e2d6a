import { deriveAgreementId, ESIGN_CONSENT_VERSION, type AgreementRow } from '@hearth/contracts/agreement'
import { ONBOARDING_STEPS, STEPS, type OnboardingRow } from '@hearth/contracts/onboarding'
import { completeFacts } from '@hearth/contracts/testing'
import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { baseUrl, expect, openPageAs, send, signIn, test } from './fixtures.ts'
import { codeTo, drawPicture, randomPhone } from './onboardingSteps.ts'
import { importMethod, newAccount, newPerson } from './people.ts'
import { loaded, pictures } from './pictures.ts'

const SOON = { timeout: allowed(20_000) }
const headers = () => ({ Origin: baseUrl(), 'Idempotency-Key': crypto.randomUUID() })

const readCase = async (page: Page, id: string) =>
  (await (await page.request.get(`/api/onboarding/${id}`)).json()) as OnboardingRow
const becomes = (page: Page, id: string, state: string) =>
  expect.poll(async () => (await readCase(page, id)).state, SOON).toBe(state)

const prove = async (page: Page, id: string, contact: 'primary' | 'backup', phone: string) => {
  await send(page, `/api/onboarding/${id}/send-contact-code`, { contact })
  await send(page, `/api/onboarding/${id}/verify-contact`, { contact, code: await codeTo(page, phone) })
}

/** Prepares the agreement of a listing, reads it and signs it. */
const signAgreement = async (page: Page, id: string): Promise<void> => {
  await send(page, '/api/agreements', { listingId: id, model: 'self_managed' })
  const agreementId = deriveAgreementId(id)
  let documentSha256 = ''
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/agreements/${agreementId}`)
      documentSha256 = answer.ok() ? ((await answer.json()) as AgreementRow).documentSha256 : ''
      return documentSha256
    }, SOON)
    .not.toBe('')
  await send(page, `/api/agreements/${agreementId}/view`, { scrolledToEnd: true, documentSha256 })
  await send(page, `/api/agreements/${agreementId}/give-esign-consent`, {
    consentTextVersion: ESIGN_CONSENT_VERSION,
    documentSha256,
  })
  await send(page, `/api/agreements/${agreementId}/sign`, {
    typedName: 'Marta Lobo',
    intentChecked: true,
    documentSha256,
  })
}

/** Everything that a host does before the review, by commands; its pages have their own journeys. */
const submitted = async (page: Page, name: string): Promise<string> => {
  const owner = await newPerson('Marta Lobo')
  const account = await newAccount(page.request, name, [[owner, 'owner']])
  await signIn(page, owner.email)
  await send(page, `/api/accounts/${account}/change-legal-identity`, {
    kind: 'individual',
    country: 'PT',
    legalName: 'Marta Lobo',
    legalAddress: 'Rua das Flores 12, Lisboa',
    companyNumber: null,
  })
  await importMethod(page.request, account, 'Marta Lobo')
  await send(page, `/api/tax-profiles/${account}/submit-dac7`, {
    entity: 'individual',
    person: {
      legalName: 'Marta Lobo',
      street: 'Rua das Flores 12',
      city: 'Lisboa',
      postalCode: '1200-194',
      country: 'PT',
      birthDate: '1980-04-12',
    },
    tins: [{ country: 'PT', type: 'foreign', number: '123456789' }],
    properties: [],
  })
  const {
    location,
    type: { propertyType, relationship, consentToList, ...type } = {},
    description: _ours,
    contact: _numbers,
    ...answers
  } = completeFacts.sections
  const { id } = await send(page, '/api/listing-drafts', {
    address: { ...location?.address, line1: `Rua das Flores ${Math.floor(Math.random() * 100_000)}` },
    geo: location?.geo,
    pinConfirmed: true,
    propertyType,
    bedrooms: 1,
    relationship,
    consentToList,
  })
  await expect.poll(async () => (await page.request.get(`/api/onboarding/${id}`)).status(), SOON).toBe(200)
  const [first, second] = [randomPhone(), randomPhone()]
  const all = {
    ...answers,
    type,
    info: { ...answers.info, internalName: name, headlineIdea: 'River from every window' },
    contact: { primary: { name: 'Marta', phone: first }, backup: { name: 'Rui', phone: second } },
  }
  for (const [section, patch] of Object.entries(all))
    await send(page, `/api/listings/${id}/update-section`, {
      section,
      patch,
      baseVersion: section === 'type' || section === 'info' ? 1 : 0,
    })
  await prove(page, id, 'primary', first)
  await prove(page, id, 'backup', second)
  await send(page, `/api/listings/${id}/record-registration`, { scheme: 'pt_al', number: '12345/AL' })
  for (const step of ONBOARDING_STEPS.filter((one) => STEPS[one].completedBy === 'host'))
    await send(page, `/api/onboarding/${id}/complete-step`, { step })
  await signAgreement(page, id)
  await expect
    .poll(async () => (await readCase(page, id)).steps.find(({ step }) => step === 'agreement')?.state, SOON)
    .toBe('waiting')
  return id
}

/** Presses a button and confirms. */
const confirm = async (page: Page, name: string, fill?: readonly [label: string, text: string]) => {
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (fill) await dialog.getByLabel(fill[0]).fill(fill[1])
  await dialog.getByRole('button', { name, exact: true }).click()
  return dialog
}

test('staff review a listing, edit it, countersign, verify and approve; with photos it goes live', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(180_000))
  const name = `Quinta ${crypto.randomUUID().slice(0, 6)}`
  const id = await submitted(page, name)
  const support = await openPageAs(browser, 'support@hearth.example')
  const here = `/internal/reports?report=listings&listing=${id}`
  await support.goto(here)
  await confirm(support, 'Skip the photo shoot', ['Reason', 'The host brought the photos of a professional.'])
  await expect(support.getByRole('dialog')).toHaveCount(0, SOON)
  await send(page, `/api/onboarding/${id}/submit-for-review`, {})

  await support.goto('/internal/reports?report=listings')
  const waiting = support.getByRole('region', { name: 'Listings in progress' }).getByRole('link', { name })
  await expect(waiting).toBeVisible(SOON)
  await expect(support.getByRole('heading', { name: 'Registrations to verify' })).toBeVisible(SOON)
  await loaded(support)
  await pictures(support, 'review-queue')
  await expectAccessible(support, 'the queue of reviews')
  await waiting.click()
  await confirm(support, 'Assign to me')
  await expect(support.getByText('The review is assigned to you')).toBeVisible(SOON)
  await support.getByText('The basics').click()
  await support.getByText('Essential', { exact: true }).click()
  await support.getByRole('button', { name: 'Request a change: Maximum guests' }).click()
  await support.getByLabel('What should change, Maximum guests').fill('Is there a bed for the second guest?')
  await pictures(support, 'review-case')
  await expectAccessible(support, 'a review')
  await support.getByRole('button', { name: 'Send to host' }).click()
  await becomes(page, id, 'changes_requested')
  await expect(support.getByText('Requested: Is there a bed for the second guest?')).toBeVisible(SOON)

  await page.goto(`/onboarding/${id}`)
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: 'Sleeping arrangements' })
      .getByText(/ 20\d\d$/),
  ).toBeVisible(SOON)
  await loaded(page)
  await pictures(page, 'onboarding-asked')
  await page.goto(`/onboarding/${id}/basics/info`)
  await expect(page.getByText('Is there a bed for the second guest?')).toBeVisible(SOON)
  await send(page, `/api/onboarding/${id}/complete-step`, { step: 'info' })
  await send(page, `/api/onboarding/${id}/submit-for-review`, {})
  await becomes(page, id, 'submitted')

  await support.goto(here)
  await expect(await confirm(support, 'Approve')).toContainText('Write the title.', SOON)
  await support.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await support.getByRole('button', { name: 'Change: Title and description' }).click()
  await support.getByLabel('Title', { exact: true }).fill('Light flat above the river')
  await support
    .getByLabel('Description', { exact: true })
    .fill('Two rooms above the river, with a balcony to sit on in the evening and watch the boats.')
  await support.getByRole('button', { name: 'Save' }).click()
  await expect(support.getByText('Light flat above the river')).toBeVisible(SOON)
  await support.getByRole('button', { name: 'Change: Price' }).click()
  await support.getByLabel('Nightly price').fill('120')
  await support.getByRole('button', { name: 'Save' }).click()
  await expect(support.getByText('120.00 EUR').first()).toBeVisible(SOON)
  await confirm(support, 'Countersign')
  await expect(support.getByRole('button', { name: 'Countersign' })).toHaveCount(0, SOON)
  await confirm(support, 'Verify')
  await expect(support.getByRole('button', { name: 'Verify' })).toHaveCount(0, SOON)
  await confirm(support, 'Approve')
  await becomes(page, id, 'approved')
  await pictures(support, 'review-approved')

  for (let n = 1; n <= 7; n += 1) {
    const upload = await page.request.post(`/api/uploads?listingId=${id}&name=photo-${n}.jpg`, {
      data: await drawPicture(page, n),
      headers: { ...headers(), 'content-type': 'image/jpeg' },
    })
    expect(upload.ok(), await upload.text()).toBe(true)
    await send(page, `/api/listings/${id}/add-photo`, {
      fileId: ((await upload.json()) as { id: string }).id,
      room: n === 1 ? 'bedroom_1' : null,
    })
  }
  await becomes(page, id, 'live')
  await expect
    .poll(
      async () =>
        ((await (await page.request.get(`/api/listings/${id}`)).json()) as { status: string }).status,
      SOON,
    )
    .toBe('live')
  await support.context().close()
})

test('an auditor can view a review but not decide; hosts can’t open it', async ({ page, browser }) => {
  test.setTimeout(allowed(60_000))
  const auditor = await openPageAs(browser, 'auditor@hearth.example')
  await auditor.goto('/internal/reports?report=listings&show=filling')
  await expect(auditor.getByRole('navigation', { name: 'Listings by status' })).toBeVisible(SOON)
  await expectAccessible(auditor, 'the queue for an auditor')
  await signIn(page)
  for (const person of [auditor, page]) {
    const answer = await person.request.post(`/api/onboarding/${crypto.randomUUID()}/approve`, {
      data: {},
      headers: headers(),
    })
    expect(answer.status()).toBe(403)
  }
  await auditor.context().close()
})
