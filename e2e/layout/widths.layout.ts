import type { Page } from '@playwright/test'
import { allowed } from '@hearth/platform/testing/allowed'
import { expect, send, signIn, test } from '../fixtures.ts'
import { findFaults } from './faults.ts'
import { readVisits } from './visits.ts'

const WIDTHS = [1440, 1280, 1024, 768, 390, 320]
const MODES = ['light', 'dark'] as const

/** `LAYOUT=/bookings` visits only addresses that contain it. */
const ONLY = process.env['LAYOUT'] ?? ''

/** Waits until the page has its content and has drawn it at the present width. */
const settle = async (page: Page) => {
  await expect(page.locator('[aria-busy="true"], .MuiSkeleton-root')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    await frame()
    await frame()
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    )
  })
}

/** Starts a listing, so that there are steps of setup to visit. */
const startDraft = async (page: Page) => {
  const { id } = await send(page, '/api/listing-drafts', {
    address: { line1: `Rua das Flores ${Date.now()}`, city: 'Sintra', postalCode: '2710-001', country: 'PT' },
    geo: { lat: 38.7977, lng: -9.3906 },
    pinConfirmed: true,
    propertyType: 'house',
    bedrooms: 2,
    relationship: 'owner',
    consentToList: true,
  })
  await expect.poll(async () => (await page.request.get(`/api/onboarding/${id}`)).status()).toBe(200)
}

const PLACED_WITHIN_MS = 1_000

/** The faults that stay: an open menu finds its place a moment after the window has its new width. */
const findLastingFaults = async (page: Page): Promise<readonly string[]> => {
  const deadline = Date.now() + allowed(PLACED_WITHIN_MS)
  for (;;) {
    const faults = await page.evaluate(findFaults)
    if (faults.length === 0 || Date.now() > deadline) return faults
    await settle(page)
  }
}

/** The faults of what is open at every width in both modes; each names the widths and modes that have it. */
const checkWidths = async (page: Page, place: string): Promise<string[]> => {
  const where = new Map<string, string[]>()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 700 ? 844 : 900 })
    for (const colorScheme of MODES) {
      await page.emulateMedia({ colorScheme })
      await settle(page)
      for (const fault of await findLastingFaults(page))
        where.set(fault, [...(where.get(fault) ?? []), `${width} ${colorScheme}`])
    }
  }
  return [...where].map(([fault, places]) => `${place} at ${places.join(', ')}: ${fault}`)
}

const open = async (page: Page, path: string) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settle(page)
}

/** What a button does, without the number or name that distinguishes it from the same button of other rows. */
const readKind = (name: string): string => name.replaceAll(/[\d.,]+|,.*$/g, '')

/** The dialogs and panels that the page's buttons open, each checked a single time however many pages open it. */
const visitDialogs = async (page: Page, path: string, seen: Set<string>): Promise<string[]> => {
  const faults: string[] = []
  const buttons = page.locator('button:visible:enabled:not([type="submit"])')
  for (;;) {
    // Read again after each click: it may have taken the button away, or others with it.
    await open(page, path)
    const names = await buttons.evaluateAll((found) =>
      found.map((button) => (button.getAttribute('aria-label') ?? button.textContent).trim()),
    )
    const index = names.findIndex((name) => !seen.has(readKind(name)))
    const name = names[index]
    if (name === undefined) return faults
    seen.add(readKind(name))
    await buttons.nth(index).click()
    const dialog = page.getByRole('dialog').first()
    const opens = await dialog.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    )
    if (opens) faults.push(...(await checkWidths(page, `${path}, “${name}”`)))
  }
}

/** A host whose listing is in setup has pages that a host with live listings does not. */
const PEOPLE = [
  { who: 'host', email: 'ana@vale.example' },
  { who: 'new host', email: 'mika@newhost.example', only: /^\/$|^\/onboarding|^\/listings/, drafts: true },
  { who: 'member of staff', email: 'admin1@hearth.example' },
  { who: 'visitor' },
] as const satisfies readonly { who: string; email?: string; only?: RegExp; drafts?: true }[]

for (const { who, ...person } of PEOPLE) {
  test(`no page of a ${who} overlaps, clips or leaves the window`, async ({ page }) => {
    test.setTimeout(1_800_000)
    if ('email' in person) await signIn(page, person.email)
    if ('drafts' in person) await startDraft(page)
    const paths = await readVisits(page.request, 'email' in person)
    const faults: string[] = []
    const seen = new Set(['Sign out'])
    for (const path of paths) {
      if (!path.includes(ONLY) || ('only' in person && !person.only.test(path))) continue
      await open(page, path)
      faults.push(...(await checkWidths(page, path)))
      faults.push(...(await visitDialogs(page, path, seen)))
    }
    expect(faults).toEqual([])
  })
}
