import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { baseUrl, expect, signIn, test } from './fixtures.ts'
import { picture } from './pictures.ts'

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

type Screen = readonly [
  name: string,
  path: string,
  heading: string | RegExp,
  more?: (page: Page) => Promise<unknown>,
]
const fillAndSend = (email: string, password: string) => async (page: Page) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const limited = async (page: Page) => {
  await page.route('**/api/login', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      json: {
        type: 'urn:problem:rate-limited',
        title: 'Too many requests',
        status: 429,
        code: 'RATE_LIMITED',
        retryAfterSeconds: 272,
      },
    }),
  )
  await fillAndSend('ana@vale.example', 'guess')(page)
  await expect(page.getByRole('alert')).toContainText('You can try again in 4:')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled()
}
const invited = async (page: Page) => {
  const ticket = {
    purpose: 'invitation',
    email: 'c…@guests.example',
    about: 'Vale Stays',
    needs: ['displayName', 'password'],
    redirect: null,
    expiresAt: new Date(Date.now() + 6 * 86_400_000).toISOString(),
  }
  await page.route('**/api/login/ticket/look', (route) => route.fulfill({ json: ticket }))
}
const sendLink = async (page: Page) => {
  await page.getByLabel('Email').fill('nobody@vale.example')
  await page.getByRole('button', { name: 'Send link' }).click()
}
const token = 'A'.repeat(43)

const OUT: readonly Screen[] = [
  ['login', '/login', 'Sign in'],
  [
    'login-wrong',
    '/login',
    'Sign in',
    async (page) => {
      await fillAndSend('ana@vale.example', 'not it')(page)
      await expect(page.getByRole('alert')).toBeVisible()
    },
  ],
  ['login-limited', '/login', 'Sign in', limited],
  [
    'login-code',
    '/login',
    'Sign in',
    async (page) => {
      await fillAndSend('admin1@hearth.example', 'hearth-demo-2026')(page)
      await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    },
  ],
  ['link', '/login?with=link', 'Sign in by email'],
  [
    'link-sent',
    '/login?with=link',
    'Sign in by email',
    async (page) => {
      await sendLink(page)
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    },
  ],
  ['forgot', '/forgot-password', 'Choose a new password'],
  ['providers', '/login/idp', 'Continue with'],
  ['provider-unknown', '/login/idp/nobody', 'Page not found'],
  ['callback-forged', '/login/auth?code=x&state=y', 'This sign-in link has expired'],
  ['ticket-missing', '/login/ticket', 'Please open the link in your email again'],
  ['ticket-invalid', `/login/ticket?invalid#token=${token}`, 'This link isn’t valid'],
  ['mobile-login', '/mobile/login', 'Sign in on your phone'],
]

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds no violation on sign-in pages, and no policy is broken, ${size}, ${colorScheme}`, async ({
      browser,
    }) => {
      test.setTimeout(allowed(150_000))
      const context = await browser.newContext({ viewport, colorScheme, baseURL: baseUrl() })
      const page = await context.newPage()
      const broken: string[] = []
      page.on(
        'console',
        (message) => void (/Content Security Policy/.test(message.text()) && broken.push(message.text())),
      )
      page.on('pageerror', (error) => void broken.push(String(error)))
      const capture = async (name: string) => {
        await expect(page.locator('[aria-busy="true"], .MuiSkeleton-root')).toHaveCount(0)
        await expectAccessible(page, name)
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
        await picture(page, `${name}-${size}-${colorScheme}`, false)
      }
      for (const [name, path, heading, more] of OUT) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await more?.(page)
        await capture(name)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
      await invited(page)
      await page.goto(`/login/ticket?invited#token=${token}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Join Vale Stays' })).toBeVisible()
      await capture('invitation')
      await page.unrouteAll({ behavior: 'ignoreErrors' })

      await signIn(page, 'tom@vale.example')
      await page.goto('/bookings/018f0000-0000-7000-8000-000000000000/cancel')
      await expect(page.getByText('You can’t cancel bookings')).toBeVisible()
      await page.getByRole('button', { name: 'Request access' }).click()
      await capture('unauthorized')

      await page.route('**/request-permission', (route) =>
        route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          json: {
            type: 'urn:problem:step-up-required',
            title: 'Confirm it’s you',
            status: 403,
            code: 'STEP_UP_REQUIRED',
            capability: 'team.invite',
          },
        }),
      )
      await page.getByRole('button', { name: 'Send request' }).click()
      await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeFocused()
      await capture('proof')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('alert')).toContainText('Please confirm it’s you first')
      if (size === 'desktop') {
        await page.getByRole('button', { name: 'Tom Lindqvist' }).click()
        await page.getByRole('menuitem', { name: 'Continue on your phone' }).click()
        await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
        await capture('handoff')
      }
      expect(broken).toEqual([])
      await context.close()
    })
  }
}
