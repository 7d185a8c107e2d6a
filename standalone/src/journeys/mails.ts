import { waitUntil } from '@hearth/platform/testing/waitUntil'
import type { Journey } from './journey.ts'

/** What was mailed to somebody, the newest first; needs the world outside. */
export const mailsTo = async ({ baseUrl }: Pick<Journey, 'baseUrl'>, email: string) =>
  (await (
    await fetch(`${baseUrl}/dev/mail.json?to=${encodeURIComponent(email)}`)
  ).json()) as readonly Readonly<{ subject: string; links: readonly string[] }>[]

/** The token of the newest link that was mailed to somebody, once it is there. */
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
