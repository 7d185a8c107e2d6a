import type { APIResponse, Page } from '@playwright/test'
import { z } from 'zod'
import { baseUrl, expect, sendPatiently } from './fixtures.ts'
import { setting } from './people.ts'

const zSession = z.object({ account: z.object({ id: z.string() }) })
const zCreated = z.object({ id: z.string() })

/** Sends what a channel delivers for the account of the page, again while the installation is too busy. */
export const tryDeliver = async ({ request }: Page, path: string, data: object): Promise<APIResponse> => {
  const { account } = zSession.parse(await (await request.get('/api/session')).json())
  const headers = {
    Authorization: `Bearer ${setting('E2E_GATEWAY_TOKEN')}`,
    'Idempotency-Key': crypto.randomUUID(),
    'X-Host-Account': account.id,
    Origin: baseUrl(),
  }
  return sendPatiently(() => request.post(path, { data, headers }))
}

/** The id of the record that an accepted answer names. */
export const readId = async (answer: APIResponse): Promise<string> => {
  expect(answer.ok(), await answer.text()).toBe(true)
  return zCreated.parse(await answer.json()).id
}

/** What a channel delivers must be accepted; the id of its record. */
export const deliver = async (page: Page, path: string, data: object): Promise<string> =>
  readId(await tryDeliver(page, path, data))
