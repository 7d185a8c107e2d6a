import { allowed } from '@hearth/platform/testing/allowed'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export type Mail = Readonly<{ id: string; subject: string; text: string; links: readonly string[] }>
export const mailsTo = async (page: Page, to: string): Promise<readonly Mail[]> =>
  (await (await page.request.get(`/dev/mail.json?to=${encodeURIComponent(to)}`)).json()) as readonly Mail[]

/** The link in the email that `ask` causes. */
export const linkAfter = async (page: Page, to: string, ask: () => Promise<unknown>): Promise<string> => {
  const before = new Set((await mailsTo(page, to)).map(({ id }) => id))
  await ask()
  let link: string | undefined
  await expect
    .poll(
      async () =>
        (link = (await mailsTo(page, to))
          .find(({ id, links }) => !before.has(id) && links.some((url) => url.includes('#token=')))
          ?.links.find((url) => url.includes('#token='))),
      { timeout: allowed(20_000) },
    )
    .toBeTruthy()
  return link ?? ''
}
