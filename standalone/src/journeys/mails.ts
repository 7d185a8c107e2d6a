import { waitUntil } from '@hearth/platform/testing/waitUntil'
import type { Journey } from './journey.ts'

/** Emails to an address, the newest first; needs the outside world. */
export const mailsTo = async ({ baseUrl }: Pick<Journey, 'baseUrl'>, email: string) =>
  (await (
    await fetch(`${baseUrl}/dev/mail.json?to=${encodeURIComponent(email)}`)
  ).json()) as readonly Readonly<{ subject: string; links: readonly string[] }>[]

/** Waits for an email with a link, and returns the token of the newest. */
export const tokenMailedTo = async (journey: Pick<Journey, 'baseUrl'>, email: string): Promise<string> => {
  let token = ''
  await waitUntil(
    async () => {
      token =
        (await mailsTo(journey, email))
          .flatMap(({ links }) => links)
          .find((link) => link.includes('#token='))
          ?.split('#token=')[1] ?? ''
      return token !== ''
    },
    15_000,
    'the email with the link',
  )
  return token
}
