import { expect, request, test as base } from '@playwright/test'
import { By, Key, until, type WebElement } from 'selenium-webdriver'
import { baseUrl, PASSWORD, upcomingBooking } from '../fixtures.ts'
import { findFaults } from '../layout/faults.ts'
import { openWebKit, type WebKit } from './webkit.ts'

const HOST = 'ana@vale.example'

/** What the window did wrong on its last page, and what lies on something else there. */
const readFaults = async ({ driver, faults }: WebKit): Promise<readonly string[]> => [
  ...(await faults()),
  ...(await driver.executeScript<string[]>(`return (${findFaults.toString()})()`)),
]

const test = base.extend<{ webkit: WebKit; host: WebKit }>({
  // Playwright reads from the pattern that this one needs no other.
  // oxlint-disable-next-line no-empty-pattern
  webkit: async ({}, use) => {
    const webkit = await openWebKit()
    try {
      await use(webkit)
      expect(await readFaults(webkit)).toEqual([])
    } finally {
      await webkit.close()
    }
  },
  host: async ({ webkit }, use) => {
    await signIn(webkit, PASSWORD)
    await webkit.find('heading', /Bookings/)
    await use(webkit)
  },
})

const signIn = async ({ driver, open, find }: WebKit, password: string): Promise<void> => {
  await open('/bookings')
  await (await find('textbox', /Email/)).sendKeys(HOST)
  // A field for a password has no role.
  await driver.findElement(By.name('password')).sendKeys(password)
  await (await find('button', /Sign in/)).click()
}

/** The choices are drawn over their inputs, so the driver would not click these. */
const choose = ({ driver }: WebKit, input: WebElement) => driver.executeScript('arguments[0].click()', input)

/** A booking of the demonstration, read over HTTP. */
const readBooking = async (skip: number) => {
  const context = await request.newContext()
  const answer = await context.post(`${baseUrl()}/api/login`, {
    data: { email: HOST, password: PASSWORD },
    headers: { Origin: baseUrl() },
  })
  expect(answer.status()).toBe(200)
  const booking = await upcomingBooking(context, skip, baseUrl())
  await context.dispose()
  return booking
}

test('a wrong password is reported, the right one opens the requested page', async ({ webkit }) => {
  await signIn(webkit, 'not the password')
  await webkit.says('Wrong email or password.')
  await signIn(webkit, PASSWORD)
  await webkit.find('heading', /Bookings/)
})

test('a host cancels a booking after typing its code, and keeps it after all', async ({ host }) => {
  const { id, code, guestName } = await readBooking(3)
  await host.open(`/bookings/${id}`)
  await host.find('heading', new RegExp(guestName))
  await (await host.find('link', /Cancel booking/)).click()
  await choose(host, await host.find('radio', /I need it myself/))
  await (await host.find('textbox', /to confirm/)).sendKeys(code)
  await (await host.find('button', /Cancel the booking/)).click()
  await host.find('complementary', /Cancellation in progress/)
  await (await host.find('button', /Keep/)).click()
  await host.gone('complementary', /Cancellation in progress/)
})

test('a host blocks nights by keyboard and opens them again', async ({ host }) => {
  const from = new Date(Date.now() + 80 * 86_400_000).toISOString().slice(0, 10)
  await host.open(`/calendar?from=${from}&nights=24`)
  const night = await host.driver.wait(until.elementLocated(By.css('td[aria-label*=", available, "]')))
  await host.driver.executeScript('arguments[0].focus()', night)
  await host.driver.actions().sendKeys('b').perform()
  await (await host.find('button', /Block 1 night/)).click()
  await (await host.find('button', /^Undo$/)).click()
  await host.gone('button', /^Undo$/)
})

test('a host starts a listing, and its first answers are saved', async ({ host }) => {
  await host.open('/listings/start')
  await (await host.find('combobox', /Country/)).sendKeys('Portugal', Key.ENTER)
  await (await host.find('textbox', /Street and number/)).sendKeys(`Rua das Flores ${Date.now() % 100_000}`)
  await (await host.find('textbox', /Postal code/)).sendKeys('2710-001')
  await (await host.find('textbox', /City/)).sendKeys('Sintra')
  await (await host.find('textbox', /Coordinates/)).sendKeys('38.7977, -9.3906')
  await (await host.find('button', /Continue/)).click()
  await choose(host, await host.find('radio', /House/))
  await host.says('Saved')
})
